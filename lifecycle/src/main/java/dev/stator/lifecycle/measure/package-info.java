/** What a lifecycle costs and how it is used, from what is stored; {@link dev.stator.lifecycle.measure.Measurements} is the entry class. */
@NullMarked
package dev.stator.lifecycle.measure;

import org.jspecify.annotations.NullMarked;

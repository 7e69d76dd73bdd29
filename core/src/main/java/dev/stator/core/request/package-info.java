/**
 * The request members that several operations share; {@link dev.stator.core.request.WriteParameters} and {@link
 * dev.stator.core.request.PageParameters} are the entry classes.
 */
@NullMarked
package dev.stator.core.request;

import org.jspecify.annotations.NullMarked;

/** Tests of the control endpoint. */
@NullMarked
package dev.stator.server.control;

import org.jspecify.annotations.NullMarked;

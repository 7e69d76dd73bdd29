/**
 * The control endpoint of {@code serve --control}, which docs/control.md describes; {@link
 * dev.stator.server.control.ControlEndpoint} is the entry class.
 */
@NullMarked
package dev.stator.server.control;

import org.jspecify.annotations.NullMarked;

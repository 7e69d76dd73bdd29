/** The tables of {@code stator serve --demo}, one file a model; {@link dev.stator.server.demo.Demo} is the entry class. */
@NullMarked
package dev.stator.server.demo;

import org.jspecify.annotations.NullMarked;

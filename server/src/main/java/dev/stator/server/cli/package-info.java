/** The command line; {@link dev.stator.server.cli.Main} is the entry class. */
@NullMarked
package dev.stator.server.cli;

import org.jspecify.annotations.NullMarked;

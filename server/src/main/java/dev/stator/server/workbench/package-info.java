/** The web front end and what it asks the engine; {@link dev.stator.server.workbench.WorkbenchEndpoint} is the entry class. */
@NullMarked
package dev.stator.server.workbench;

import org.jspecify.annotations.NullMarked;

/** Tests of the workbench's server side; {@link dev.stator.server.workbench.WorkbenchEndpointTest} is the entry class. */
@NullMarked
package dev.stator.server.workbench;

import org.jspecify.annotations.NullMarked;

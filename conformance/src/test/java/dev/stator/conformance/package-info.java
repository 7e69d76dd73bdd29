/** Black-box tests through the AWS SDK, against any endpoint; {@link dev.stator.conformance.Targets} chooses which. */
@NullMarked
package dev.stator.conformance;

import org.jspecify.annotations.NullMarked;

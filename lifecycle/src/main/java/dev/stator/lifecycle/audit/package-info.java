/** Records of moves, chained by hashes, and their verification; {@link dev.stator.lifecycle.audit.AuditLog} is the entry class. */
@NullMarked
package dev.stator.lifecycle.audit;

import org.jspecify.annotations.NullMarked;

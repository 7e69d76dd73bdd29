/** Bytes whose order is DynamoDB's order of keys; {@link dev.stator.core.encoding.KeyEncoding} is the entry class. */
@NullMarked
package dev.stator.core.encoding;

import org.jspecify.annotations.NullMarked;

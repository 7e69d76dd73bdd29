/** Items as they are: their size by DynamoDB's rules, and one exact form as JSON; {@link dev.stator.lifecycle.item.ItemJson} is the entry class. */
@NullMarked
package dev.stator.lifecycle.item;

import org.jspecify.annotations.NullMarked;

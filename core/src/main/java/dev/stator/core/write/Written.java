package dev.stator.core.write;

import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * What a committed write did.
 *
 * @param before     the item that it replaced, or null
 * @param after      the item that is there now, or null
 * @param capacity   what it cost on the table and its indexes
 * @param collection the encoded partition key that it wrote to
 */
public record Written(
        Table table,
        @Nullable EncodedItem before,
        @Nullable EncodedItem after,
        ConsumedCapacity capacity,
        byte[] collection) {}

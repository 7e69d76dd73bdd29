package dev.stator.core.write;

import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.capacity.Throttle;
import dev.stator.core.capacity.Throttle.Direction;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.Index;
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
        byte[] collection) {
    /** Accounts for what it cost. */
    void charge(CapacityMeter meter) {
        meter.addWrite(table, capacity);
        Throttle throttle = meter.throttle();
        if (throttle.isOn()) {
            throttle.chargePartition(table, null, Direction.WRITE, collection, capacity.ofTable());
            table.indexes().stream().filter(Index::isGlobal).forEach(index -> chargePartition(throttle, index));
        }
    }

    private void chargePartition(Throttle throttle, Index index) {
        double units = capacity.ofIndex(index);
        IndexedItem entry = indexed(index, after);
        if (entry == null) {
            entry = indexed(index, before);
        }
        if (entry != null && units > 0) {
            throttle.chargePartition(table, index, Direction.WRITE, entry.key().collection(), units);
        }
    }

    private @Nullable IndexedItem indexed(Index index, @Nullable EncodedItem item) {
        return item == null ? null : IndexedItem.of(table.keys(), index, item);
    }
}

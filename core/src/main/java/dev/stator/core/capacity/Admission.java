package dev.stator.core.capacity;

import dev.stator.core.error.ThrottledException;
import dev.stator.core.error.ThrottlingReason;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.table.Table;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which items of one batch are carried out, whatever the {@link Throttle} would say: the others come back as unprocessed, as
 * if they had to wait for units.
 */
@FunctionalInterface
public interface Admission {
    /** All are. */
    Admission ALL = (tableName, attributes) -> true;

    /**
     * Whether this item is carried out. Asked once for each item of a request that was found valid, in its order.
     *
     * @param attributes the key that is read or deleted, or the item that is put
     */
    boolean admits(String tableName, Map<String, AttributeValue> attributes);

    /** Lets the read of this item through, or throws. */
    default void admitRead(Table table, Map<String, AttributeValue> key) {
        if (!admits(table.name(), key)) {
            throw refusal(table, false);
        }
    }

    /** Why the write of this item has to wait; null if it has not. */
    default @Nullable ThrottledException refusalOfWrite(Table table, Map<String, AttributeValue> attributes) {
        return admits(table.name(), attributes) ? null : refusal(table, true);
    }

    private static ThrottledException refusal(Table table, boolean isWrite) {
        return new ThrottledException(
                true, List.of(new ThrottlingReason(ThrottlingReason.Limit.PROVISIONED, false, isWrite, table.arn())));
    }
}

package dev.stator.core.write;

import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.Table;
import org.jspecify.annotations.Nullable;

/** What a write makes of an item. Asked again, with the newer item, when another write came between: so it has no effects. */
@FunctionalInterface
public interface Decision {
    /**
     * The item as it shall be.
     *
     * @param old the item as it is, or null
     * @return the item as it shall be, or null for none
     */
    @Nullable
    EncodedItem decide(Table table, @Nullable EncodedItem old);
}

package dev.stator.core.write;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Update;
import dev.stator.core.expression.UpdateResult;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.item.ItemSize;
import dev.stator.core.item.Nesting;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Changes the item with a key, or makes one of the key and the changes. Keeps what the last decision updated, which is the
 * one that was committed.
 */
public final class ItemUpdate {
    private final Item key;
    private final @Nullable Update update;
    private @Nullable UpdateResult result;

    /** @param update null to make sure that the item is there */
    public ItemUpdate(Item key, @Nullable Update update) {
        this.key = key;
        this.update = update;
    }

    /** Throws if a key attribute would be changed, or something below one, or an index key get a wrong type. */
    public void check(Table table) {
        if (update == null) {
            return;
        }
        for (KeyAttribute attribute : table.keys().attributes()) {
            if (update.attributes().contains(attribute.name())) {
                throw ApiException.invalidParameter(
                        "Cannot update attribute " + attribute.name() + ". This attribute is part of the key");
            }
        }
        KeyChecks.checkAssignedTypes(table, update.assignedTypes());
        KeyChecks.checkPaths(table, update.nestedAttributes());
    }

    /**
     * The item as it shall be; a {@link Decision}.
     *
     * @throws ApiException a ValidationException where the update cannot be applied to the old item, or what it leaves is
     *     nested too deeply, too large, or has a wrong index key
     */
    public @Nullable EncodedItem decide(Table table, @Nullable EncodedItem old) {
        if (update == null) {
            return old == null ? EncodedItem.of(key) : old;
        }
        result = old == null ? update.applyToMissing(key) : update.apply(old.decode());
        if (old == null && !update.createsItem()) {
            return null;
        }
        Item updated = result.updated();
        KeyChecks.checkUpdatedIndexKeys(table, update.attributes(), updated.attributes());
        if (Nesting.isTooDeep(updated)) {
            throw ApiException.validation(Nesting.TOO_DEEP);
        }
        EncodedItem encoded = EncodedItem.of(updated);
        if (encoded.sizeBytes() > ItemSize.ITEM_BYTES_MAX) {
            throw ApiException.validation("Item size to update has exceeded the maximum allowed size");
        }
        return encoded;
    }

    /** What the last decision updated; null if there is no update. */
    public @Nullable UpdateResult result() {
        return result;
    }
}

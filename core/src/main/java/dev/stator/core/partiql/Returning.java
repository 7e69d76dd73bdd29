package dev.stator.core.partiql;

import dev.stator.core.expression.UpdateResult;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.write.Written;
import org.jspecify.annotations.Nullable;

/** What a write returns of the item: {@code RETURNING ALL OLD *} and its kin. */
public enum Returning {
    ALL_OLD,
    ALL_NEW,
    MODIFIED_OLD,
    MODIFIED_NEW;

    /** The clause of these two words. */
    static Returning of(boolean all, boolean old) {
        if (all) {
            return old ? ALL_OLD : ALL_NEW;
        }
        return old ? MODIFIED_OLD : MODIFIED_NEW;
    }

    /** The clause as it is written. */
    String clause() {
        return "RETURNING " + name().replace('_', ' ') + " *";
    }

    /**
     * What a write returns, or null for nothing. DynamoDB: where nothing of what was modified is there, no item is returned,
     * and not an empty one.
     *
     * @param result null if it was no update
     */
    @Nullable
    Item of(Written written, @Nullable UpdateResult result) {
        Item item = switch (this) {
            case ALL_OLD -> decode(written.before());
            case ALL_NEW -> decode(written.after());
            case MODIFIED_OLD -> result == null ? null : result.updatedOld();
            case MODIFIED_NEW -> result == null ? null : result.updatedNew();
        };
        return item == null || item.attributes().isEmpty() ? null : item;
    }

    private static @Nullable Item decode(@Nullable EncodedItem item) {
        return item == null ? null : item.decode();
    }
}

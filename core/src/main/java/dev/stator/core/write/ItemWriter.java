package dev.stator.core.write;

import dev.stator.core.Limits;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.stream.Streams;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes single items: reads, lets the operation decide, and commits on the condition that the item is still what was
 * read; on a conflict all of it again, in the turn that {@link Contention} gives.
 *
 * <p>Guarantees: single-item writes are linearizable; what the decision saw is what its result replaced.
 */
public final class ItemWriter {
    /** Far more than a queued writer ever needs; reaching it means that conflicts are not conflicts. */
    private static final int ATTEMPTS_MAX = 10_000;

    private final Engine engine;
    private final Streams streams;
    private final Tables tables;
    private final CapacityMeter meter;
    private final Limits limits;
    private final Contention contention;

    public ItemWriter(
            Engine engine, Streams streams, Tables tables, CapacityMeter meter, Limits limits, Contention contention) {
        this.engine = engine;
        this.streams = streams;
        this.tables = tables;
        this.meter = meter;
        this.limits = limits;
        this.contention = contention;
    }

    /**
     * Writes one item.
     *
     * @param tableName the table as the request names it
     * @param treeId    the id of the table that the key was made for
     */
    public Written write(String tableName, int treeId, EntryKey key, Decision decision) {
        return write(tableName, treeId, key, decision, Origin.CLIENT);
    }

    /** As {@link #write(String, int, EntryKey, Decision)}, on somebody else's behalf. */
    Written write(String tableName, int treeId, EntryKey key, Decision decision, Origin origin) {
        Written written =
                contention.resolve(List.of(key), ATTEMPTS_MAX, () -> attempt(tableName, treeId, key, decision, origin));
        if (written == null) {
            throw new IllegalStateException("a write to " + tableName + " met " + ATTEMPTS_MAX + " conflicts in a row");
        }
        return written;
    }

    private @Nullable Written attempt(String tableName, int treeId, EntryKey key, Decision decision, Origin origin) {
        return tables.write(tableName, table -> {
            if (table.id() != treeId) {
                throw ApiException.resourceNotFound("Requested resource not found");
            }
            return attempt(tableName, table, key, decision, origin);
        });
    }

    private @Nullable Written attempt(String tableName, Table table, EntryKey key, Decision decision, Origin origin) {
        if (origin == Origin.CLIENT) {
            meter.throttle().admitWrite(table, key.collection());
        }
        Entry entry = engine.get(table.tree(), key.collection(), key.position(), Consistency.STRONG);
        EncodedItem before = entry == null ? null : EncodedItem.wrap(entry.value());
        EncodedItem after = decide(tableName, table, decision, before);
        ConsumedCapacity capacity = new ConsumedCapacity(tableName);
        ItemChange change = new ItemChange(engine, streams, origin);
        change.add(table, key, entry == null ? Expectation.ABSENT : entry.version(), before, after, capacity);
        checkCollectionSize(table, key, change);
        if (!change.changesNothing() && !isCommitted(tables, change.commit())) {
            return null;
        }
        Written written = new Written(table, before, after, capacity, key.collection());
        if (origin == Origin.CLIENT) {
            written.charge(meter);
        }
        return written;
    }

    private @Nullable EncodedItem decide(
            String tableName, Table table, Decision decision, @Nullable EncodedItem before) {
        try {
            return decision.decide(table, before);
        } catch (ApiException e) {
            if (e.type() != ErrorType.CONDITIONAL_CHECK_FAILED && e.type() != ErrorType.DUPLICATE_ITEM) {
                throw e;
            }
            // DynamoDB: a condition that does not hold costs what writing the item would.
            ConsumedCapacity failed = new ConsumedCapacity(tableName);
            failed.addTable(CapacityUnits.write(before == null ? 0 : before.sizeBytes()));
            meter.addWrite(table, failed);
            throw e;
        }
    }

    static boolean isCommitted(Tables tables, CommitResult result) {
        tables.note(result);
        return result instanceof CommitResult.Committed;
    }

    private void checkCollectionSize(Table table, EntryKey key, ItemChange change) {
        if (table.hasLocalIndexes() && change.localBytes() > 0) {
            long bytes = ItemCollections.sizeBytes(engine, table, key.collection());
            if (bytes + change.localBytes() > limits.itemCollectionBytesMax()) {
                throw new ApiException(ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED, "Collection size exceeded.");
            }
        }
    }
}

package dev.stator.core.write;

import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ThrottledException;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.stream.Streams;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the items of a batch: in one commit where nothing comes between, which is one wait for the disk, else one by one
 * through {@link ItemWriter}. The API promises no more than the latter.
 */
public final class BatchWriter {
    private final Engine engine;
    private final Streams streams;
    private final Tables tables;
    private final CapacityMeter meter;
    private final ItemWriter writer;
    private final Contention contention;

    public BatchWriter(
            Engine engine,
            Streams streams,
            Tables tables,
            CapacityMeter meter,
            ItemWriter writer,
            Contention contention) {
        this.engine = engine;
        this.streams = streams;
        this.tables = tables;
        this.meter = meter;
        this.writer = writer;
        this.contention = contention;
    }

    /**
     * One unconditional write.
     *
     * @param tableName the table as the request names it
     * @param treeId    the id of the table that the key was made for
     * @param item      the item to put; null to delete
     */
    public record BatchWrite(
            String tableName,
            int treeId,
            EntryKey key,
            @Nullable EncodedItem item) {}

    /**
     * Carries out the writes; what each did comes back in their order, null for one that has to wait for units.
     *
     * <p>Requires: no two have the same table and key.
     *
     * @param refusals for each write why it has to wait in any case, or null; empty if none has to
     * @throws ThrottledException if all of them have to wait
     */
    public List<@Nullable Written> write(List<BatchWrite> writes, List<@Nullable ThrottledException> refusals) {
        return meter.throttle().isOn() || !refusals.isEmpty() ? writeAdmitted(writes, refusals) : writeAll(writes);
    }

    private List<@Nullable Written> writeAdmitted(
            List<BatchWrite> writes, List<@Nullable ThrottledException> refusals) {
        List<@Nullable Written> written = new ArrayList<>(writes.size());
        ThrottledException refused = null;
        int refusedCount = 0;
        for (int i = 0; i < writes.size(); i++) {
            try {
                ThrottledException refusal = refusals.isEmpty() ? null : refusals.get(i);
                if (refusal != null) {
                    throw refusal;
                }
                written.add(writeAlone(writes.get(i)));
            } catch (ThrottledException e) {
                refused = e;
                refusedCount++;
                written.add(null);
            }
        }
        if (refused != null && refusedCount == writes.size()) {
            throw refused;
        }
        return written;
    }

    private List<@Nullable Written> writeAll(List<BatchWrite> writes) {
        List<Written> together = writeTogether(writes);
        List<@Nullable Written> written = new ArrayList<>(writes.size());
        if (together == null) {
            writes.forEach(write -> written.add(writeAlone(write)));
        } else {
            written.addAll(together);
        }
        return written;
    }

    private Written writeAlone(BatchWrite write) {
        return writer.write(write.tableName(), write.treeId(), write.key(), (table, old) -> decide(table, write));
    }

    private static @Nullable EncodedItem decide(Table table, BatchWrite write) {
        if (write.item() != null && !table.indexes().isEmpty()) {
            KeyChecks.checkIndexKeys(table, write.item().decode().attributes());
        }
        return write.item();
    }

    private @Nullable List<Written> writeTogether(List<BatchWrite> writes) {
        if (contention.isContended(writes.stream().map(BatchWrite::key).toList())) {
            return null;
        }
        List<String> names =
                writes.stream().map(BatchWrite::tableName).distinct().toList();
        return tables.<@Nullable List<Written>>write(names, current -> writeTogether(writes, current));
    }

    private @Nullable List<Written> writeTogether(List<BatchWrite> writes, Map<String, Table> current) {
        ItemChange change = new ItemChange(engine, streams);
        List<Written> written = new ArrayList<>(writes.size());
        for (BatchWrite write : writes) {
            Table table = Objects.requireNonNull(current.get(write.tableName()));
            // Sizes of item collections are checked item by item.
            if (table.id() != write.treeId() || table.hasLocalIndexes()) {
                return null;
            }
            written.add(add(change, table, write));
        }
        if (!ItemWriter.isCommitted(tables, change.commit())) {
            return null;
        }
        written.forEach(one -> one.charge(meter));
        return written;
    }

    private Written add(ItemChange change, Table table, BatchWrite write) {
        EntryKey key = write.key();
        Entry entry = engine.get(table.tree(), key.collection(), key.position(), Consistency.STRONG);
        EncodedItem before = entry == null ? null : EncodedItem.wrap(entry.value());
        EncodedItem after = decide(table, write);
        ConsumedCapacity capacity = new ConsumedCapacity(write.tableName());
        change.add(table, key, entry == null ? Expectation.ABSENT : entry.version(), before, after, capacity);
        return new Written(table, before, after, capacity, key.collection());
    }
}

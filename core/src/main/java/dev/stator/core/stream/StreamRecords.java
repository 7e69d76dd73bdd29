package dev.stator.core.stream;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.stream.NumberedLog.Slot;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeySchema;
import dev.stator.core.table.Table;
import dev.stator.storage.Append;
import dev.stator.storage.Change;
import dev.stator.storage.CommitResult;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Tree;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stream records of one commit: gathered while its items are read and decided, made when it is tried. They are derived
 * changes of the very commit that changes the items, so each is there exactly if its change is.
 */
public final class StreamRecords {
    private final Streams streams;
    private final List<Draft> drafts = new ArrayList<>();
    private final List<Append> appends = new ArrayList<>();

    public StreamRecords(Streams streams) {
        this.streams = streams;
    }

    /** Tries a commit that has records in it, once. */
    @FunctionalInterface
    public interface Attempt {
        /**
         * Tries it.
         *
         * @param placed   records that have their places
         * @param appended those that get them from the engine
         */
        CommitResult commit(List<Change> placed, List<Append> appended);
    }

    /**
     * A record without its place.
     *
     * @param expectation the index of the commit's expectation about the item
     */
    private record Draft(
            NumberedLog log,
            Tree tree,
            KeySchema keys,
            EntryKey key,
            int expectation,
            boolean byService,
            @Nullable EncodedItem before,
            @Nullable EncodedItem after) {
        int bytes() {
            return Math.max(before == null ? 0 : before.sizeBytes(), after == null ? 0 : after.sizeBytes());
        }
    }

    /**
     * Adds the change of an item, if its table has a stream and if it is a change: to write the same item once more is none,
     * in whatever order its attributes come.
     *
     * @param expectation the index of the commit's expectation about the item
     * @param byService   whether the database changes the item by itself
     */
    public void add(
            Table table,
            EntryKey key,
            int expectation,
            boolean byService,
            @Nullable EncodedItem before,
            @Nullable EncodedItem after) {
        String arn = table.streamArn();
        if (arn == null || isEqual(before, after)) {
            return;
        }
        switch (streams.log(arn)) {
            case NumberedLog log ->
                drafts.add(new Draft(log, table.tree(), table.keys(), key, expectation, byService, before, after));
            case AppendedLog log -> {
                ViewType view = log.definition().viewType();
                appends.add(log.append(key, record(view, table.keys(), byService, streams.millis(), before, after)));
            }
        }
    }

    private static boolean isEqual(@Nullable EncodedItem before, @Nullable EncodedItem after) {
        if (before == null || after == null) {
            return before == after;
        }
        return before.sizeBytes() == after.sizeBytes() && before.decode().equals(after.decode());
    }

    /**
     * Tries the commit.
     *
     * @return what the commit answered; a conflict also if an item that it creates is, or was, being created meanwhile
     */
    public CommitResult commit(Attempt attempt) {
        List<Draft> claims = new ArrayList<>();
        Draft busy = null;
        try {
            for (Draft draft : drafts) {
                if (draft.before == null && busy == null) {
                    if (draft.log.claim(draft.key)) {
                        claims.add(draft);
                    } else {
                        busy = draft;
                    }
                }
            }
            if (busy == null) {
                for (Draft claim : claims) {
                    if (streams.exists(claim.tree, claim.key)) {
                        return new CommitResult.Conflict(claim.expectation);
                    }
                }
                return commitInPlaces(attempt);
            }
        } finally {
            claims.forEach(claim -> claim.log.endClaim(claim.key));
        }
        busy.log.awaitClaim(busy.key);
        return new CommitResult.Conflict(busy.expectation);
    }

    private CommitResult commitInPlaces(Attempt attempt) {
        List<Slot> slots = new ArrayList<>(drafts.size());
        List<Change> changes = new ArrayList<>(drafts.size());
        try {
            for (Draft draft : drafts) {
                Slot slot = draft.log.allocate(draft.key, draft.bytes());
                slots.add(slot);
                changes.add(record(draft, slot));
            }
            return attempt.commit(changes, appends);
        } finally {
            for (int i = 0; i < slots.size(); i++) {
                drafts.get(i).log.release(slots.get(i));
            }
        }
    }

    private static Change record(Draft draft, Slot slot) {
        StreamDefinition stream = draft.log.definition();
        StreamRecord record =
                record(stream.viewType(), draft.keys, draft.byService, slot.millis(), draft.before, draft.after);
        return new Change.Put(
                stream.tree(), new EntryKey(slot.shard().collection(), position(slot.sequence())), record.encode());
    }

    private static StreamRecord record(
            ViewType view,
            KeySchema keys,
            boolean byService,
            long millis,
            @Nullable EncodedItem before,
            @Nullable EncodedItem after) {
        return new StreamRecord(
                StreamRecord.Event.of(before, after),
                byService,
                millis,
                keys(keys, Objects.requireNonNull(after == null ? before : after)),
                view.hasNew() ? after : null,
                view.hasOld() ? before : null);
    }

    private static EncodedItem keys(KeySchema schema, EncodedItem item) {
        Map<String, AttributeValue> keys = new LinkedHashMap<>();
        for (KeyAttribute key : schema.attributes()) {
            keys.put(key.name(), Objects.requireNonNull(item.attribute(key.name()), key.name()));
        }
        return EncodedItem.of(new Item(keys));
    }

    /** Where the record of a sequence number lies in its shard; the order of the bytes is that of the numbers. */
    static byte[] position(long sequence) {
        return ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
    }

    static long sequence(byte[] position) {
        return ByteBuffer.wrap(position).getLong();
    }
}

package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Size;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one commit does to one collection.
 *
 * @param growth  by the generation of the tree
 * @param outbox  what is to happen elsewhere because of it
 * @param appends what gets its position when it is applied; only where it follows from a commit elsewhere
 */
public record WriteSet(
        List<Put> puts,
        List<RowKey> deletes,
        Map<Long, Size> growth,
        @Nullable Outbox outbox,
        List<Append> appends) {
    private static final int FORMAT = 1;
    private static final int FORMAT_WITH_APPENDS = 2;

    // A batch has at most a thousand of them, so that positions are the sequence number and a number in the batch.
    private static final int APPENDS_BITS = 10;

    /** A row without its version, which is the number of the commit. */
    public record Put(RowKey key, byte[] value) {}

    /** An entry without its position, in the tree of this generation. */
    public record Append(long generation, byte[] value) {}

    public WriteSet {
        puts = List.copyOf(puts);
        deletes = List.copyOf(deletes);
        growth = Map.copyOf(growth);
        appends = List.copyOf(appends);
        if (appends.size() > 1 << APPENDS_BITS) {
            throw new IllegalArgumentException(appends.size() + " entries appended by one commit");
        }
    }

    boolean isEmpty() {
        return puts.isEmpty() && deletes.isEmpty() && growth.isEmpty() && outbox == null && appends.isEmpty();
    }

    /** The rows that a commit of this number puts, when it gives the collection this sequence number. */
    List<Row> rows(long commit, long sequence) {
        List<Row> rows = new ArrayList<>(puts.size() + 1);
        puts.forEach(put -> rows.add(new Row(put.key, commit, put.value)));
        if (outbox != null) {
            rows.add(new Row(RowKey.outbox(sequence), commit, outbox.encode()));
        }
        return rows;
    }

    /** The appended rows, with positions that no earlier batch of the collection has given. */
    List<Row> appended(long commit, long sequence) {
        List<Row> rows = new ArrayList<>(appends.size());
        for (Append append : appends) {
            long number = (sequence << APPENDS_BITS) + rows.size();
            byte[] position = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
            rows.add(new Row(RowKey.entry(append.generation, position), commit, append.value));
        }
        return rows;
    }

    byte[] encode() {
        Packer packer = new Packer(appends.isEmpty() ? FORMAT : FORMAT_WITH_APPENDS).number(puts.size());
        puts.forEach(put -> packer.row(put.key).bytes(put.value));
        packer.number(deletes.size());
        deletes.forEach(packer::row);
        packer.sizes(growth).bytes(outbox == null ? new byte[0] : outbox.encode());
        if (!appends.isEmpty()) {
            packer.number(appends.size());
            appends.forEach(append -> packer.number(append.generation).bytes(append.value));
        }
        return packer.done();
    }

    static WriteSet decode(byte[] encoded) {
        boolean hasAppends = encoded.length > 0 && encoded[0] == FORMAT_WITH_APPENDS;
        Unpacker unpacker = new Unpacker(encoded, hasAppends ? FORMAT_WITH_APPENDS : FORMAT);
        List<Put> puts = unpacker.list(() -> new Put(unpacker.row(), unpacker.bytes()));
        List<RowKey> deletes = unpacker.list(unpacker::row);
        Map<Long, Size> growth = unpacker.sizes();
        byte[] outbox = unpacker.bytes();
        List<Append> appends =
                hasAppends ? unpacker.list(() -> new Append(unpacker.number(), unpacker.bytes())) : List.of();
        return new WriteSet(puts, deletes, growth, outbox.length == 0 ? null : Outbox.decode(outbox), appends);
    }
}

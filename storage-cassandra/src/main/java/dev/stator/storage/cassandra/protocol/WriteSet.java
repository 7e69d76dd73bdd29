package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one commit does to one collection.
 *
 * @param growth by the generation of the tree
 * @param outbox what is to happen elsewhere because of it
 */
public record WriteSet(
        List<Put> puts,
        List<RowKey> deletes,
        Map<Long, Size> growth,
        @Nullable Outbox outbox) {
    private static final int FORMAT = 1;

    /** A row without its version, which is the number of the commit. */
    public record Put(RowKey key, byte[] value) {}

    public WriteSet {
        puts = List.copyOf(puts);
        deletes = List.copyOf(deletes);
        growth = Map.copyOf(growth);
    }

    boolean isEmpty() {
        return puts.isEmpty() && deletes.isEmpty() && growth.isEmpty() && outbox == null;
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

    byte[] encode() {
        Packer packer = new Packer(FORMAT).number(puts.size());
        puts.forEach(put -> packer.row(put.key).bytes(put.value));
        packer.number(deletes.size());
        deletes.forEach(packer::row);
        packer.sizes(growth).bytes(outbox == null ? new byte[0] : outbox.encode());
        return packer.done();
    }

    static WriteSet decode(byte[] encoded) {
        Unpacker unpacker = new Unpacker(encoded, FORMAT);
        List<Put> puts = unpacker.list(() -> new Put(unpacker.row(), unpacker.bytes()));
        List<RowKey> deletes = unpacker.list(unpacker::row);
        Map<Long, Size> growth = unpacker.sizes();
        byte[] outbox = unpacker.bytes();
        return new WriteSet(puts, deletes, growth, outbox.length == 0 ? null : Outbox.decode(outbox));
    }
}

package dev.stator.storage.cassandra.protocol;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names a row of a collection; rows are ordered by kind, space and position.
 *
 * @param space    what the kind says it is
 * @param position ordered by unsigned bytes
 */
public record RowKey(Kind kind, long space, byte[] position) {
    private static final byte[] NO_POSITION = new byte[0];

    /** What a row is. The codes are part of the stored form. */
    public enum Kind {
        /** An entry; its space is the generation of its tree. */
        ENTRY(1),
        /** Derived changes that are still to be applied; the space is the collection's sequence number of their commit. */
        OUTBOX(2),
        /**
         * How far the outbox of another collection has been applied to this one: the version is the sequence number, the
         * space the other's table, the position its name.
         */
        MARKER(3),
        /** What an undecided transaction is going to write; the space is the transaction. */
        STAGED(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /** The kind with this code. */
        public static Kind of(int code) {
            return values()[code - 1];
        }
    }

    public static RowKey entry(long generation, byte[] position) {
        return new RowKey(Kind.ENTRY, generation, position);
    }

    static RowKey outbox(long sequence) {
        return new RowKey(Kind.OUTBOX, sequence, NO_POSITION);
    }

    static RowKey marker(CollectionId source) {
        return new RowKey(Kind.MARKER, source.table(), source.collection());
    }

    static RowKey staged(long transaction) {
        return new RowKey(Kind.STAGED, transaction, NO_POSITION);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowKey that
                && kind == that.kind
                && space == that.space
                && Arrays.equals(position, that.position);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * kind.code + Long.hashCode(space)) + Arrays.hashCode(position);
    }
}

package dev.stator.storage.cassandra.protocol;

import java.util.List;

/**
 * Changes to one collection that are applied together, if its head is still the one that they were made for and all
 * conditions hold. Every batch moves the sequence number on. So a batch is applied at most once, however often it is sent and
 * however late it arrives; and when the number has moved, one that has not been applied never will be.
 *
 * @param before     the head that the collection must have; the sequence number is what is compared
 * @param conditions further rows that must be as they were
 * @param after      the head that it gets
 */
public record Batch(Head before, List<Condition> conditions, Head after, List<Row> puts, List<RowKey> deletes) {

    /**
     * A row has this version.
     *
     * @param version 0 if the row must not be there
     */
    public record Condition(RowKey key, long version) {}

    public Batch {
        conditions = List.copyOf(conditions);
        puts = List.copyOf(puts);
        deletes = List.copyOf(deletes);
    }

    /** A batch that leaves lock and ledger and has no conditions but the head. */
    static Batch of(Head before, List<Row> puts, List<RowKey> deletes) {
        Head after = new Head(before.sequence() + 1, before.lock(), before.ledger());
        return new Batch(before, List.of(), after, puts, deletes);
    }
}

package dev.stator.storage.cassandra.protocol;

import java.util.List;

/**
 * The part of a commit that is about one collection.
 *
 * @param view the epoch of the rules by which it was decided, or {@link #NO_VIEW}
 */
public record Participant(CollectionId id, List<Expected> expected, WriteSet writes, long view) {
    /** Depends on no rules. */
    public static final long NO_VIEW = -1;

    /**
     * One of the commit's expectations.
     *
     * @param index where it stands among all expectations of the commit
     */
    public record Expected(int index, RowKey key, long version) {}

    public Participant {
        expected = List.copyOf(expected);
    }

    List<RowKey> expectedKeys() {
        return expected.stream().map(Expected::key).distinct().toList();
    }

    /** The index of the first expectation that these rows do not meet, or -1. */
    int firstFailed(Reading reading) {
        for (Expected one : expected) {
            if (reading.version(one.key) != one.version) {
                return one.index;
            }
        }
        return -1;
    }

    /** Whether the rules have changed since it was decided, as far as the collection knows. */
    boolean isStale(Head head) {
        return view != NO_VIEW && head.ledger().epoch() > view;
    }

    private List<Batch.Condition> conditions() {
        return expected.stream()
                .map(one -> new Batch.Condition(one.key, one.version))
                .distinct()
                .toList();
    }

    /** Everything at once, for a commit that is about this collection alone. */
    Batch commit(Head before, long commit) {
        long sequence = before.sequence() + 1;
        Ledger ledger =
                before.ledger().with(commit, sequence).grownBy(writes.growth()).since(view);
        Head after = new Head(sequence, Head.UNLOCKED, ledger);
        return new Batch(before, conditions(), after, writes.rows(commit, sequence), writes.deletes());
    }

    /** Takes the lock, and puts aside what is to be written if the transaction is committed. */
    Batch prepare(Head before, long transaction) {
        Head after =
                new Head(before.sequence() + 1, transaction, before.ledger().since(view));
        Row staged = new Row(RowKey.staged(transaction), transaction, writes.encode());
        return new Batch(before, conditions(), after, List.of(staged), List.of());
    }
}

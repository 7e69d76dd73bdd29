package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Consistency;
import dev.stator.storage.Range;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Mistakes that somebody could make in the protocol, planted between it and its store. The simulation must see each. */
enum Faults implements UnaryOperator<RowStore> {
    /** A transaction is taken for committed without a record that says so. */
    NO_DECISION {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public Decision decide(long transaction, Decision decision) {
                    return decision == Decision.COMMITTED ? decision : super.decide(transaction, decision);
                }
            };
        }
    },

    /** What is derived goes into the outbox when it is prepared, and not when it is decided. */
    DERIVED_BEFORE_THE_DECISION {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public Outcome compareAndSet(CollectionId id, Batch batch) {
                    List<Row> puts = new ArrayList<>(batch.puts());
                    for (Row row : batch.puts()) {
                        if (row.key().kind() == RowKey.Kind.STAGED) {
                            WriteSet staged = WriteSet.decode(row.value());
                            WriteSet early =
                                    new WriteSet(List.of(), List.of(), staged.growth(), staged.outbox(), List.of());
                            puts.addAll(early.rows(row.version(), batch.after().sequence()));
                        }
                    }
                    return super.compareAndSet(
                            id, new Batch(batch.before(), batch.conditions(), batch.after(), puts, batch.deletes()));
                }
            };
        }
    },

    /** What is expected of entries that are not written is not checked, which makes write skew. */
    READS_NOT_VALIDATED {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public Outcome compareAndSet(CollectionId id, Batch batch) {
                    Set<RowKey> written = new HashSet<>(batch.deletes());
                    for (Row row : batch.puts()) {
                        written.add(row.key());
                        if (row.key().kind() == RowKey.Kind.STAGED) {
                            WriteSet staged = WriteSet.decode(row.value());
                            staged.puts().forEach(put -> written.add(put.key()));
                            written.addAll(staged.deletes());
                        }
                    }
                    List<Batch.Condition> conditions = batch.conditions().stream()
                            .filter(condition -> written.contains(condition.key()))
                            .toList();
                    return super.compareAndSet(
                            id, new Batch(batch.before(), conditions, batch.after(), batch.puts(), batch.deletes()));
                }
            };
        }
    },

    /** What had no answer is looked for by reads that do not settle it. */
    PLAIN_READS {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public Reading read(CollectionId id, List<RowKey> rows, Consistency consistency) {
                    return super.read(id, rows, Consistency.EVENTUAL);
                }

                @Override
                public Reading entries(
                        CollectionId id, long generation, Range range, int limit, Consistency consistency) {
                    return super.entries(id, generation, range, limit, Consistency.EVENTUAL);
                }
            };
        }
    },

    /** A batch is applied to whatever sequence number the collection has, so it may be applied late, or twice. */
    NO_SEQUENCE {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public Outcome compareAndSet(CollectionId id, Batch batch) {
                    Outcome outcome = super.compareAndSet(id, batch);
                    if (outcome != Outcome.REFUSED) {
                        return outcome;
                    }
                    Head now = super.read(id, List.of(), Consistency.STRONG).head();
                    Head after = new Head(
                            now.sequence() + 1,
                            batch.after().lock(),
                            batch.after().ledger());
                    return super.compareAndSet(
                            id, new Batch(now, batch.conditions(), after, batch.puts(), batch.deletes()));
                }
            };
        }
    },

    /** No answer is taken for a no. */
    SILENCE_IS_REFUSAL {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public Decision decide(long transaction, Decision decision) {
                    Decision made = super.decide(transaction, decision);
                    return made == Decision.UNDECIDED ? Decision.ABORTED : made;
                }
            };
        }
    },

    /** The record of a transaction is forgotten as soon as it is decided. */
    FORGOTTEN_TOO_EARLY {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public Decision decide(long transaction, Decision decision) {
                    Decision made = super.decide(transaction, decision);
                    if (made == Decision.COMMITTED) {
                        super.forget(transaction);
                    }
                    return made;
                }
            };
        }
    },

    /** Nobody says beforehand what he is going to do. */
    NOTHING_ANNOUNCED {
        @Override
        public RowStore apply(RowStore store) {
            return new Passing(store) {
                @Override
                public void announce(Announcement announcement) {
                    // That is the fault.
                }
            };
        }
    };

    /** Passes everything on. */
    private static class Passing implements RowStore {
        private final RowStore store;

        Passing(RowStore store) {
            this.store = store;
        }

        @Override
        public Reading read(CollectionId id, List<RowKey> rows, Consistency consistency) {
            return store.read(id, rows, consistency);
        }

        @Override
        public List<Row> rowsOf(CollectionId id, RowKey.Kind kind) {
            return store.rowsOf(id, kind);
        }

        @Override
        public Reading entries(CollectionId id, long generation, Range range, int limit, Consistency consistency) {
            return store.entries(id, generation, range, limit, consistency);
        }

        @Override
        public Outcome compareAndSet(CollectionId id, Batch batch) {
            return store.compareAndSet(id, batch);
        }

        @Override
        public void register(CollectionId id) {
            store.register(id);
        }

        @Override
        public long epoch(long table) {
            return store.epoch(table);
        }

        @Override
        public Decision decision(long transaction) {
            return store.decision(transaction);
        }

        @Override
        public Decision decide(long transaction, Decision decision) {
            return store.decide(transaction, decision);
        }

        @Override
        public void forget(long transaction) {
            store.forget(transaction);
        }

        @Override
        public void announce(Announcement announcement) {
            store.announce(announcement);
        }

        @Override
        public void withdraw(Announcement announcement) {
            store.withdraw(announcement);
        }
    }
}

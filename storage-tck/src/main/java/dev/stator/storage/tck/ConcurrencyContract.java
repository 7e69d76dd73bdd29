package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.CommitResult;
import dev.stator.storage.Direction;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds between calls that run at the same time. A deadlock fails by the timeout. */
@Timeout(60)
public abstract class ConcurrencyContract extends EngineContract {
    protected ConcurrencyContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    /** Adds to the number at a key until the commit succeeds, and returns the sum. */
    private long add(EntryKey key, long added) {
        while (true) {
            Entry old = get(TABLE, key);
            long sum = added + (old == null ? 0 : Long.parseLong(text(old.value())));
            CommitDraft draft = new CommitDraft()
                    .expect(TABLE, key, old == null ? 0 : old.version())
                    .put(TABLE, key, bytes("" + sum));
            if (engine.commit(draft.done()) instanceof CommitResult.Committed) {
                return sum;
            }
        }
    }

    private long number(EntryKey key) {
        return number(TABLE, key);
    }

    private long number(Tree tree, EntryKey key) {
        String value = value(tree, key);
        return value == null ? 0 : Long.parseLong(value);
    }

    @ParameterizedTest
    @EnumSource
    void countersLoseNothing(Workers workers) throws Exception {
        EntryKey shared = key("counter", "shared");
        ConcurrentLinkedQueue<Long> sums = new ConcurrentLinkedQueue<>();

        int each = 12 * host.repetitions();

        workers.run(16, worker -> {
            for (int i = 0; i < each; i++) {
                sums.add(add(shared, 1));
                add(key("counter", "of " + worker % 3), 1);
            }
        });

        assertThat(number(shared)).isEqualTo(16L * each);
        assertThat(sums).as("each sum belongs to one commit").doesNotHaveDuplicates();
        assertThat(number(key("counter", "of 0")) + number(key("counter", "of 1")) + number(key("counter", "of 2")))
                .isEqualTo(16L * each);
    }

    @ParameterizedTest
    @EnumSource
    void commitsInOppositeOrderNeitherBlockNorMix(Workers workers) throws Exception {
        List<EntryKey> keys = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            keys.add(key("collection " + i, ""));
        }

        workers.run(16, worker -> {
            List<EntryKey> order = new ArrayList<>(keys);
            for (int i = 0; i < 15 * host.repetitions(); i++) {
                Collections.shuffle(order, new Random(worker * 100L + i));
                CommitDraft draft = new CommitDraft();
                for (EntryKey key : order) {
                    draft.put(TABLE, key, bytes(worker + "/" + i)).put(LOCAL_INDEX, key, bytes(worker + "/" + i));
                }
                assertCommitted(draft);
            }
        });

        Set<String> values = new HashSet<>();
        for (EntryKey key : keys) {
            values.add(String.valueOf(value(TABLE, key)));
            values.add(String.valueOf(value(LOCAL_INDEX, key)));
        }
        assertThat(values).as("all entries are of the last commit").hasSize(1);
    }

    @Test
    void whoHasSeenOneChangeOfACommitSeesTheOthers() throws Exception {
        // Between the first and the last of them an engine that applied one by one would take its time.
        List<EntryKey> keys = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            keys.add(key("collection " + i, ""));
        }

        whileWriting(
                i -> {
                    CommitDraft draft = new CommitDraft();
                    keys.forEach(key -> draft.put(TABLE, key, bytes("" + i)).put(GLOBAL_INDEX, key, bytes("" + i)));
                    assertCommitted(draft);
                },
                () -> {
                    long first = number(TABLE, keys.getFirst());
                    long last = number(GLOBAL_INDEX, keys.getLast());
                    assertThat(last).isGreaterThanOrEqualTo(first);
                    assertThat(number(TABLE, keys.getFirst())).isGreaterThanOrEqualTo(last);
                });
    }

    @Test
    void anAcknowledgedCommitIsSeenByEverybody() throws Exception {
        EntryKey key = key("a", "1");
        AtomicLong acknowledged = new AtomicLong();

        whileWriting(
                i -> {
                    put(TABLE, key, "" + i);
                    acknowledged.set(i);
                },
                () -> {
                    long before = acknowledged.get();
                    assertThat(number(key)).isGreaterThanOrEqualTo(before);
                });
    }

    @Test
    void aSliceNeverMixesTheTwoSidesOfACommit() throws Exception {
        rewrite(0);

        whileWriting(this::rewrite, () -> {
            for (Direction direction : Direction.values()) {
                List<Entry> entries = slice(TABLE, "a", Range.all(direction));
                assertThat(entries).hasSize(10);
                assertThat(entries)
                        .extracting(entry -> text(entry.value()))
                        .containsOnly(text(entries.getFirst().value()));
            }
        });
    }

    /** Runs one writer a hundred times or more, and readers as often as they manage meanwhile. */
    private void whileWriting(IntConsumer writer, Runnable reader) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Workers.PLATFORM.run(4, worker -> {
            if (worker > 0) {
                do {
                    reader.run();
                } while (!done.get());
                return;
            }
            try {
                for (int i = 1; i <= 100 * host.repetitions(); i++) {
                    writer.accept(i);
                }
            } finally {
                done.set(true);
            }
        });
    }

    /** One commit that replaces all entries: by the even positions or by the odd ones, with the round as value. */
    private void rewrite(int round) {
        CommitDraft draft = new CommitDraft();
        for (int position = 10; position < 30; position++) {
            if (position % 2 == round % 2) {
                draft.put(TABLE, key("a", "" + position), bytes("" + round));
            } else {
                draft.delete(TABLE, key("a", "" + position));
            }
        }
        assertCommitted(draft);
    }

    @Test
    void transfersKeepTheSum() throws Exception {
        List<EntryKey> accounts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            accounts.add(key("account " + i, ""));
            put(TABLE, accounts.get(i), "100");
        }

        Workers.VIRTUAL.run(8, worker -> {
            Random random = new Random(worker);
            for (int i = 0; i < 30 * host.repetitions(); i++) {
                transfer(accounts.get(random.nextInt(5)), accounts.get(random.nextInt(5)), random.nextInt(10));
            }
        });

        assertThat(accounts.stream().mapToLong(this::number).sum()).isEqualTo(500);
    }

    /** Tries once; that a conflict changes nothing is what keeps the sum. */
    private void transfer(EntryKey from, EntryKey to, long amount) {
        if (from.equals(to)) {
            return;
        }
        CommitDraft draft =
                new CommitDraft().expect(TABLE, from, version(TABLE, from)).expect(TABLE, to, version(TABLE, to));
        // The numbers are read behind the versions: if they changed between, the expectations fail.
        draft.put(TABLE, from, bytes("" + (number(from) - amount))).put(TABLE, to, bytes("" + (number(to) + amount)));
        engine.commit(draft.done());
    }

    @Test
    void ofTwoCommitsThatRelyOnEachOthersAbsenceOneSucceeds() throws Exception {
        for (int round = 0; round < 40 * host.repetitions(); round++) {
            List<EntryKey> both = List.of(key("left " + round, ""), key("right " + round, ""));
            AtomicInteger committed = new AtomicInteger();

            Workers.VIRTUAL.run(2, worker -> {
                CommitDraft draft = new CommitDraft()
                        .expectAbsent(TABLE, both.get(worker))
                        .expectAbsent(TABLE, both.get(1 - worker))
                        .put(TABLE, both.get(worker), bytes("on call"));
                if (engine.commit(draft.done()) instanceof CommitResult.Committed) {
                    committed.incrementAndGet();
                }
            });

            assertThat(committed).hasValue(1);
        }
    }

    @Test
    void sizesAreExactAfterConcurrentCommits() throws Exception {
        int pairs = 10 * host.repetitions();

        Workers.PLATFORM.run(12, worker -> {
            for (int i = 0; i < 2 * pairs; i++) {
                assertCommitted(new CommitDraft()
                        .put(TABLE, key("shared", worker + "/" + i), bytes("v"))
                        .derivePut(GLOBAL_INDEX, key("index " + i % 5, worker + "/" + i), bytes("v"))
                        .grow(TABLE, bytes("shared"), 1, worker)
                        .grow(GLOBAL_INDEX, bytes("index " + i % 5), 1, 2));
                if (i % 2 == 1) {
                    assertCommitted(new CommitDraft()
                            .delete(TABLE, key("shared", worker + "/" + i))
                            .grow(TABLE, bytes("shared"), -1, -worker));
                }
            }
        });

        // The workers' numbers add up to 66.
        assertThat(engine.size(TABLE)).isEqualTo(new Size(12L * pairs, 66L * pairs));
        assertThat(engine.size(TABLE, bytes("shared"))).isEqualTo(new Size(12L * pairs, 66L * pairs));
        assertThat(positions(TABLE, "shared")).hasSize(12 * pairs);
        assertThat(engine.size(GLOBAL_INDEX)).isEqualTo(new Size(24L * pairs, 48L * pairs));
        assertThat(engine.size(GLOBAL_INDEX, bytes("index 3")).entries())
                .isEqualTo(positions(GLOBAL_INDEX, "index 3").size());
    }

    @Test
    void derivedChangesOfManyCollectionsMeetInOne() throws Exception {
        int each = 20 * host.repetitions();

        Workers.PLATFORM.run(8, worker -> {
            for (int i = 0; i < each; i++) {
                assertCommitted(new CommitDraft()
                        .put(TABLE, key("item " + worker + "/" + i, ""), bytes("v"))
                        .derivePut(GLOBAL_INDEX, key("status", worker + "/" + i), bytes("v")));
            }
        });

        assertThat(scan(TABLE, TokenRange.ALL, null)).hasSize(8 * each);
        assertThat(positions(GLOBAL_INDEX, "status")).hasSize(8 * each);
    }

    @Test
    void anInterruptedThreadStillLearnsTheResult() throws Exception {
        Workers.PLATFORM.run(2, worker -> {
            Thread.currentThread().interrupt();
            put(TABLE, key("a", "" + worker), "v");

            assertThat(Thread.interrupted()).isTrue();
            assertThat(value(TABLE, key("a", "" + worker))).isEqualTo("v");
        });
    }
}

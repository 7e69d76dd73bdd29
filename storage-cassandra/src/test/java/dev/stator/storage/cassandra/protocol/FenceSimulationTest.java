package dev.stator.storage.cassandra.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.EntryKey;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import dev.stator.storage.View;
import dev.stator.storage.tck.Interleaving;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Some write by old rules, blindly and over and over, while somebody ends these: behind the fence nothing of theirs appears
 * any more, however late its messages. {@code -Dstator.seed=N} replays one schedule.
 */
final class FenceSimulationTest {
    private static final int SCHEDULES = 4_000;
    private static final Tree TABLE = new Tree(1, 0);
    private static final Place PLACE = new Place(1, 11);
    private static final List<String> COLLECTIONS = List.of("a", "b", "c");

    /** One schedule. */
    private static final class Schedule {
        private final Interleaving interleaving;
        private final SimulatedStore store;
        private final Random random;
        private final boolean asksForTheEpoch;
        private int appliedAtTheFence = Integer.MAX_VALUE;

        Schedule(long seed, boolean asksForTheEpoch) {
            interleaving = new Interleaving(seed);
            random = interleaving.random();
            store = new SimulatedStore(interleaving, SimulatedStore.Weather.any(random));
            this.asksForTheEpoch = asksForTheEpoch;
        }

        private SimulatedServer server(int number) {
            return new SimulatedServer(interleaving, store, number);
        }

        private void write(SimulatedServer server, long epoch) {
            for (int i = 0; i < 3; i++) {
                server.begin(new Operation("write", interleaving.steps()));
                List<Change> changes = new ArrayList<>();
                for (String collection : COLLECTIONS) {
                    if (changes.isEmpty() || random.nextInt(3) == 0) {
                        String any = random.nextBoolean() ? collection : "c";
                        EntryKey key = new EntryKey(Workload.bytes(any), Workload.bytes(collection + i));
                        changes.add(new Change.Put(TABLE, key, Workload.bytes("epoch " + epoch)));
                    }
                }
                List<View> views = List.of(new View(TABLE, asksForTheEpoch ? epoch : 2));
                try {
                    CommitResult result = server.committer.commit(CommitPlan.of(
                            new Commit(List.of(), changes, List.of(), List.of(), views, List.of()), tree -> PLACE));
                    if (result instanceof CommitResult.Stale) {
                        return;
                    }
                } catch (StorageException.Unavailable e) {
                    // It is not known, and he goes on.
                } catch (CommitPlan.NoTreeException e) {
                    throw new AssertionError(e);
                }
            }
        }

        private void fence(SimulatedServer server) {
            while (true) {
                try {
                    for (CollectionId id : store.raiseEpoch(PLACE.table(), 2)) {
                        server.committer.fence(id, 2);
                    }
                    appliedAtTheFence = store.log.size();
                    return;
                } catch (StorageException.Unavailable e) {
                    // Nothing is said before it is done.
                }
            }
        }

        /** What was written by the old rules behind the fence. */
        List<String> violations() {
            SimulatedServer old = server(1);
            SimulatedServer fresh = server(2);
            interleaving.add(() -> write(old, 1));
            interleaving.add(() -> write(old, 1));
            interleaving.add(() -> write(fresh, 2));
            interleaving.add(() -> fence(fresh));
            interleaving.run();
            store.deliverAll();
            List<String> late = new ArrayList<>();
            for (int i = Math.min(appliedAtTheFence, store.log.size()); i < store.log.size(); i++) {
                for (Row row : store.log.get(i).batch().puts()) {
                    if (row.key().kind() == RowKey.Kind.ENTRY
                            && Workload.text(row.value()).equals("epoch 1")) {
                        late.add(store.log.get(i).toString());
                    }
                }
            }
            return late;
        }
    }

    @Test
    void nothingOfOldRulesAppearsBehindTheFence() {
        Long chosen = Long.getLong("stator.seed");
        LongStream seeds = chosen == null ? LongStream.rangeClosed(1, SCHEDULES) : LongStream.of(chosen);
        seeds.parallel()
                .forEach(seed -> assertThat(new Schedule(seed, true).violations())
                        .as("-Dstator.seed=%d replays this", seed)
                        .isEmpty());
    }

    @Test
    void withoutEpochsSomethingWould() {
        assertThat(LongStream.rangeClosed(1, SCHEDULES)
                        .parallel()
                        .anyMatch(
                                seed -> !new Schedule(seed, false).violations().isEmpty()))
                .isTrue();
    }
}

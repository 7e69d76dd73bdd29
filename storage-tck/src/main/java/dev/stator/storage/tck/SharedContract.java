package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stator.storage.Capability;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.Range;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** {@link Capability#SHARED}: what processes do to each other that use the same storage. */
public abstract class SharedContract extends EngineContract {
    protected SharedContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @Test
    void behindAFenceNoCommitOfAnOlderEpochIsApplied() {
        assumeTrue(engine.capabilities().contains(Capability.SHARED));
        try (Engine other = host.open()) {
            for (String collection : List.of("a", "b")) {
                CommitDraft before = new CommitDraft()
                        .view(TABLE, 1)
                        .expectAbsent(TABLE, key(collection, "1"))
                        .put(TABLE, key(collection, "1"), bytes("before"));
                assertThat(other.commit(before.done())).isEqualTo(CommitResult.COMMITTED);
            }

            engine.fence(TABLE, 2);

            // Also in a collection that was not there before, and in one of many.
            for (List<String> collections : List.of(List.of("a"), List.of("new"), List.of("b", "other"))) {
                CommitDraft late = new CommitDraft().view(TABLE, 1);
                CommitDraft timely = new CommitDraft().view(LOCAL_INDEX, 2);
                for (String collection : collections) {
                    late.put(TABLE, key(collection, "late"), bytes("late"));
                    timely.put(TABLE, key(collection, "timely"), bytes("timely"));
                }
                assertThat(other.commit(late.done())).isEqualTo(CommitResult.STALE);
                assertThat(other.commit(timely.done())).isEqualTo(CommitResult.COMMITTED);
            }
            assertThat(positions(TABLE, "a")).containsExactly("1", "timely");
            assertThat(positions(TABLE, "new")).containsExactly("timely");
            // What depends on no rules is not kept out, and other tables have others.
            put(TABLE, key("a", "blind"), "blind");
            assertCommitted(new CommitDraft().view(GLOBAL_INDEX, 1).put(GLOBAL_INDEX, key("a", "1"), bytes("x")));
        }
    }

    @Test
    void aCollectionTakesNoOlderEpochThanItHasHad() {
        assumeTrue(engine.capabilities().contains(Capability.SHARED));
        assertCommitted(new CommitDraft().view(TABLE, 5).put(TABLE, key("a", "1"), bytes("new rules")));

        CommitDraft old = new CommitDraft().view(TABLE, 4).put(TABLE, key("a", "2"), bytes("old rules"));

        assertThat(engine.commit(old.done())).isEqualTo(CommitResult.STALE);
        assertThat(positions(TABLE, "a")).containsExactly("1");
    }

    @Test
    void appendedEntriesAreInTheOrderOfTheCommitsOfTheirCollection() throws Exception {
        assumeTrue(engine.capabilities().contains(Capability.SHARED));
        int each = 8;
        try (Engine other = host.open()) {
            List<Engine> engines = List.of(engine, other);
            Workers.VIRTUAL.run(4, worker -> {
                for (int i = 0; i < each; i++) {
                    increment(engines.get(worker % 2), worker / 2 == 0 ? "a" : "b");
                }
            });
        }

        Map<String, Integer> last = new HashMap<>();
        long position = -1;
        for (Entry entry : slice(GLOBAL_INDEX, "log", Range.all(Direction.FORWARD))) {
            long next = ByteBuffer.wrap(entry.key().position()).getLong();
            assertThat(entry.key().position()).hasSize(Long.BYTES);
            assertThat(next).isGreaterThan(position);
            position = next;
            String[] parts = text(entry.value()).split(" ", -1);
            int number = Integer.parseInt(parts[1]);
            assertThat(number).isEqualTo(last.getOrDefault(parts[0], 0) + 1);
            last.put(parts[0], number);
        }
        assertThat(last).isEqualTo(Map.of("a", 2 * each, "b", 2 * each));
    }

    /** Counts in a collection, and appends what it has counted to, until nobody comes between. */
    private static void increment(Engine engine, String collection) {
        CommitResult result;
        do {
            Entry entry = engine.get(TABLE, bytes(collection), bytes("count"), Consistency.STRONG);
            int next = entry == null ? 1 : Integer.parseInt(text(entry.value())) + 1;
            result = engine.commit(new CommitDraft()
                    .expect(TABLE, key(collection, "count"), entry == null ? 0 : entry.version())
                    .put(TABLE, key(collection, "count"), bytes("" + next))
                    .append(GLOBAL_INDEX, bytes("log"), bytes(collection + " " + next))
                    .done());
        } while (!(result instanceof CommitResult.Committed));
    }

    @Test
    void processesCountEachOther() {
        assumeTrue(engine.capabilities().contains(Capability.SHARED));
        int before = engine.processes();
        try (Engine other = host.open()) {
            other.attend();
            assertThat(engine.processes()).isEqualTo(before + 1);
            assertThat(other.processes()).isEqualTo(before + 1);
        }
        assertThat(engine.processes()).isEqualTo(before);
    }

    @Test
    void withoutItNothingIsAppendedAndAProcessIsAlone() {
        assumeFalse(engine.capabilities().contains(Capability.SHARED));
        CommitDraft draft =
                new CommitDraft().put(TABLE, key("a", "1"), bytes("v")).append(GLOBAL_INDEX, bytes("log"), bytes("v"));

        assertThatThrownBy(() -> engine.commit(draft.done())).isInstanceOf(UnsupportedOperationException.class);
        assertThat(engine.processes()).isEqualTo(1);
        assertThat(get(TABLE, key("a", "1"))).isNull();
    }
}

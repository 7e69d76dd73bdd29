package dev.stator.storage.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stator.storage.Capability;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.Snapshot;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Capability#SNAPSHOT}: what a snapshot holds, and that nothing reaches it or comes out of it afterwards. */
public abstract class SnapshotContract extends EngineContract {
    private static final int ACCOUNTS = 8;
    private static final int MONEY = 1000;

    protected SnapshotContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    private Snapshot snapshot() {
        assumeTrue(engine.capabilities().contains(Capability.SNAPSHOT));
        return engine.snapshot();
    }

    @Test
    void whatIsWrittenAfterwardsIsNotInTheSnapshot() {
        put(TABLE, key("changed", "1"), "before");
        put(TABLE, key("removed", "1"), "before");
        put(TABLE, key("grown", "1"), "before");
        put(GLOBAL_INDEX, key("index", "1"), "before");

        Snapshot snapshot = snapshot();
        put(TABLE, key("changed", "1"), "after");
        delete(TABLE, key("removed", "1"));
        put(TABLE, key("grown", "2"), "after");
        put(TABLE, key("new", "1"), "after");
        put(LOCAL_INDEX, key("new", "1"), "after");
        delete(GLOBAL_INDEX, key("index", "1"));

        try (Engine opened = snapshot.open()) {
            assertThat(contents(opened, TABLE)).containsExactlyInAnyOrder("changed/1", "removed/1", "grown/1");
            assertThat(contents(opened, LOCAL_INDEX)).isEmpty();
            assertThat(contents(opened, GLOBAL_INDEX)).containsExactly("index/1");
            assertThat(value(opened, "changed")).isEqualTo("before");
        }
        assertThat(contents(engine, TABLE)).containsExactlyInAnyOrder("changed/1", "grown/1", "grown/2", "new/1");
        assertThat(value(TABLE, key("changed", "1"))).isEqualTo("after");
    }

    @Test
    void enginesOpenedFromOneSnapshotDoNotSeeEachOther() {
        put(TABLE, key("a", "1"), "common");
        Snapshot snapshot = snapshot();

        try (Engine first = snapshot.open();
                Engine second = snapshot.open()) {
            commit(first, new CommitDraft().put(TABLE, key("a", "1"), bytes("first")));
            commit(second, new CommitDraft().put(TABLE, key("a", "2"), bytes("second")));

            assertThat(value(first, "a")).isEqualTo("first");
            assertThat(value(second, "a")).isEqualTo("common");
            assertThat(contents(first, TABLE)).containsExactly("a/1");
            assertThat(contents(second, TABLE)).containsExactly("a/1", "a/2");
            assertThat(contents(engine, TABLE)).containsExactly("a/1");
        }
    }

    @Test
    void aSnapshotOutlivesItsEngineAndCanBeTakenOfAnOpenedOne() {
        put(TABLE, key("a", "1"), "one");
        Snapshot first = snapshot();
        engine.close();

        Snapshot second;
        try (Engine opened = first.open()) {
            commit(opened, new CommitDraft().put(TABLE, key("a", "1"), bytes("two")));
            second = opened.snapshot();
            commit(opened, new CommitDraft().put(TABLE, key("a", "1"), bytes("three")));
        }
        try (Engine opened = second.open();
                Engine again = first.open()) {
            assertThat(value(opened, "a")).isEqualTo("two");
            assertThat(value(again, "a")).isEqualTo("one");
        }
    }

    @Test
    void treesAreThereAsTheyWere() {
        Tree late = new Tree(9, 0);
        Snapshot snapshot = snapshot();
        engine.create(late);
        engine.drop(GLOBAL_INDEX);

        try (Engine opened = snapshot.open()) {
            assertThat(opened.commit(new CommitDraft()
                            .put(late, key("a", "1"), bytes("v"))
                            .done()))
                    .isEqualTo(new CommitResult.NoTree(late));
            commit(opened, new CommitDraft().put(GLOBAL_INDEX, key("a", "1"), bytes("v")));
        }
    }

    @Test
    void sizesAreThereAsTheyWere() {
        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), 2, 20));
        Snapshot snapshot = snapshot();
        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), 1, 5));

        try (Engine opened = snapshot.open()) {
            commit(opened, new CommitDraft().grow(TABLE, bytes("b"), 1, 1));
            assertThat(opened.size(TABLE)).isEqualTo(new Size(3, 21));
            assertThat(opened.size(TABLE, bytes("a"))).isEqualTo(new Size(2, 20));
            assertThat(opened.size(TABLE, bytes("b"))).isEqualTo(new Size(1, 1));
        }
        assertThat(engine.size(TABLE)).isEqualTo(new Size(3, 25));
        assertThat(engine.size(TABLE, bytes("a"))).isEqualTo(new Size(3, 25));
    }

    @Test
    void anOpenedEngineUsesNoVersionOfTheSnapshotAgain() {
        put(TABLE, key("a", "1"), "one");
        put(TABLE, key("b", "1"), "two");
        Snapshot snapshot = snapshot();
        long before = version(TABLE, key("b", "1"));

        try (Engine opened = snapshot.open()) {
            commit(opened, new CommitDraft().put(TABLE, key("a", "1"), bytes("three")));
            assertThat(entry(opened, "a").version()).isGreaterThan(before);
            assertThat(entry(opened, "b").version()).isEqualTo(before);
        }
    }

    @Test
    void aScanThatASnapshotComesBetweenVisitsEverythingOnce() {
        for (int i = 0; i < 200; i++) {
            put(TABLE, key("c" + i, "1"), "v");
        }
        List<String> visited = new ArrayList<>();
        Snapshot first = snapshot();
        engine.scan(TABLE, TokenRange.ALL, null, Consistency.STRONG, entry -> {
            visited.add(text(entry.key().collection()));
            if (visited.size() % 20 == 0) {
                engine.snapshot();
            }
            return true;
        });

        assertThat(visited).hasSize(200).doesNotHaveDuplicates();
        try (Engine opened = first.open()) {
            assertThat(contents(opened, TABLE)).hasSize(200);
        }
    }

    /** Money goes from account to account, in one commit each time; whoever looks at any moment finds all of it. */
    @ParameterizedTest
    @EnumSource
    void aSnapshotIsOneMomentBetweenCommits(Workers workers) throws Exception {
        for (int i = 0; i < ACCOUNTS; i++) {
            put(TABLE, account(i), "" + MONEY);
        }
        snapshot();
        workers.run(4, worker -> {
            for (int i = 0; i < 40 * host.repetitions(); i++) {
                if (worker > 0) {
                    transfer((i * 7 + worker) % ACCOUNTS, (i * 3 + worker * 5 + 1) % ACCOUNTS);
                } else {
                    try (Engine opened = engine.snapshot().open()) {
                        assertThat(money(opened)).isEqualTo(ACCOUNTS * MONEY);
                        assertThat(opened.size(TABLE).bytes()).isZero();
                    }
                }
            }
        });
        assertThat(money(engine)).isEqualTo(ACCOUNTS * MONEY);
    }

    private void transfer(int from, int to) {
        if (from == to) {
            return;
        }
        CommitResult result;
        do {
            Entry source = requireNonNull(get(TABLE, account(from)));
            Entry target = requireNonNull(get(TABLE, account(to)));
            result = engine.commit(new CommitDraft()
                    .expect(TABLE, account(from), source.version())
                    .expect(TABLE, account(to), target.version())
                    .put(TABLE, account(from), plus(source, -1))
                    .put(TABLE, account(to), plus(target, 1))
                    .grow(TABLE, account(from).collection(), 0, -1)
                    .grow(TABLE, account(to).collection(), 0, 1)
                    .done());
        } while (result != CommitResult.COMMITTED);
    }

    private static byte[] plus(Entry entry, int amount) {
        return bytes("" + (Integer.parseInt(text(entry.value())) + amount));
    }

    private static EntryKey account(int number) {
        return key("account" + number, "balance");
    }

    private static int money(Engine engine) {
        int sum = 0;
        for (int i = 0; i < ACCOUNTS; i++) {
            EntryKey key = account(i);
            Entry entry = engine.get(TABLE, key.collection(), key.position(), Consistency.STRONG);
            sum += Integer.parseInt(text(requireNonNull(entry).value()));
        }
        return sum;
    }

    private static void commit(Engine engine, CommitDraft draft) {
        assertThat(engine.commit(draft.done())).isEqualTo(CommitResult.COMMITTED);
    }

    private static Entry entry(Engine engine, String collection) {
        return requireNonNull(engine.get(TABLE, bytes(collection), bytes("1"), Consistency.STRONG));
    }

    private static @Nullable String value(Engine engine, String collection) {
        return text(entry(engine, collection).value());
    }

    /** What a scan finds, each of it also found by its collection. */
    private static List<String> contents(Engine engine, Tree tree) {
        List<String> found = new ArrayList<>();
        engine.scan(tree, TokenRange.ALL, null, Consistency.STRONG, entry -> {
            List<EntryKey> sliced = new ArrayList<>();
            engine.slice(
                    tree,
                    entry.key().collection(),
                    Range.all(Direction.FORWARD),
                    Consistency.STRONG,
                    each -> sliced.add(each.key()));
            assertThat(sliced).contains(entry.key());
            found.add(text(entry.key().collection()) + "/" + text(entry.key().position()));
            return true;
        });
        return found;
    }
}

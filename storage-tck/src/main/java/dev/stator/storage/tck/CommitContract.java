package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.CommitResult;
import dev.stator.storage.EntryKey;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The contract of {@link dev.stator.storage.Engine#commit}, one commit at a time. */
public abstract class CommitContract extends EngineContract {
    private static final EntryKey A = key("a", "1");
    private static final EntryKey B = key("b", "1");
    private static final EntryKey C = key("c", "1");

    protected CommitContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @Test
    void anAbsentEntryIsCreatedOnce() {
        CommitDraft create = new CommitDraft().expectAbsent(TABLE, A).put(TABLE, A, bytes("first"));

        assertCommitted(create);
        assertThat(engine.commit(create.done())).isEqualTo(new CommitResult.Conflict(0));
        assertThat(value(TABLE, A)).isEqualTo("first");
    }

    @Test
    void anEntryIsReplacedIfItsVersionIsTheExpectedOne() {
        put(TABLE, A, "old");
        long old = version(TABLE, A);

        assertCommitted(new CommitDraft().expect(TABLE, A, old).put(TABLE, A, bytes("new")));
        assertThat(value(TABLE, A)).isEqualTo("new");

        assertThat(engine.commit(new CommitDraft()
                        .expect(TABLE, A, old)
                        .put(TABLE, A, bytes("late"))
                        .done()))
                .isEqualTo(new CommitResult.Conflict(0));
        assertThat(value(TABLE, A)).isEqualTo("new");
    }

    @Test
    void anEntryThatIsGoneDoesNotHaveItsOldVersion() {
        put(TABLE, A, "old");
        long old = version(TABLE, A);
        delete(TABLE, A);

        CommitDraft late = new CommitDraft().expect(TABLE, A, old).put(TABLE, A, bytes("late"));
        assertThat(engine.commit(late.done())).isEqualTo(new CommitResult.Conflict(0));

        put(TABLE, A, "old");
        assertThat(engine.commit(late.done())).isEqualTo(new CommitResult.Conflict(0));
        assertThat(value(TABLE, A)).isEqualTo("old");
    }

    @Test
    void theConflictNamesTheFirstExpectationThatFailed() {
        put(TABLE, B, "there");
        put(GLOBAL_INDEX, C, "there");

        CommitDraft draft = new CommitDraft()
                .expectAbsent(TABLE, A)
                .expect(TABLE, B, version(TABLE, B))
                .expectAbsent(GLOBAL_INDEX, C)
                .expectAbsent(TABLE, B)
                .put(TABLE, A, bytes("new"));

        assertThat(engine.commit(draft.done())).isEqualTo(new CommitResult.Conflict(2));
    }

    @Test
    void aConflictAppliesNothing() {
        put(TABLE, B, "there");
        put(LOCAL_INDEX, B, "there");

        CommitDraft draft = new CommitDraft()
                .expectAbsent(TABLE, A)
                .expectAbsent(TABLE, B)
                .put(TABLE, A, bytes("new"))
                .put(TABLE, B, bytes("new"))
                .delete(LOCAL_INDEX, B)
                .derivePut(GLOBAL_INDEX, A, bytes("new"))
                .grow(TABLE, bytes("a"), 1, 3);

        assertThat(engine.commit(draft.done())).isEqualTo(new CommitResult.Conflict(1));
        assertThat(value(TABLE, A)).isNull();
        assertThat(value(TABLE, B)).isEqualTo("there");
        assertThat(value(LOCAL_INDEX, B)).isEqualTo("there");
        assertThat(value(GLOBAL_INDEX, A)).isNull();
        assertThat(engine.size(TABLE).entries()).isZero();
    }

    @Test
    void changesOverSeveralTreesAndCollectionsAreApplied() {
        put(TABLE, C, "old");

        assertCommitted(new CommitDraft()
                .expectAbsent(TABLE, A)
                .expect(TABLE, C, version(TABLE, C))
                .put(TABLE, A, bytes("a"))
                .put(TABLE, key("a", "2"), bytes("a2"))
                .put(LOCAL_INDEX, A, bytes("local"))
                .put(GLOBAL_INDEX, B, bytes("global"))
                .delete(TABLE, C));

        assertThat(value(TABLE, A)).isEqualTo("a");
        assertThat(value(TABLE, key("a", "2"))).isEqualTo("a2");
        assertThat(value(LOCAL_INDEX, A)).isEqualTo("local");
        assertThat(value(GLOBAL_INDEX, B)).isEqualTo("global");
        assertThat(value(TABLE, C)).isNull();
    }

    @Test
    void anExpectationAloneIsChecked() {
        assertCommitted(new CommitDraft().expectAbsent(TABLE, A));
        put(TABLE, A, "there");
        long version = version(TABLE, A);

        assertThat(engine.commit(new CommitDraft().expectAbsent(TABLE, A).done()))
                .isEqualTo(new CommitResult.Conflict(0));
        assertCommitted(new CommitDraft().expect(TABLE, A, version));
        assertThat(version(TABLE, A)).isEqualTo(version);
    }

    @Test
    void aBlindChangeIsAppliedWhateverIsThere() {
        put(TABLE, A, "first");
        put(TABLE, A, "second");
        assertThat(value(TABLE, A)).isEqualTo("second");

        delete(TABLE, A);
        delete(TABLE, A);
        assertThat(value(TABLE, A)).isNull();
    }

    @Test
    void anEmptyCommitIsCommitted() {
        assertCommitted(new CommitDraft());
    }

    @Test
    void aMissingTreeIsNamedAndNothingApplied() {
        put(TABLE, B, "there");
        Tree alsoUnknown = new Tree(78, 0);

        CommitDraft changed = new CommitDraft()
                .expectAbsent(TABLE, B)
                .put(TABLE, A, bytes("new"))
                .put(UNKNOWN, A, bytes("new"))
                .put(alsoUnknown, A, bytes("new"));
        CommitDraft expected = new CommitDraft().expectAbsent(alsoUnknown, A).put(UNKNOWN, A, bytes("new"));

        assertThat(engine.commit(changed.done())).isEqualTo(new CommitResult.NoTree(UNKNOWN));
        assertThat(engine.commit(expected.done())).isEqualTo(new CommitResult.NoTree(alsoUnknown));
        assertThat(value(TABLE, A)).isNull();
    }

    @Test
    void aFamilyIsATreeOfItsOwn() {
        Tree otherFamily = new Tree(TABLE.id(), 9);

        assertThat(engine.commit(
                        new CommitDraft().put(otherFamily, A, bytes("v")).done()))
                .isEqualTo(new CommitResult.NoTree(otherFamily));
    }

    @Test
    void aDerivedChangeWhoseTreeIsMissingIsLeftOut() {
        assertCommitted(new CommitDraft()
                .put(TABLE, A, bytes("new"))
                .derivePut(UNKNOWN, A, bytes("derived"))
                .deriveDelete(UNKNOWN, B)
                .grow(UNKNOWN, null, 1, 7));

        assertThat(value(TABLE, A)).isEqualTo("new");
        engine.create(UNKNOWN);
        assertThat(value(UNKNOWN, A)).isNull();
        assertThat(engine.size(UNKNOWN).entries()).isZero();
    }

    @Test
    void aCommitMayHoldManyChanges() {
        CommitDraft draft = new CommitDraft();
        for (int i = 0; i < 500; i++) {
            EntryKey key = key("collection " + i % 70, "position " + i);
            draft.expectAbsent(TABLE, key).put(TABLE, key, bytes("" + i));
        }
        assertCommitted(draft);

        assertThat(scan(TABLE, TokenRange.ALL, null)).hasSize(500);
        assertThat(engine.commit(draft.done())).isEqualTo(new CommitResult.Conflict(0));
    }
}

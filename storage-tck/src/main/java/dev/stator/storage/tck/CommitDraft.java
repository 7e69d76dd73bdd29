package dev.stator.storage.tck;

import dev.stator.storage.Append;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.Tree;
import dev.stator.storage.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers the parts of a {@link Commit} in the order in which a test names them. */
public final class CommitDraft {
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Change> derived = new ArrayList<>();
    private final List<Growth> growth = new ArrayList<>();
    private final List<View> views = new ArrayList<>();
    private final List<Append> appends = new ArrayList<>();

    public CommitDraft expect(Tree tree, EntryKey key, long version) {
        expectations.add(new Expectation(tree, key, version));
        return this;
    }

    public CommitDraft expectAbsent(Tree tree, EntryKey key) {
        return expect(tree, key, Expectation.ABSENT);
    }

    public CommitDraft put(Tree tree, EntryKey key, byte[] value) {
        changes.add(new Change.Put(tree, key, value));
        return this;
    }

    public CommitDraft delete(Tree tree, EntryKey key) {
        changes.add(new Change.Delete(tree, key));
        return this;
    }

    public CommitDraft derivePut(Tree tree, EntryKey key, byte[] value) {
        derived.add(new Change.Put(tree, key, value));
        return this;
    }

    public CommitDraft deriveDelete(Tree tree, EntryKey key) {
        derived.add(new Change.Delete(tree, key));
        return this;
    }

    public CommitDraft grow(Tree tree, byte @Nullable [] collection, long entries, long bytes) {
        growth.add(new Growth(tree, collection, entries, bytes));
        return this;
    }

    public CommitDraft view(Tree tree, long epoch) {
        views.add(new View(tree, epoch));
        return this;
    }

    public CommitDraft append(Tree tree, byte[] collection, byte[] value) {
        appends.add(new Append(tree, collection, value));
        return this;
    }

    public Commit done() {
        return new Commit(expectations, changes, derived, growth, views, appends);
    }
}

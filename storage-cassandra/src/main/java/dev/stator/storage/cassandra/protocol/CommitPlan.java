package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Append;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.Size;
import dev.stator.storage.Tree;
import dev.stator.storage.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A commit, taken apart by collection.
 *
 * @param participants what is checked and changed at once, in the order of {@link CollectionId}
 * @param targets      the collections to which derived changes go
 * @param growth       what it adds to whole trees, by generation
 */
public record CommitPlan(List<Participant> participants, List<CollectionId> targets, Map<Long, Size> growth) {

    /** Thrown when a commit names a tree that does not exist. */
    public static final class NoTreeException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Tree tree;

        NoTreeException(Tree tree) {
            super(null, null, false, false);
            this.tree = tree;
        }

        public Tree tree() {
            return tree;
        }
    }

    /** What belongs to one collection, while it is gathered. */
    private static final class Draft {
        final List<Participant.Expected> expected = new ArrayList<>();
        final List<WriteSet.Put> puts = new ArrayList<>();
        final List<RowKey> deletes = new ArrayList<>();
        final Map<Long, Size> growth = new HashMap<>();
        final List<WriteSet.Append> appends = new ArrayList<>();

        void change(Change change, long generation) {
            RowKey key = RowKey.entry(generation, change.key().position());
            switch (change) {
                case Change.Put put -> puts.add(new WriteSet.Put(key, put.value()));
                case Change.Delete delete -> deletes.add(key);
            }
        }

        boolean changesEntries() {
            return !puts.isEmpty() || !deletes.isEmpty() || !appends.isEmpty();
        }

        WriteSet done(@Nullable Outbox outbox) {
            return new WriteSet(puts, deletes, growth, outbox, appends);
        }
    }

    /**
     * Takes a commit apart.
     *
     * @param places where a tree lies, or null if there is none
     * @throws NoTreeException for the first tree of an expectation, or else of a change, that does not exist
     */
    public static CommitPlan of(Commit commit, Function<Tree, @Nullable Place> places) throws NoTreeException {
        TreeMap<CollectionId, Draft> participants = new TreeMap<>();
        TreeMap<CollectionId, Draft> targets = new TreeMap<>();
        for (int i = 0; i < commit.expectations().size(); i++) {
            Expectation expectation = commit.expectations().get(i);
            Place place = required(expectation.tree(), places);
            RowKey row = RowKey.entry(place.generation(), expectation.key().position());
            draft(participants, place, expectation.key())
                    .expected
                    .add(new Participant.Expected(i, row, expectation.version()));
        }
        for (Change change : commit.changes()) {
            Place place = required(change.tree(), places);
            draft(participants, place, change.key()).change(change, place.generation());
        }
        // With no change from which it would follow, a derived one is a change itself.
        Map<CollectionId, Draft> derived = commit.changes().isEmpty() ? participants : targets;
        for (Change change : commit.derived()) {
            Place place = places.apply(change.tree());
            if (place != null) {
                draft(derived, place, change.key()).change(change, place.generation());
            }
        }
        append(commit, places, targets);
        Map<Long, Size> total = new HashMap<>();
        for (Growth growth : commit.growth()) {
            Place place = places.apply(growth.tree());
            if (place != null) {
                add(total, place.generation(), growth);
                grow(participants, targets, growth, place);
            }
        }
        List<Participant> joined = join(participants, targets, views(commit, places));
        return new CommitPlan(joined, List.copyOf(targets.keySet()), Map.copyOf(total));
    }

    private static void append(
            Commit commit, Function<Tree, @Nullable Place> places, TreeMap<CollectionId, Draft> targets) {
        if (!commit.appends().isEmpty() && commit.changes().isEmpty()) {
            throw new IllegalArgumentException("there is no change from which the appends follow");
        }
        for (Append append : commit.appends()) {
            Place place = places.apply(append.tree());
            if (place != null) {
                targets.computeIfAbsent(new CollectionId(place.table(), append.collection()), id -> new Draft())
                        .appends
                        .add(new WriteSet.Append(place.generation(), append.value()));
            }
        }
    }

    /** The epochs of the views, by table. */
    private static Map<Long, Long> views(Commit commit, Function<Tree, @Nullable Place> places) {
        Map<Long, Long> views = new HashMap<>();
        for (View view : commit.views()) {
            Place place = places.apply(view.tree());
            if (place != null) {
                views.put(place.table(), view.epoch());
            }
        }
        return views;
    }

    private static Place required(Tree tree, Function<Tree, @Nullable Place> places) throws NoTreeException {
        Place place = places.apply(tree);
        if (place == null) {
            throw new NoTreeException(tree);
        }
        return place;
    }

    private static Draft draft(Map<CollectionId, Draft> drafts, Place place, EntryKey key) {
        return drafts.computeIfAbsent(new CollectionId(place.table(), key.collection()), id -> new Draft());
    }

    private static void add(Map<Long, Size> sizes, long generation, Growth growth) {
        sizes.merge(
                generation,
                new Size(growth.entries(), growth.bytes()),
                (sum, more) -> sum.plus(more.entries(), more.bytes()));
    }

    /** Counts a collection in its own head: at once if it takes part, else as something derived. */
    private static void grow(
            TreeMap<CollectionId, Draft> participants,
            TreeMap<CollectionId, Draft> targets,
            Growth growth,
            Place place) {
        if (growth.collection() == null) {
            return;
        }
        CollectionId id = new CollectionId(place.table(), growth.collection());
        TreeMap<CollectionId, Draft> drafts =
                participants.isEmpty() || participants.containsKey(id) ? participants : targets;
        add(drafts.computeIfAbsent(id, same -> new Draft()).growth, place.generation(), growth);
    }

    /** Puts the outbox into the first collection that is written, and a reference to it into the others. */
    private static List<Participant> join(
            TreeMap<CollectionId, Draft> participants, TreeMap<CollectionId, Draft> targets, Map<Long, Long> views) {
        // Sizes may be added in any order, so they make nobody wait.
        boolean isOrdered = targets.values().stream().anyMatch(Draft::changesEntries);
        List<CollectionId> written = participants.entrySet().stream()
                .filter(participant -> participant.getValue().changesEntries())
                .map(Map.Entry::getKey)
                .toList();
        List<Participant> joined = new ArrayList<>();
        participants.forEach((id, draft) -> {
            CollectionId first = written.isEmpty() ? participants.firstKey() : written.getFirst();
            Outbox outbox = null;
            if (!targets.isEmpty() && id.equals(first)) {
                List<CollectionId> others = isOrdered ? written.subList(1, written.size()) : List.of();
                outbox = new Outbox.Derived(others, targets(targets));
            } else if (isOrdered && draft.changesEntries()) {
                outbox = new Outbox.After(first);
            }
            long view = views.getOrDefault(id.table(), Participant.NO_VIEW);
            joined.add(new Participant(id, draft.expected, draft.done(outbox), view));
        });
        return List.copyOf(joined);
    }

    private static List<Outbox.Target> targets(TreeMap<CollectionId, Draft> targets) {
        return targets.entrySet().stream()
                .map(target ->
                        new Outbox.Target(target.getKey(), target.getValue().done(null)))
                .toList();
    }

    boolean writesNothing() {
        return participants.stream()
                .allMatch(participant -> participant.writes().isEmpty());
    }

    List<CollectionId> ids() {
        return participants.stream().map(Participant::id).toList();
    }

    /** Those in whose outbox it leaves something, the one with the derived changes first. */
    List<CollectionId> sources() {
        return participants.stream()
                .filter(participant -> participant.writes().outbox() != null)
                .map(Participant::id)
                .toList();
    }
}

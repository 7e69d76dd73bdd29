package dev.stator.storage;

import java.util.List;

/**
 * What is checked and applied as one. No two changes, derived ones included, name the same tree and key.
 *
 * @param expectations all must hold; each key that {@code changes} names has one, or the change is a blind one
 * @param changes      applied atomically, over any trees and collections
 * @param derived      changes in other trees that follow from {@code changes}; their keys belong to the entries they are
 *                     derived from, so nothing is expected of them. One whose tree does not exist is left out: an engine
 *                     that applies it later may find its tree dropped, so no engine refuses it
 * @param growth       what the changes and derived changes add to the sizes; that of a missing tree is left out
 * @param views        by which rules the changes were decided, one for each id at most; for engines with {@link
 *                     Capability#SHARED}, and left out by those that change rules themselves
 * @param appends      derived changes whose positions the engine gives; only for engines with {@link Capability#SHARED}
 */
public record Commit(
        List<Expectation> expectations,
        List<Change> changes,
        List<Change> derived,
        List<Growth> growth,
        List<View> views,
        List<Append> appends) {
    public Commit {
        expectations = List.copyOf(expectations);
        changes = List.copyOf(changes);
        derived = List.copyOf(derived);
        growth = List.copyOf(growth);
        views = List.copyOf(views);
        appends = List.copyOf(appends);
    }

    /** A commit that depends on no rules and appends nothing. */
    public Commit(List<Expectation> expectations, List<Change> changes, List<Change> derived, List<Growth> growth) {
        this(expectations, changes, derived, growth, List.of(), List.of());
    }

    /** What an engine says of appends that lacks {@link Capability#SHARED}. */
    public void refuseAppends() {
        if (!appends.isEmpty()) {
            throw new UnsupportedOperationException("this engine gives no positions");
        }
    }
}

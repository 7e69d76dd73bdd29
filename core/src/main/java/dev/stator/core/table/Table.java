package dev.stator.core.table;

import dev.stator.storage.Engine;
import dev.stator.storage.Tree;
import dev.stator.storage.View;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table as reads and writes of items see it: names, keys, trees and the indexes to maintain. Immutable; the next lookup
 * in {@link Tables} gives the table as it is then. {@link TableDefinition} is all the rest.
 */
public final class Table {
    private final TableDefinition definition;
    private final WriteGate gate;
    private final @Nullable View view;
    private final List<Index> indexes;
    private final boolean hasLocalIndexes;
    private final @Nullable TimeToLive timeToLive;
    private final @Nullable String streamArn;
    private final Map<String, Index> indexesByName = new HashMap<>();

    Table(TableDefinition definition, WriteGate gate, @Nullable View view) {
        this.definition = definition;
        this.gate = gate;
        this.view = view;
        indexes = maintained(definition);
        hasLocalIndexes = indexes.stream().anyMatch(index -> !index.isGlobal());
        timeToLive = maintainedTimeToLive(definition);
        streamArn = definition.streamArn();
        indexes.forEach(index -> indexesByName.put(index.name(), index));
    }

    public String name() {
        return definition.name();
    }

    /** Id of the {@link Tree} of the items; never used again after the table is gone. */
    public int id() {
        return definition.id();
    }

    public String arn() {
        return definition.arn();
    }

    /** Where the items are. */
    public Tree tree() {
        return definition.tree();
    }

    public KeySchema keys() {
        return definition.keys();
    }

    /** The indexes that every write maintains, local ones first; one that is CREATING is written, but not read. */
    public List<Index> indexes() {
        return indexes;
    }

    /** The one of {@link #indexes()} that has this name, or null. */
    public @Nullable Index index(String name) {
        return indexesByName.get(name);
    }

    /** The ARN of the stream that changes of items are recorded in, or null. */
    public @Nullable String streamArn() {
        return streamArn;
    }

    /** Whether it has local indexes, so that its item collections are counted and limited. */
    public boolean hasLocalIndexes() {
        return hasLocalIndexes;
    }

    /** The time to live that every write maintains, and none while it is being disabled. */
    public @Nullable TimeToLive timeToLive() {
        return timeToLive;
    }

    public boolean isPayPerRequest() {
        return definition.settings().billing().isPayPerRequest();
    }

    public Status status() {
        return definition.status();
    }

    /** Everything that is known of the table. */
    public TableDefinition definition() {
        return definition;
    }

    /** Whether items can be read and written now. */
    boolean isUsable() {
        return definition.status() == Status.ACTIVE || definition.status() == Status.UPDATING;
    }

    /** What commits of its items say of the rules that they follow; null where nobody else can change these. */
    public @Nullable View view() {
        return view;
    }

    /** Blocks until no write is under way, or can still be made by any process, that does not know the table as it is here. */
    void awaitEarlierWrites(Engine engine) {
        gate.awaitEarlier();
        if (view != null) {
            engine.fence(view.tree(), view.epoch());
        }
    }

    WriteGate gate() {
        return gate;
    }

    /** Whether who writes by the one definition also does right by the other. */
    static boolean isWrittenAlike(TableDefinition one, TableDefinition other) {
        return one.status() != Status.DELETING
                && other.status() != Status.DELETING
                && maintained(one).equals(maintained(other))
                && Objects.equals(expiries(one), expiries(other))
                && isRecordedAlike(one, other);
    }

    private static @Nullable TimeToLive maintainedTimeToLive(TableDefinition definition) {
        TimeToLive timeToLive = definition.timeToLive();
        return timeToLive != null && timeToLive.isMaintained() ? timeToLive : null;
    }

    /** Where writes put expiries; which attribute they come from never changes. */
    private static @Nullable Tree expiries(TableDefinition definition) {
        TimeToLive timeToLive = maintainedTimeToLive(definition);
        return timeToLive == null ? null : timeToLive.tree();
    }

    /** Whether changes of items are recorded in the same stream, or in none. */
    static boolean isRecordedAlike(TableDefinition one, TableDefinition other) {
        return Objects.equals(one.streamArn(), other.streamArn());
    }

    private static List<Index> maintained(TableDefinition definition) {
        return definition.indexes().stream()
                .filter(index -> index.status() != Index.Status.DELETING)
                .toList();
    }

    /** The states of a table, named as on the wire. */
    public enum Status {
        CREATING,
        UPDATING,
        DELETING,
        ACTIVE
    }
}

package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.storage.Engine;
import dev.stator.storage.Size;
import dev.stator.storage.Tree;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database. Lookups take no lock; the {@link Catalog} stores the definitions, and every change goes through
 * it before it is seen here. {@link IndexChanges} carries out in the background what a new or removed index needs, {@link
 * TimeToLiveChanges} the same for a time to live.
 *
 * <p>A change that a crash interrupts is finished when the tables are opened again.
 */
public final class Tables implements AutoCloseable {
    /** <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas</a>. */
    private static final int TABLES_MAX = 2_500;

    private final Engine engine;
    private final Catalog catalog;
    private final IndexChanges indexChanges;
    private final TimeToLiveChanges timeToLiveChanges;
    private final TableStreams streams;
    private final Map<String, Table> tables = new ConcurrentHashMap<>();
    /** Held from reading a definition until its successor is published, so that the newest is published last. */
    private final ReentrantLock changes = new ReentrantLock();

    /** A table before and after a change. */
    public record Changed(TableDefinition before, TableDefinition after) {}

    /**
     * Opens the tables that the engine holds, and finishes changes that were interrupted.
     *
     * @param background runs the filling and dropping of indexes, in short tasks that submit their successors
     * @param entries    makes the entries of an index that is being filled
     * @param streams    those of the same engine
     */
    public static Tables open(Engine engine, Executor background, IndexEntry.Maker entries, TableStreams streams) {
        Tables tables = new Tables(engine, background, entries, streams);
        tables.recover();
        return tables;
    }

    private Tables(Engine engine, Executor background, IndexEntry.Maker entries, TableStreams streams) {
        this.engine = engine;
        this.streams = streams;
        this.catalog = new Catalog(engine);
        this.indexChanges = new IndexChanges(this, engine, background, entries);
        this.timeToLiveChanges = new TimeToLiveChanges(this, engine, background);
    }

    /**
     * The table for reads of items.
     *
     * @throws ApiException ResourceNotFoundException, if there is none that can be read and written now
     */
    public Table get(String nameOrArn) {
        Table table = lookup(nameOrArn);
        if (table == null || !table.isUsable()) {
            throw ApiException.resourceNotFound("Requested resource not found");
        }
        return table;
    }

    /**
     * Calls a write of items with the table as it is, which stays right until the call returns: a change of the table's
     * indexes, and its deletion, wait for it. So the write decides and commits, again after a conflict, inside of this
     * call, and makes no call here that changes tables.
     *
     * @throws ApiException as {@link #get}, and what the write throws
     */
    public <T extends @Nullable Object> T write(String nameOrArn, Function<Table, T> write) {
        while (true) {
            Table table = get(nameOrArn);
            int pass = table.gate().enter();
            if (pass != WriteGate.CLOSED) {
                try {
                    return write.apply(table);
                } finally {
                    table.gate().leave(pass);
                }
            }
            table.gate().pause();
        }
    }

    /**
     * As {@link #write(String, Function)}, with several tables.
     *
     * @param namesOrArns each once
     * @param write       gets the tables by these names
     */
    public <T extends @Nullable Object> T write(List<String> namesOrArns, Function<Map<String, Table>, T> write) {
        return write(namesOrArns, new HashMap<>(), write);
    }

    private <T extends @Nullable Object> T write(
            List<String> namesOrArns, Map<String, Table> entered, Function<Map<String, Table>, T> write) {
        if (namesOrArns.isEmpty()) {
            return write.apply(entered);
        }
        String first = namesOrArns.getFirst();
        return this.<T>write(first, table -> {
            entered.put(first, table);
            return write(namesOrArns.subList(1, namesOrArns.size()), entered, write);
        });
    }

    /**
     * The table for the operations on tables, in whatever state it is.
     *
     * @throws ApiException ResourceNotFoundException, if there is none
     */
    public TableDefinition describe(String nameOrArn) {
        Table table = lookup(nameOrArn);
        if (table == null) {
            throw notFound(TableArn.nameIn(nameOrArn));
        }
        return table.definition();
    }

    /** The names of all tables, in whatever state, in ascending order; they are ASCII. */
    public List<String> names() {
        return tables.keySet().stream().sorted().toList();
    }

    /** All tables, in whatever state, in the order of their names. */
    public List<TableDefinition> definitions() {
        return tables.values().stream()
                .map(Table::definition)
                .sorted(Comparator.comparing(TableDefinition::name))
                .toList();
    }

    /** The number of items or index entries, and their bytes. */
    public Size size(Tree tree) {
        return engine.size(tree);
    }

    /**
     * Creates a table, which is ACTIVE afterwards.
     *
     * @param trees      how many {@link Tree} ids it needs: its own, and one for each global index
     * @param definition gets the first of the ids
     * @throws ApiException ResourceInUseException, if there is a table of that name; LimitExceededException, if there are
     *     as many tables as there may be
     */
    public TableDefinition create(String name, int trees, Function<Integer, TableDefinition> definition) {
        changes.lock();
        try {
            if (tables.containsKey(name)) {
                throw alreadyExists(name);
            }
            if (tables.size() >= TABLES_MAX) {
                throw new ApiException(
                        ErrorType.LIMIT_EXCEEDED,
                        "Subscriber limit exceeded: There is a limit of " + TABLES_MAX + " tables per subscriber");
            }
            TableDefinition created = withUnusedStream(null, definition.apply(catalog.reserveTrees(trees)));
            if (!catalog.insert(created.withStatus(Table.Status.CREATING))) {
                throw alreadyExists(name);
            }
            return finishCreating(created);
        } finally {
            changes.unlock();
        }
    }

    /**
     * Changes what is known of a table; a new index begins to be filled, and one that is DELETING to be removed.
     *
     * @param decide gives the new definition; may throw, and may be called again if the table was changed meanwhile
     * @throws ApiException ResourceNotFoundException, if there is no such table; and what {@code decide} throws
     */
    public Changed change(String nameOrArn, UnaryOperator<TableDefinition> decide) {
        String name = describe(nameOrArn).name();
        changes.lock();
        try {
            while (true) {
                Catalog.Stored stored = catalog.find(name);
                if (stored == null) {
                    throw notFound(name);
                }
                TableDefinition changed = withUnusedStream(stored.definition(), decide.apply(stored.definition()));
                if (catalog.replace(stored, changed)) {
                    createTrees(stored.definition(), changed);
                    streams.begin(changed, this::reserveTree);
                    publish(changed);
                    endStream(stored.definition(), changed);
                    indexChanges.start(changed);
                    return new Changed(stored.definition(), changed);
                }
            }
        } finally {
            changes.unlock();
        }
    }

    /**
     * Enables or disables a table's time to live, and carries that out; only the enabling of a table with many items goes on
     * in the background.
     *
     * @param decide as that of {@link #change}
     */
    public void changeTimeToLive(String nameOrArn, UnaryOperator<TableDefinition> decide) {
        TableDefinition changed = change(nameOrArn, decide).after();
        Table table = current(changed.name());
        if (table != null && table.id() == changed.id()) {
            timeToLiveChanges.carryOut(table);
        }
    }

    /** The tables that have a time to live, be it that it is only being enabled. */
    public List<Table> withTimeToLive() {
        return tables.values().stream()
                .filter(table -> table.timeToLive() != null)
                .toList();
    }

    /** An id for the tree of something new. */
    public int reserveTree() {
        return catalog.reserveTrees(1);
    }

    /**
     * Deletes a table with all its items.
     *
     * @param decide checks whether it may be deleted, and gives its definition while it is DELETING
     * @return that definition
     */
    public TableDefinition delete(String nameOrArn, UnaryOperator<TableDefinition> decide) {
        TableDefinition deleting = change(nameOrArn, decide).after();
        finishDeleting(deleting);
        return deleting;
    }

    /** Ends the filling of indexes after the batch that is under way. */
    @Override
    public void close() {
        indexChanges.close();
        timeToLiveChanges.close();
    }

    /** The table as it was last published, or null. */
    @Nullable
    Table current(String name) {
        return tables.get(name);
    }

    private @Nullable Table lookup(String nameOrArn) {
        if (!TableArn.isArn(nameOrArn)) {
            return tables.get(nameOrArn);
        }
        TableArn arn = TableArn.parse(nameOrArn);
        Table table = tables.get(arn.name());
        if (table != null) {
            arn.check(table.arn());
        }
        return table;
    }

    private Table publish(TableDefinition definition) {
        Table before = tables.get(definition.name());
        if (before == null) {
            Table table = new Table(definition, new WriteGate(null));
            tables.put(definition.name(), table);
            return table;
        }
        boolean isWrittenAlike = Table.isWrittenAlike(before.definition(), definition);
        WriteGate gate = isWrittenAlike ? before.gate() : new WriteGate(before.gate());
        if (!Table.isRecordedAlike(before.definition(), definition)) {
            before.gate().close();
            gate.awaitEarlier();
        }
        Table table = new Table(definition, gate);
        tables.put(definition.name(), table);
        if (!isWrittenAlike) {
            before.gate().close();
        }
        return table;
    }

    /** The definition with another label for its stream, if it has a new one and the label was used before. */
    private TableDefinition withUnusedStream(@Nullable TableDefinition before, TableDefinition after) {
        StreamSettings stream = after.settings().stream();
        if (stream == null || !stream.enabled() || (before != null && Table.isRecordedAlike(before, after))) {
            return after;
        }
        return after.withSettings(after.settings().withStream(streams.unused(after, stream)));
    }

    /** Ends the stream that a table had before a change and has no longer. */
    private void endStream(TableDefinition before, TableDefinition after) {
        if (before.streamArn() != null && !Table.isRecordedAlike(before, after)) {
            streams.end(before.streamArn());
        }
    }

    private TableDefinition finishCreating(TableDefinition table) {
        table.trees().forEach(engine::create);
        streams.begin(table, this::reserveTree);
        TableDefinition active = table.withStatus(Table.Status.ACTIVE);
        Catalog.Stored stored = catalog.find(table.name());
        if (stored == null || !catalog.replace(stored, active)) {
            throw new IllegalStateException("table " + table.name() + " was changed while it was being created");
        }
        publish(active);
        return active;
    }

    private void finishDeleting(TableDefinition table) {
        Table published = tables.get(table.name());
        if (published != null) {
            published.gate().awaitEarlier();
        }
        if (table.streamArn() != null) {
            streams.end(table.streamArn());
        }
        table.trees().forEach(engine::drop);
        changes.lock();
        try {
            Catalog.Stored stored = catalog.find(table.name());
            if (stored != null && stored.definition().id() == table.id()) {
                catalog.remove(stored);
                tables.remove(table.name());
            }
        } finally {
            changes.unlock();
        }
    }

    private void recover() {
        for (TableDefinition table : catalog.all()) {
            switch (table.status()) {
                case CREATING -> finishCreating(table);
                case DELETING -> finishDeleting(table);
                case ACTIVE, UPDATING -> {
                    // Those that are missing belong to what is about to be created or dropped.
                    table.trees().forEach(engine::create);
                    streams.begin(table, this::reserveTree);
                    resume(publish(table));
                }
            }
        }
        endOtherStreams();
    }

    /** Ends the streams of which a crash has left no table, or a table that has ended them. */
    private void endOtherStreams() {
        Set<String> arns = new HashSet<>();
        for (Table table : tables.values()) {
            if (table.streamArn() != null) {
                arns.add(table.streamArn());
            }
        }
        streams.endAllBut(arns);
    }

    private void resume(Table table) {
        indexChanges.start(table.definition());
        timeToLiveChanges.resume(table);
    }

    /** Creates the trees of what is new, before the first write can know of them. */
    private void createTrees(TableDefinition before, TableDefinition after) {
        List<Tree> existing = before.trees();
        after.trees().stream().filter(tree -> !existing.contains(tree)).forEach(engine::create);
    }

    private static ApiException alreadyExists(String name) {
        return new ApiException(ErrorType.RESOURCE_IN_USE, "Table already exists: " + name);
    }

    private static ApiException notFound(String name) {
        return ApiException.resourceNotFound("Requested resource not found: Table: " + name + " not found");
    }
}

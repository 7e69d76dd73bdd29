package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.housekeeping.Duties;
import dev.stator.core.housekeeping.Task;
import dev.stator.storage.Capability;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Engine;
import dev.stator.storage.Size;
import dev.stator.storage.Tree;
import dev.stator.storage.View;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database. {@link PublishedTables} has them for requests; the {@link Catalog} stores the definitions, and every change goes through
 * it before it is seen here. {@link IndexChanges} carries out in the background what a new or removed index needs, {@link
 * TimeToLiveChanges} the same for a time to live.
 *
 * <p>A change that a crash interrupts is finished when the tables are opened again.
 */
public final class Tables implements AutoCloseable {
    /** <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas</a>. */
    private static final int TABLES_MAX = 2_500;

    /** How often a process that shares its storage looks after {@link #sharedTask}. */
    public static final Duration SHARED_INTERVAL = SharedView.INTERVAL;

    private final Engine engine;
    private final Catalog catalog;
    private final IndexChanges indexChanges;
    private final TimeToLiveChanges timeToLiveChanges;
    private final TableStreams streams;
    private final Duties duties;
    /** Null for a process that is alone. */
    private final @Nullable SharedView view;

    private final PublishedTables tables;
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
     * @param duties     which tables' changes this process carries out
     */
    public static Tables open(
            Engine engine, Executor background, IndexEntry.Maker entries, TableStreams streams, Duties duties) {
        Tables tables = new Tables(engine, background, entries, streams, duties);
        if (tables.view == null) {
            tables.recover();
        } else {
            tables.view.refresh();
        }
        return tables;
    }

    private Tables(Engine engine, Executor background, IndexEntry.Maker entries, TableStreams streams, Duties duties) {
        this.engine = engine;
        this.streams = streams;
        this.duties = duties;
        boolean isShared = engine.capabilities().contains(Capability.SHARED);
        this.tables = new PublishedTables(isShared);
        this.view = isShared ? new SharedView(engine, this::readCatalog) : null;
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
        if (view != null) {
            view.refresh();
        }
        Table table = lookup(nameOrArn);
        if (table == null) {
            throw notFound(TableArn.nameIn(nameOrArn));
        }
        return table.definition();
    }

    /** The names of all tables, in whatever state, in ascending order; they are ASCII. */
    public List<String> names() {
        if (view != null) {
            view.refresh();
        }
        return tables.names().stream().sorted().toList();
    }

    /** All tables, in whatever state, in the order of their names. */
    public List<TableDefinition> definitions() {
        return tables.all().stream()
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
            if (tables.get(name) != null) {
                throw alreadyExists(name);
            }
            if (tables.names().size() >= TABLES_MAX) {
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
        Changed changed = publishChange(name, decide);
        if (view != null && !Table.isWrittenAlike(changed.before, changed.after)) {
            view.awaitOthers();
        }
        endStream(changed.before, changed.after);
        startIndexChange(changed.after);
        return changed;
    }

    private Changed publishChange(String name, UnaryOperator<TableDefinition> decide) {
        changes.lock();
        try {
            while (true) {
                Catalog.Stored stored = catalog.find(name);
                if (stored == null) {
                    throw notFound(name);
                }
                TableDefinition changed = withUnusedStream(stored.definition(), decide.apply(stored.definition()));
                boolean isNewEpoch = view != null && !Table.isWrittenAlike(stored.definition(), changed);
                long epoch = isNewEpoch ? stored.epoch() + 1 : stored.epoch();
                if (catalog.replace(stored, changed, epoch)) {
                    createTrees(stored.definition(), changed);
                    streams.begin(changed, this::reserveTree);
                    tables.publish(changed, epoch);
                    return new Changed(stored.definition(), changed);
                }
            }
        } finally {
            changes.unlock();
        }
    }

    private void startIndexChange(TableDefinition table) {
        if (duties.isMine(table.id())) {
            indexChanges.start(table);
        }
    }

    /** Whether this process carries out what the table's definition asks for. */
    public boolean isMine(Table table) {
        return duties.isMine(table.id());
    }

    /** To be called with the answer to a commit of items: one that was decided on something old has the catalog read again. */
    public void note(CommitResult result) {
        if (view != null && (result instanceof CommitResult.Stale || result instanceof CommitResult.NoTree)) {
            view.outdate();
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
        return tables.all().stream().filter(table -> table.timeToLive() != null).toList();
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
        if (view == null) {
            return tables.find(nameOrArn);
        }
        view.keepFresh();
        Table table = tables.find(nameOrArn);
        if (table == null || !table.isUsable()) {
            // Another process may just have created it.
            view.refresh();
            table = tables.find(nameOrArn);
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
        // Where storage is shared, another process may have finished it.
        boolean isDone = view != null && stored != null && stored.definition().equals(active);
        if (stored == null || !(isDone || catalog.replace(stored, active))) {
            throw new IllegalStateException("table " + table.name() + " was changed while it was being created");
        }
        tables.publish(active, stored.epoch());
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
        for (Catalog.Stored stored : catalog.all()) {
            TableDefinition table = stored.definition();
            switch (table.status()) {
                case CREATING -> finishCreating(table);
                case DELETING -> finishDeleting(table);
                case ACTIVE, UPDATING -> {
                    // Those that are missing belong to what is about to be created or dropped.
                    table.trees().forEach(engine::create);
                    streams.begin(table, this::reserveTree);
                    resume(tables.publish(table, stored.epoch()));
                }
            }
        }
        endOtherStreams();
    }

    /** Publishes what other processes have created, changed and deleted. */
    private void readCatalog() {
        changes.lock();
        try {
            streams.refresh();
            Set<String> left = new HashSet<>();
            for (Catalog.Stored stored : catalog.all()) {
                TableDefinition definition = stored.definition();
                left.add(definition.name());
                Table known = tables.get(definition.name());
                View rules = new View(definition.tree(), stored.epoch());
                if (known == null || !known.definition().equals(definition) || !rules.equals(known.view())) {
                    Table table = new Table(definition, new WriteGate(null), rules);
                    if (table.isUsable()) {
                        streams.begin(definition, this::reserveTree);
                    }
                    tables.publish(definition, stored.epoch());
                }
            }
            tables.removeAllBut(left);
        } finally {
            changes.unlock();
        }
    }

    /** Goes on with what a table's definition asks for, begun by whatever process. */
    void resumeShared(Table table) {
        table.definition().trees().forEach(engine::create);
        resume(table);
    }

    /** Ends the streams that no table has any more, if that is this process's duty. */
    void endSharedStreams() {
        if (duties.isMine(0)) {
            changes.lock();
            try {
                endOtherStreams();
            } finally {
                changes.unlock();
            }
        }
    }

    /** All that are published, in whatever state. */
    Collection<Table> published() {
        return tables.all();
    }

    /** Finishes creating or deleting what a process has begun that is gone. */
    void finish(TableDefinition definition) {
        if (definition.status() == Table.Status.DELETING) {
            finishDeleting(definition);
            return;
        }
        changes.lock();
        try {
            Catalog.Stored stored = catalog.find(definition.name());
            if (stored != null && stored.definition().equals(definition)) {
                finishCreating(definition);
            }
        } finally {
            changes.unlock();
        }
    }

    /** The housekeeping of a process that shares its storage; null for one that is alone. */
    public @Nullable Task sharedTask() {
        return view == null ? null : new SharedTables(this, view);
    }

    /** Ends the streams of which a crash has left no table, or a table that has ended them. */
    private void endOtherStreams() {
        Set<String> arns = new HashSet<>();
        for (Table table : tables.all()) {
            if (table.streamArn() != null) {
                arns.add(table.streamArn());
            }
        }
        streams.endAllBut(arns);
    }

    private void resume(Table table) {
        startIndexChange(table.definition());
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

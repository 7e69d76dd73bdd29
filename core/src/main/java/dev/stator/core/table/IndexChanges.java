package dev.stator.core.table;

import dev.stator.storage.Engine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what a table's definition asks for: fills an index that is CREATING, drops one that is DELETING. Each step
 * is a short task that reads the definition anew and submits the next, so that an index can be deleted while it is being
 * filled, and a restart goes on from the definition alone.
 *
 * <p>DynamoDB: a table is UPDATING, and its new index not backfilling, until resources are allocated; then the table is
 * ACTIVE and the index is backfilling.
 */
final class IndexChanges {
    private static final Logger LOG = LoggerFactory.getLogger(IndexChanges.class);

    private final Tables tables;
    private final Engine engine;
    private final Executor background;
    private final IndexEntry.Maker entries;
    /** The tables that have a step submitted or running; each has one at most. */
    private final Map<String, Work> working = new ConcurrentHashMap<>();

    private volatile boolean closed;

    IndexChanges(Tables tables, Engine engine, Executor background, IndexEntry.Maker entries) {
        this.tables = tables;
        this.engine = engine;
        this.background = background;
        this.entries = entries;
    }

    /** Begins the work that the definition asks for, if there is some and it is not under way. */
    void start(TableDefinition table) {
        if (table.changingIndex() != null && working.putIfAbsent(table.name(), new Work(table.name())) == null) {
            submit(working.get(table.name()));
        }
    }

    void close() {
        closed = true;
    }

    private void submit(@Nullable Work work) {
        if (work == null || closed) {
            return;
        }
        try {
            background.execute(work);
        } catch (RejectedExecutionException e) {
            // The executor is shut down: the database closes, and goes on with this when it is opened again.
            working.remove(work.name);
        }
    }

    /** The steps of one table. */
    private final class Work implements Runnable {
        private final String name;
        private @Nullable Backfill backfill;

        Work(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            if (closed) {
                return;
            }
            try {
                step();
            } catch (RuntimeException e) {
                working.remove(name);
                LOG.error("changing the indexes of table {} stopped; it goes on when the server is restarted", name, e);
            }
        }

        private void step() {
            Table table = tables.current(name);
            Index index = table == null ? null : table.definition().changingIndex();
            if (table == null || index == null || !tables.isMine(table)) {
                finish();
            } else if (index.status() == Index.Status.DELETING) {
                table.gate().awaitEarlier();
                engine.drop(index.tree());
                change(index, definition -> definition.withoutIndex(index));
                submit(this);
            } else if (!table.definition().settingsOf(index).backfilling()) {
                table.gate().awaitEarlier();
                change(
                        index,
                        definition -> definition.withIndex(
                                index, definition.settingsOf(index).withBackfilling(true)));
                submit(this);
            } else {
                fill(table, index);
                submit(this);
            }
        }

        private void fill(Table table, Index index) {
            if (backfill == null || !backfill.fills(index.tree())) {
                // After a restart this is the first step.
                table.awaitEarlierWrites(engine);
                backfill = Backfill.counted(engine, table.tree(), index.tree(), item -> entries.of(table, index, item));
            }
            if (!backfill.next()) {
                backfill = null;
                change(
                        index,
                        definition -> definition.withIndex(
                                index.withStatus(Index.Status.ACTIVE),
                                definition.settingsOf(index).withBackfilling(false)));
            }
        }

        /** Changes the definition if the index still is what it was, and ends the table's state of UPDATING. */
        private void change(Index index, UnaryOperator<TableDefinition> change) {
            tables.change(
                    name,
                    definition -> index.equals(definition.index(index.name()))
                            ? change.apply(definition).withStatus(Table.Status.ACTIVE)
                            : definition);
        }

        private void finish() {
            working.remove(name);
            // A change that came between the look at the table and this found the work under way, and did not start it.
            Table table = tables.current(name);
            if (table != null && tables.isMine(table)) {
                start(table.definition());
            }
        }
    }
}

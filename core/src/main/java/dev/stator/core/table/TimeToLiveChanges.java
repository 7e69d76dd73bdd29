package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.EncodedItem;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.Tree;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what a table's definition says of its {@link TimeToLive}: fills the tree of one that is ENABLING, drops that
 * of one that is DISABLING.
 */
final class TimeToLiveChanges {
    private static final Logger LOG = LoggerFactory.getLogger(TimeToLiveChanges.class);
    /** As many as see to the end of a table that fits into one. */
    private static final int FIRST_BATCHES = 2;

    private final Tables tables;
    private final Engine engine;
    private final Executor background;
    /** The trees that are being filled. */
    private final Set<Tree> filling = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    TimeToLiveChanges(Tables tables, Engine engine, Executor background) {
        this.tables = tables;
        this.engine = engine;
        this.background = background;
    }

    /**
     * Begins a change that was published. Disabling is complete when this returns, and so is the enabling of a small table,
     * as on AWS.
     */
    void carryOut(Table table) {
        TimeToLive timeToLive = table.definition().timeToLive();
        if (timeToLive == null) {
            return;
        }
        switch (timeToLive.status()) {
            case ENABLING -> {
                if (tables.isMine(table) && filling.add(timeToLive.tree())) {
                    new Filling(table, timeToLive).fill(FIRST_BATCHES);
                }
            }
            case DISABLING -> drop(table, timeToLive);
            case ENABLED -> {}
        }
    }

    /** Goes on with a change that a stop has interrupted. */
    void resume(Table table) {
        TimeToLive timeToLive = table.definition().timeToLive();
        if (timeToLive != null && timeToLive.status() == TimeToLive.Status.ENABLING) {
            if (tables.isMine(table) && filling.add(timeToLive.tree())) {
                new Filling(table, timeToLive).submit();
            }
        } else {
            carryOut(table);
        }
    }

    void close() {
        closed = true;
    }

    private void drop(Table table, TimeToLive timeToLive) {
        table.gate().awaitEarlier();
        engine.drop(timeToLive.tree());
        change(table, timeToLive, null);
    }

    /** Changes the definition, if it still is what it was. */
    private void change(Table table, TimeToLive from, @Nullable TimeToLive to) {
        try {
            tables.change(
                    table.name(),
                    definition -> from.equals(definition.timeToLive()) ? definition.withTimeToLive(to) : definition);
        } catch (ApiException e) {
            LOG.debug("table {} was deleted meanwhile", table.name(), e);
        }
    }

    /** The filling of one tree, batch by batch. */
    private final class Filling {
        private final Table table;
        private final TimeToLive timeToLive;
        private final Backfill backfill;
        /** Whether all who write know the tree. */
        private boolean isAlone;

        Filling(Table table, TimeToLive timeToLive) {
            this.table = table;
            this.timeToLive = timeToLive;
            this.backfill = Backfill.uncounted(engine, table.tree(), timeToLive.tree(), this::entry);
        }

        private @Nullable IndexEntry entry(Entry item) {
            Expiry expiry = Expiry.of(timeToLive, item.key(), EncodedItem.wrap(item.value()));
            return expiry == null ? null : new IndexEntry(expiry.put(timeToLive), 0);
        }

        void submit() {
            try {
                background.execute(() -> fill(1));
            } catch (RejectedExecutionException e) {
                filling.remove(timeToLive.tree());
                LOG.debug("the database is being closed, and goes on when it is opened again", e);
            }
        }

        void fill(int batches) {
            if (closed || !tables.isMine(table)) {
                filling.remove(timeToLive.tree());
                return;
            }
            try {
                if (!isAlone) {
                    table.awaitEarlierWrites(engine);
                    isAlone = true;
                }
                for (int i = 0; i < batches; i++) {
                    if (!backfill.next()) {
                        change(table, timeToLive, timeToLive.enabled());
                        filling.remove(timeToLive.tree());
                        return;
                    }
                }
                submit();
            } catch (RuntimeException e) {
                filling.remove(timeToLive.tree());
                LOG.error(
                        "enabling the time to live of table {} stopped; it goes on when the server is restarted",
                        table.name(),
                        e);
            }
        }
    }
}

package dev.stator.core.write;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.housekeeping.Task;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.Expiry;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.table.TimeToLive;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Deletes items whose time to live is over. It goes by the tree of expiries, and never searches a table. Each item is
 * deleted by a write that looks at it again: who has changed its time to live before, or deletes it too, loses nothing.
 */
public final class Sweeper implements Task {
    /** So many deletions are under way at a time, and share the waits for the disk. */
    private static final int BATCH_MAX = 128;

    private final Engine engine;
    private final Tables tables;
    private final ItemWriter writer;
    private final ExecutorService background;
    private final Duration delay;
    private @Nullable Pass pass;

    /**
     * A sweeper of all tables.
     *
     * @param delay for how long an item stays after it has expired
     */
    public Sweeper(Engine engine, Tables tables, ItemWriter writer, ExecutorService background, Duration delay) {
        this.engine = engine;
        this.tables = tables;
        this.writer = writer;
        this.background = background;
        this.delay = delay;
    }

    /** Deletes the next items that are due, or looks for some in the next table. */
    @Override
    public Outcome step(Instant now) {
        if (pass == null || !pass.now.equals(now)) {
            pass = new Pass(now);
        }
        Table table = pass.left.peek();
        if (table == null) {
            pass = null;
            return tables.withTimeToLive().isEmpty() ? Outcome.IDLE : Outcome.LATER;
        }
        List<Expiry> batch = pass.next(table);
        if (batch.isEmpty()) {
            pass.left.remove();
        } else {
            delete(table, batch, pass.due);
        }
        return Outcome.MORE;
    }

    private void delete(Table table, List<Expiry> batch, Expiry.Due due) {
        List<Callable<Written>> deletions = new ArrayList<>();
        for (Expiry expiry : batch) {
            deletions.add(() -> delete(table, expiry, due));
        }
        try {
            for (Future<Written> deletion : background.invokeAll(deletions)) {
                await(deletion);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while deleting expired items of " + table.name(), e);
        }
    }

    private Written delete(Table table, Expiry expiry, Expiry.Due due) {
        return writer.write(
                table.name(),
                table.id(),
                expiry.item(),
                (current, old) -> old == null || !isDue(current, expiry, old, due) ? old : null,
                Origin.TIME_TO_LIVE);
    }

    private static boolean isDue(Table current, Expiry found, EncodedItem old, Expiry.Due due) {
        TimeToLive timeToLive = current.timeToLive();
        Expiry expiry = timeToLive == null ? null : Expiry.of(timeToLive, found.item(), old);
        return expiry != null && due.includes(expiry);
    }

    /** Throws what the deletion threw, unless its table was deleted, and its items with it. */
    private static void await(Future<Written> deletion) throws InterruptedException {
        try {
            deletion.get();
        } catch (ExecutionException e) {
            boolean isGone =
                    e.getCause() instanceof ApiException refused && refused.type() == ErrorType.RESOURCE_NOT_FOUND;
            if (!isGone) {
                throw new IllegalStateException("an expired item was not deleted", e.getCause());
            }
        }
    }

    /** One way through all tables. It only goes forward, so it comes to its end whatever becomes of the deletions. */
    private final class Pass {
        private final Instant now;
        private final Expiry.Due due;
        private final Queue<Table> left = new ArrayDeque<>();
        private int collection;
        private byte @Nullable [] after;

        Pass(Instant now) {
            this.now = now;
            this.due = Expiry.Due.at(now, delay);
            tables.withTimeToLive().stream()
                    .filter(table -> isEnabled(table) && tables.isMine(table))
                    .forEach(left::add);
        }

        /** The next that are due in this table; none at its end. */
        List<Expiry> next(Table table) {
            List<Expiry> batch = new ArrayList<>();
            while (collection < Expiry.COLLECTIONS) {
                slice(table, batch);
                if (batch.size() == BATCH_MAX) {
                    return batch;
                }
                collection++;
                after = null;
            }
            if (batch.isEmpty()) {
                collection = 0;
            }
            return batch;
        }

        private void slice(Table table, List<Expiry> batch) {
            TimeToLive timeToLive = table.timeToLive();
            if (timeToLive == null) {
                return;
            }
            engine.slice(
                    timeToLive.tree(), Expiry.collection(collection), due.range(after), Consistency.STRONG, entry -> {
                        after = entry.key().position();
                        batch.add(Expiry.at(after));
                        return batch.size() < BATCH_MAX;
                    });
        }
    }

    private static boolean isEnabled(Table table) {
        TimeToLive timeToLive = table.timeToLive();
        return timeToLive != null && timeToLive.status() == TimeToLive.Status.ENABLED;
    }
}

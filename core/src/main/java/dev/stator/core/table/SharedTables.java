package dev.stator.core.table;

import dev.stator.core.housekeeping.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a process does about tables, again and again, that shares its storage: reads what others have changed, and carries out
 * what is its duty, also what a process that is gone has begun.
 */
final class SharedTables implements Task {
    /** Creating and deleting are a few commits; who has not ended it after so long is gone, or will find it ended. */
    private static final long ABANDONED_NANOS = Duration.ofSeconds(6).toNanos();

    private final Tables tables;
    private final SharedView view;
    /** Since when tables have been CREATING or DELETING. */
    private final Map<TableDefinition, Long> since = new HashMap<>();

    SharedTables(Tables tables, SharedView view) {
        this.tables = tables;
        this.view = view;
    }

    @Override
    public Outcome step(Instant now) {
        view.refresh();
        Set<TableDefinition> abandoned = abandoned();
        for (Table table : tables.published()) {
            TableDefinition definition = table.definition();
            if (!tables.isMine(table)) {
                continue;
            }
            if (abandoned.contains(definition)) {
                tables.finish(definition);
            } else if (table.isUsable() && !definition.isSettled()) {
                tables.resumeShared(table);
            }
        }
        tables.endSharedStreams();
        return Outcome.LATER;
    }

    private Set<TableDefinition> abandoned() {
        Set<TableDefinition> unfinished = new HashSet<>();
        for (TableDefinition table : tables.definitions()) {
            if (table.status() == Table.Status.CREATING || table.status() == Table.Status.DELETING) {
                unfinished.add(table);
            }
        }
        since.keySet().retainAll(unfinished);
        Set<TableDefinition> abandoned = new HashSet<>();
        for (TableDefinition table : unfinished) {
            if (System.nanoTime() - since.computeIfAbsent(table, first -> System.nanoTime()) > ABANDONED_NANOS) {
                abandoned.add(table);
            }
        }
        return abandoned;
    }
}

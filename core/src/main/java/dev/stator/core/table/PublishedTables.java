package dev.stator.core.table;

import dev.stator.storage.View;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tables as requests find them, by name. Lookups take no lock; those that publish and remove exclude each other. */
final class PublishedTables {
    private final boolean isShared;
    private final Map<String, Table> tables = new ConcurrentHashMap<>();

    /** @param isShared whether other processes write to the same storage */
    PublishedTables(boolean isShared) {
        this.isShared = isShared;
    }

    @Nullable
    Table get(String name) {
        return tables.get(name);
    }

    Collection<Table> all() {
        return tables.values();
    }

    Set<String> names() {
        return tables.keySet();
    }

    void remove(String name) {
        tables.remove(name);
    }

    void removeAllBut(Set<String> names) {
        tables.keySet().retainAll(names);
    }

    /** The table of this name or ARN, or null. */
    @Nullable
    Table find(String nameOrArn) {
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

    /** Lets requests find the table as it is from now on. */
    Table publish(TableDefinition definition, long epoch) {
        View rules = isShared ? new View(definition.tree(), epoch) : null;
        Table before = tables.get(definition.name());
        if (before == null) {
            Table table = new Table(definition, new WriteGate(null), rules);
            tables.put(definition.name(), table);
            return table;
        }
        boolean isWrittenAlike = Table.isWrittenAlike(before.definition(), definition);
        WriteGate gate = isWrittenAlike ? before.gate() : new WriteGate(before.gate());
        // Where storage is shared, each collection sees to it by itself that the old rules end before the new ones
        // begin.
        if (!isShared && !Table.isRecordedAlike(before.definition(), definition)) {
            before.gate().close();
            gate.awaitEarlier();
        }
        Table table = new Table(definition, gate, rules);
        tables.put(definition.name(), table);
        if (!isWrittenAlike) {
            before.gate().close();
        }
        return table;
    }
}

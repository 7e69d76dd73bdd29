package dev.stator.core.table.update;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.table.Index;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableDefinition;

/** The errors of a change that has to wait for another one. */
public final class InUse {
    private InUse() {}

    /** Throws if the table is being deleted. */
    public static void checkNotDeleting(TableDefinition table) {
        if (table.status() == Table.Status.DELETING) {
            throw inUse("Attempt to change a resource which is still in use: Table is being deleted: " + table.name());
        }
    }

    /**
     * Throws if an index is being deleted, or created and not backfilling yet.
     *
     * @param what what cannot be changed meanwhile, in DynamoDB's words
     */
    static void checkNoIndexIsChanging(TableDefinition table, String what) {
        Index index = table.changingIndex();
        if (index != null) {
            boolean deleting = index.status() == Index.Status.DELETING;
            if (deleting || !table.settingsOf(index).backfilling()) {
                throw inUse("Can't change " + what + " when an index is being " + (deleting ? "deleted" : "created")
                        + ". Table: " + table.name() + " Indexes: [" + index.name() + "]");
            }
        }
    }

    /** Throws if this index is being deleted, or created and not backfilling yet. */
    static void checkSettled(TableDefinition table, Index index) {
        checkNotDeleting(table, index);
        if (index.status() == Index.Status.CREATING && !table.settingsOf(index).backfilling()) {
            throw inUse("Index is being created but is not backfilling yet. Table: " + table.name() + " Index: "
                    + index.name());
        }
    }

    static void checkNotDeleting(TableDefinition table, Index index) {
        if (index.status() == Index.Status.DELETING) {
            throw inUse("Index is being deleted. Table: " + table.name() + " Index: " + index.name());
        }
    }

    /** A ResourceInUseException. */
    public static ApiException inUse(String message) {
        return new ApiException(ErrorType.RESOURCE_IN_USE, message);
    }
}

package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.storage.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * How a SELECT statement for exactly one item is carried out, the only kind that batches and transactions have.
 *
 * @param projection null for the whole item
 */
public record ItemPlan(Table table, EntryKey key, @Nullable ProjectionExpression projection) {
    /**
     * Plans a statement of a batch.
     *
     * @throws ApiException a ValidationException if it is not about one item of the table
     */
    public static ItemPlan ofBatch(BoundStatement.Select select, Table table, boolean consistent) {
        SelectPlan.source(table, select.table().index(), consistent);
        return of(select, table, "BatchExecuteStatement");
    }

    /**
     * Plans a statement of a transaction.
     *
     * @throws ApiException a ValidationException if it is not about one item of the table
     */
    public static ItemPlan ofTransaction(BoundStatement.Select select, Table table) {
        if (select.table().index() != null) {
            throw ApiException.validation("Reads on indices are not supported within transactions.");
        }
        return of(select, table, "ExecuteTransaction");
    }

    private static ItemPlan of(BoundStatement.Select select, Table table, String operation) {
        KeyEqualities key = KeyEqualities.of(table.keys(), select.where());
        if (key == null || !key.areAll() || select.table().index() != null) {
            throw ApiException.validation(
                    "Select statements within " + operation + " must specify the primary key in the where clause.");
        }
        KeyChecks.checkKey(table.keys(), key.key().attributes());
        if (select.projection() != null) {
            KeyChecks.checkPaths(table, select.projection().nestedAttributes());
        }
        return new ItemPlan(table, EntryKeys.ofTable(table.keys(), key.key()), select.projection());
    }
}

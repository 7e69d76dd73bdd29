package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.write.Decision;
import dev.stator.core.write.ItemUpdate;
import dev.stator.core.write.WriteCondition;
import dev.stator.core.write.Written;
import dev.stator.storage.EntryKey;
import org.jspecify.annotations.Nullable;

/** How a statement that writes, or that only checks in a transaction, is carried out: the item, and what becomes of it. */
public final class WritePlan {
    private final Table table;
    private final String tableName;
    private final EntryKey key;
    private final Decision decision;
    private final @Nullable Returning returning;
    private final @Nullable ItemUpdate update;

    private WritePlan(
            Table table,
            String tableName,
            Item key,
            Decision decision,
            @Nullable Returning returning,
            @Nullable ItemUpdate update) {
        this.table = table;
        this.tableName = tableName;
        this.key = EntryKeys.ofTable(table.keys(), key);
        this.decision = decision;
        this.returning = returning;
        this.update = update;
    }

    /**
     * Plans a statement for its table.
     *
     * @param tellOld whether a condition that fails tells the old item
     * @throws ApiException a ValidationException if it does not fit the table
     */
    public static WritePlan of(BoundStatement statement, Table table, boolean tellOld) {
        return switch (statement) {
            case BoundStatement.Insert insert -> insert(insert, table);
            case BoundStatement.Update change -> update(change, table, tellOld);
            case BoundStatement.Delete delete -> delete(delete, table, tellOld);
            case BoundStatement.Exists exists -> check(exists.select(), table, tellOld);
            case BoundStatement.Select ignored -> throw new IllegalArgumentException("SELECT writes nothing");
        };
    }

    private static WritePlan insert(BoundStatement.Insert insert, Table table) {
        KeyChecks.checkItem(table, insert.item().attributes());
        EncodedItem item = EncodedItem.of(insert.item());
        Decision decision = (current, old) -> {
            KeyChecks.checkIndexKeys(current, insert.item().attributes());
            if (old != null) {
                throw new ApiException(ErrorType.DUPLICATE_ITEM, "Duplicate primary key exists in table");
            }
            return item;
        };
        return new WritePlan(table, insert.table().table(), insert.item(), decision, null, null);
    }

    // No upsert: the condition has the key in it, which an item that is not there does not fulfil.
    private static WritePlan update(BoundStatement.Update statement, Table table, boolean tellOld) {
        Item key = key(table, statement.where());
        WriteCondition condition = condition(table, statement.where(), tellOld);
        ItemUpdate update = new ItemUpdate(key, statement.update());
        update.check(table);
        Decision decision = (current, old) -> {
            condition.test(old);
            return update.decide(current, old);
        };
        return new WritePlan(table, statement.table().table(), key, decision, statement.returning(), update);
    }

    // DynamoDB: where there is no item, there is nothing to test (public suite, eu-west-2).
    private static WritePlan delete(BoundStatement.Delete statement, Table table, boolean tellOld) {
        Item key = key(table, statement.where());
        WriteCondition condition = condition(table, statement.where(), tellOld);
        Decision decision = (current, old) -> {
            if (old != null) {
                condition.test(old);
            }
            return null;
        };
        return new WritePlan(table, statement.table().table(), key, decision, statement.returning(), null);
    }

    private static WritePlan check(BoundStatement.Select select, Table table, boolean tellOld) {
        KeyEqualities key = KeyEqualities.of(table.keys(), select.where());
        if (key == null || key.areAll() || select.table().index() != null) {
            throw ApiException.validation("EXISTS() must contain a single item read with additional condition");
        }
        KeyChecks.checkKey(table.keys(), key.key().attributes());
        WriteCondition condition = condition(table, select.where(), tellOld);
        Decision decision = (current, old) -> {
            condition.test(old);
            return old;
        };
        return new WritePlan(table, select.table().table(), key.key(), decision, null, null);
    }

    private static Item key(Table table, BoundStatement.@Nullable Where where) {
        KeyEqualities key = KeyEqualities.of(table.keys(), where);
        if (key == null) {
            throw ApiException.validation("Where clause does not contain a mandatory equality on all key attributes");
        }
        KeyChecks.checkKey(table.keys(), key.key().attributes());
        return key.key();
    }

    private static WriteCondition condition(Table table, BoundStatement.@Nullable Where where, boolean tellOld) {
        if (where == null) {
            return new WriteCondition(null, tellOld);
        }
        KeyChecks.checkPaths(table, where.condition().nestedAttributes());
        return new WriteCondition(where.condition(), tellOld);
    }

    public Table table() {
        return table;
    }

    /** The table as the statement names it. */
    public String tableName() {
        return tableName;
    }

    public EntryKey key() {
        return key;
    }

    /** What the statement makes of the item. */
    public Decision decision() {
        return decision;
    }

    /** What RETURNING asks for of the last decision, which was carried out; null for nothing. */
    public @Nullable Item returned(Written written) {
        return returning == null ? null : returning.of(written, update == null ? null : update.result());
    }
}

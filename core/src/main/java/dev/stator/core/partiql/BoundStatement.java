package dev.stator.core.partiql;

import dev.stator.core.expression.ConditionExpression;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.expression.Syntax;
import dev.stator.core.item.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with its parameters in place, checked as far as it can be without its table. */
public sealed interface BoundStatement {
    /** What it reads or writes. */
    TableReference table();

    /**
     * A SELECT.
     *
     * @param projection null for all attributes
     * @param where null for all items
     */
    record Select(
            TableReference table,
            @Nullable ProjectionExpression projection,
            @Nullable Where where,
            List<SortKey> orderBy)
            implements BoundStatement {}

    /** One key of ORDER BY. */
    record SortKey(String attribute, boolean ascending) {}

    /** An INSERT. */
    record Insert(TableReference table, Item item) implements BoundStatement {}

    /** An UPDATE. */
    record Update(
            TableReference table,
            dev.stator.core.expression.Update update,
            @Nullable Where where,
            @Nullable Returning returning)
            implements BoundStatement {}

    /** A DELETE. */
    record Delete(
            TableReference table,
            @Nullable Where where,
            @Nullable Returning returning) implements BoundStatement {}

    /** An EXISTS. */
    record Exists(Select select) implements BoundStatement {
        @Override
        public TableReference table() {
            return select.table();
        }
    }

    /**
     * A WHERE clause.
     *
     * @param syntax what plans look for keys in
     * @param condition what an item must fulfil, keys included
     */
    record Where(Syntax.Condition syntax, ConditionExpression condition) {}
}

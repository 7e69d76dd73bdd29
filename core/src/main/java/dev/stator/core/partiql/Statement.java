package dev.stator.core.partiql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement as it was read; {@link Binder} gives it its parameters. */
public sealed interface Statement {
    /** Whether it changes nothing. EXISTS counts as a part of writes. */
    default boolean isRead() {
        return this instanceof Select;
    }

    /**
     * {@code SELECT ... FROM ... WHERE ... ORDER BY ...}.
     *
     * @param paths what is selected; none for {@code *}
     */
    record Select(
            List<Expression.Path> paths,
            List<String> from,
            @Nullable Expression where,
            List<SortKey> orderBy) implements Statement {}

    /** {@code path ASC} or {@code path DESC}. */
    record SortKey(Expression.Path path, boolean ascending) {}

    /** {@code INSERT INTO ... VALUE ...}. */
    record Insert(List<String> into, Expression value) implements Statement {}

    /** {@code UPDATE ... SET ... REMOVE ... WHERE ... RETURNING ...}. */
    record Update(
            List<String> table,
            List<Action> actions,
            @Nullable Expression where,
            @Nullable Returning returning) implements Statement {}

    /** {@code DELETE FROM ... WHERE ... RETURNING ...}. */
    record Delete(
            List<String> from,
            @Nullable Expression where,
            @Nullable Returning returning) implements Statement {}

    /** {@code EXISTS(SELECT ...)}, a condition of a transaction. */
    record Exists(Select select) implements Statement {}

    /** One change of an update. */
    sealed interface Action {
        Expression.Path target();
    }

    /** {@code SET path = value}. */
    record Set(Expression.Path target, Expression value) implements Action {}

    /** {@code REMOVE path}. */
    record Remove(Expression.Path target) implements Action {}
}

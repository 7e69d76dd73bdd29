package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.ConditionExpression;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.expression.Syntax;
import dev.stator.core.expression.UpdateExpression;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import dev.stator.core.item.ItemSize;
import dev.stator.core.item.Nesting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives a statement its parameters, and turns its conditions, changes and select list into those of expressions. Checks, in
 * order: the number of parameters; the table's path; RETURNING; then clause by clause literals, functions, and all that
 * expressions check.
 */
public final class Binder {
    private final LiteralReader literals;
    private final ConditionTranslator conditions;

    private Binder(LiteralReader literals) {
        this.literals = literals;
        this.conditions = new ConditionTranslator(literals);
    }

    /**
     * Binds a statement.
     *
     * @throws ApiException a ValidationException with the first thing that makes no sense, whatever the table
     */
    public static BoundStatement bind(StatementParser.Parsed parsed, List<AttributeValue> parameters) {
        if (parsed.parameters() != parameters.size()) {
            throw ApiException.validation("Number of parameters in request and statement don't match.");
        }
        Binder binder = new Binder(new LiteralReader(parameters));
        return switch (parsed.statement()) {
            case Statement.Select select -> binder.select(select);
            case Statement.Insert insert -> binder.insert(insert);
            case Statement.Update update -> binder.update(update);
            case Statement.Delete delete -> binder.delete(delete);
            case Statement.Exists exists -> new BoundStatement.Exists(binder.select(exists.select()));
        };
    }

    private BoundStatement.Select select(Statement.Select select) {
        TableReference table = TableReference.of(select.from());
        BoundStatement.Where where = where(select.where());
        List<BoundStatement.SortKey> orderBy = new ArrayList<>();
        for (Statement.SortKey key : select.orderBy()) {
            if (key.path().steps().size() != 1 || !(key.path().steps().getFirst() instanceof Syntax.Name name)) {
                throw ApiException.validation(
                        "ORDER BY can only name attributes of the primary key, and no parts of them");
            }
            orderBy.add(new BoundStatement.SortKey(name.text(), key.ascending()));
        }
        return new BoundStatement.Select(table, projection(select.paths()), where, List.copyOf(orderBy));
    }

    private static @Nullable ProjectionExpression projection(List<Expression.Path> paths) {
        if (paths.isEmpty()) {
            return null;
        }
        Map<String, Syntax.Path> named = new LinkedHashMap<>();
        for (Expression.Path path : paths) {
            String name = lastName(path.steps());
            if (named.put(name, new Syntax.Path(path.steps())) != null) {
                throw ApiException.validation("The select list has two paths that end with the same name: " + name);
            }
        }
        return ProjectionExpression.ofLastSteps(named);
    }

    /** The name under which a path's value is returned: its last field, with the list indexes behind it. */
    private static String lastName(List<Syntax.Step> steps) {
        StringBuilder name = new StringBuilder();
        for (Syntax.Step step : steps) {
            switch (step) {
                case Syntax.Index index ->
                    name.append('[').append(index.digits()).append(']');
                case Syntax.Name field -> {
                    name.setLength(0);
                    name.append(field.text());
                }
                case Syntax.NameReference ignored -> throw new IllegalStateException("statements have no references");
            }
        }
        return name.toString();
    }

    private BoundStatement insert(Statement.Insert insert) {
        TableReference table = TableReference.ofWrite(insert.into());
        if (!(insert.value() instanceof Expression.MapOf map)) {
            throw ApiException.validation("The VALUE of an INSERT statement must be a map of attributes");
        }
        Item item = new Item(literals.attributes(map));
        if (ItemSize.isTooLarge(item.attributes())) {
            throw ApiException.validation("Item size has exceeded the maximum allowed size");
        }
        if (Nesting.isTooDeep(item)) {
            throw ApiException.validation(Nesting.TOO_DEEP);
        }
        return new BoundStatement.Insert(table, item);
    }

    private BoundStatement update(Statement.Update update) {
        TableReference table = TableReference.ofWrite(update.table());
        List<Syntax.Action> sets = new ArrayList<>();
        List<Syntax.Action> removes = new ArrayList<>();
        List<Syntax.Action> adds = new ArrayList<>();
        List<Syntax.Action> deletes = new ArrayList<>();
        UpdateTranslator translator = new UpdateTranslator(literals);
        for (Statement.Action action : update.actions()) {
            Syntax.Action translated = translator.action(action);
            switch (translated) {
                case Syntax.Set set -> sets.add(set);
                case Syntax.Remove remove -> removes.add(remove);
                case Syntax.Add add -> adds.add(add);
                case Syntax.Delete delete -> deletes.add(delete);
            }
        }
        List<Syntax.Section> sections = new ArrayList<>();
        addSection(sections, "SET", sets);
        addSection(sections, "REMOVE", removes);
        addSection(sections, "ADD", adds);
        addSection(sections, "DELETE", deletes);
        UpdateExpression bound = UpdateExpression.of(new Syntax.Update(List.copyOf(sections)));
        return new BoundStatement.Update(table, bound, where(update.where()), update.returning());
    }

    private static void addSection(List<Syntax.Section> sections, String keyword, List<Syntax.Action> actions) {
        if (!actions.isEmpty()) {
            sections.add(new Syntax.Section(keyword, List.copyOf(actions)));
        }
    }

    private BoundStatement delete(Statement.Delete delete) {
        TableReference table = TableReference.ofWrite(delete.from());
        Returning returning = delete.returning();
        if (returning != null && returning != Returning.ALL_OLD) {
            throw ApiException.validation("Invalid returning clause: " + returning.clause()
                    + ". Only RETURNING ALL OLD * is allowed in DELETE statements.");
        }
        return new BoundStatement.Delete(table, where(delete.where()), returning);
    }

    private BoundStatement.@Nullable Where where(@Nullable Expression where) {
        if (where == null) {
            return null;
        }
        Syntax.Condition syntax = conditions.condition(where);
        return new BoundStatement.Where(syntax, ConditionExpression.of(syntax));
    }
}

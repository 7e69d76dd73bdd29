package dev.stator.core.partiql;

import dev.stator.core.expression.Syntax;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeySchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one item that a WHERE clause is about: equality with a value for every key attribute, and AND between all there is.
 *
 * @param key the key's attributes, whose types are not checked
 * @param areAll whether the clause says nothing else
 */
record KeyEqualities(Item key, boolean areAll) {
    /** The equalities of a clause, or null where it does not have all of them. */
    static @Nullable KeyEqualities of(KeySchema keys, BoundStatement.@Nullable Where where) {
        if (where == null) {
            return null;
        }
        List<Syntax.Condition> terms = new ArrayList<>();
        collect(where.syntax(), terms);
        Map<String, AttributeValue> found = new LinkedHashMap<>();
        int others = 0;
        for (Syntax.Condition term : terms) {
            AttributeTest test = AttributeTest.of(term);
            if (test != null
                    && test.isEquality()
                    && keys.has(test.attribute())
                    && !found.containsKey(test.attribute())) {
                found.put(test.attribute(), test.operands().getFirst());
            } else {
                others++;
            }
        }
        if (found.size() < keys.attributes().size()) {
            return null;
        }
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (KeyAttribute attribute : keys.attributes()) {
            key.put(attribute.name(), found.get(attribute.name()));
        }
        return new KeyEqualities(new Item(key), others == 0);
    }

    private static void collect(Syntax.Condition condition, List<Syntax.Condition> terms) {
        if (condition instanceof Syntax.And and) {
            and.children().forEach(child -> collect(child, terms));
        } else {
            terms.add(condition);
        }
    }
}

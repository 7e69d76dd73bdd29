package dev.stator.core.fault;

import dev.stator.core.item.AttributeValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which requests meet a fault, at which calls, and what happens to them. Built from {@link #when}:
 *
 * <pre>{@code
 * FaultRule.when(new Effect.Fail(new FaultError(Kind.ThrottlingException))).operation("PutItem").table("Orders").calls(Calls.nth(2))
 * }</pre>
 *
 * @param operation the operation's name; null for any
 * @param table     a table that the request names; null for any
 * @param key       attributes with the values that an item of the request must have among its key, or its attributes if it
 *                  is put; empty for any. A Query or Scan names no item.
 * @param calls     which of the matching calls
 */
public record FaultRule(
        @Nullable String operation,
        @Nullable String table,
        Map<String, AttributeValue> key,
        Calls calls,
        Effect effect) {
    public FaultRule {
        key = Collections.unmodifiableMap(new LinkedHashMap<>(key));
    }

    /** The effect on every request that it means something to. */
    public static FaultRule when(Effect effect) {
        return new FaultRule(null, null, Map.of(), Calls.ALL, effect);
    }

    /** Only requests of this operation, such as {@code PutItem}. */
    public FaultRule operation(String newOperation) {
        return new FaultRule(newOperation, table, key, calls, effect);
    }

    /** Only requests about this table. */
    public FaultRule table(String newTable) {
        return new FaultRule(operation, newTable, key, calls, effect);
    }

    /** Only requests about items with these attributes. */
    public FaultRule key(Map<String, AttributeValue> newKey) {
        return new FaultRule(operation, table, newKey, calls, effect);
    }

    /** Only these of the requests that match otherwise. */
    public FaultRule calls(Calls newCalls) {
        return new FaultRule(operation, table, key, newCalls, effect);
    }

    boolean matches(Touched request) {
        return (operation == null || operation.equals(request.operation()))
                && effect.concerns(request)
                && ((table == null && key.isEmpty()) || request.parts().stream().anyMatch(this::matches));
    }

    boolean matches(Touched.Part part) {
        return (table == null || table.equals(part.table()))
                && key.entrySet().stream()
                        .allMatch(wanted ->
                                wanted.getValue().equals(part.attributes().get(wanted.getKey())));
    }

    /** One line for a person: {@code PutItem Orders: ThrottlingException}. */
    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        words.add(operation == null ? "any operation" : operation);
        if (table != null) {
            words.add(table);
        }
        if (!key.isEmpty()) {
            words.add(key.toString());
        }
        return String.join(" ", words) + ": " + effect;
    }
}

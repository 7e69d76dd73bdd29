package dev.stator.lifecycle.read;

import dev.stator.lifecycle.key.KeyRange;
import dev.stator.lifecycle.spec.KeyLayout;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * A key condition, as a Query takes it.
 *
 * @param expression the condition
 * @param names      what its names stand for
 * @param values     what its values stand for
 */
public record KeyCondition(String expression, Map<String, String> names, Map<String, AttributeValue> values) {

    /**
     * The condition of a range of keys in an item collection.
     *
     * @throws IllegalArgumentException if the range is empty, since no condition says that
     */
    public static KeyCondition of(KeyLayout keys, String partition, KeyRange range) {
        Map<String, String> names = new HashMap<>(Map.of("#pk", keys.partitionName()));
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":pk", AttributeValue.fromS(partition)));
        String expression = switch (range) {
            case KeyRange.All all -> "#pk = :pk";
            case KeyRange.Prefix prefix -> {
                names.put("#sk", keys.sortName());
                values.put(":prefix", AttributeValue.fromS(prefix.prefix()));
                yield "#pk = :pk AND begins_with(#sk, :prefix)";
            }
            case KeyRange.Between between -> {
                names.put("#sk", keys.sortName());
                values.put(":first", AttributeValue.fromS(between.first()));
                values.put(":last", AttributeValue.fromS(between.last()));
                yield "#pk = :pk AND #sk BETWEEN :first AND :last";
            }
            case KeyRange.Empty empty ->
                throw new IllegalArgumentException("there is nothing to ask for in an empty range");
        };
        return new KeyCondition(expression, names, values);
    }

    /** Puts it into a request. */
    public QueryRequest.Builder applyTo(QueryRequest.Builder query) {
        return query.keyConditionExpression(expression)
                .expressionAttributeNames(names)
                .expressionAttributeValues(values);
    }
}

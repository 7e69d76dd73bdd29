package dev.stator.core.read;

import dev.stator.core.encoding.KeyEncoding;
import dev.stator.core.error.ApiException;
import dev.stator.core.expression.ComparisonOperator;
import dev.stator.core.expression.KeyCondition;
import dev.stator.core.expression.KeyConditions;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.KeySchema;
import dev.stator.storage.EntryKey;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The slice of one item collection that key conditions describe.
 *
 * @param collection the encoded partition key
 * @param positions  the positions that meet the sort key conditions
 */
public record QuerySlice(byte[] collection, PositionRange positions, boolean hasSortCondition) {

    /**
     * Resolves key conditions against the keys of a table or index.
     *
     * @param start checked against the same keys, attribute by attribute; null for none
     * @throws ApiException a ValidationException if they do not describe one slice
     */
    public static QuerySlice of(ReadSource source, KeyConditions conditions, @Nullable StartKey start) {
        KeySchema keys = source.keys();
        checkElements(keys, conditions, start);
        ByteArrayOutputStream collection = new ByteArrayOutputStream();
        for (KeyAttribute attribute : keys.partition()) {
            AttributeValue value = condition(conditions, attribute).operands().getFirst();
            if (keys.partition().size() == 1) {
                collection.writeBytes(KeyEncoding.alone(value));
            } else {
                KeyEncoding.appendTo(collection, value);
            }
        }
        boolean hasSortCondition = !keys.sort().isEmpty()
                && conditions.byAttribute().get(keys.sort().getFirst().name()) != null;
        PositionRange positions =
                source.index() == null ? tablePositions(keys, conditions) : indexPositions(keys, conditions);
        return new QuerySlice(collection.toByteArray(), positions, hasSortCondition);
    }

    /** Throws if a start key lies outside this slice. */
    public void checkStart(EntryKey start) {
        if (hasSortCondition && !positions.contains(start.position())) {
            throw ApiException.validation("The provided starting key does not match the range key predicate");
        }
        if (!Arrays.equals(start.collection(), collection)) {
            // DynamoDB: it says so of every sort key condition, whether or not that leaves one row.
            throw ApiException.validation(
                    hasSortCondition
                            ? "The query can return at most one row and cannot be restarted"
                            : "The provided starting key is outside query boundaries based on provided conditions");
        }
    }

    private static void checkElements(KeySchema keys, KeyConditions conditions, @Nullable StartKey start) {
        boolean tooMany =
                keys.attributes().size() == 1 && conditions.byAttribute().size() > 1;
        for (KeyAttribute attribute : keys.partition()) {
            checkStart(start, attribute);
            if (tooMany) {
                throw ApiException.validation("Query key condition not supported");
            }
            KeyCondition condition = condition(conditions, attribute);
            checkOperands(keys, attribute, condition);
            if (condition.operator() != ComparisonOperator.EQ) {
                throw ApiException.validation("Query key condition not supported");
            }
        }
        checkSortElements(keys, conditions, start);
    }

    private static void checkStart(@Nullable StartKey start, KeyAttribute attribute) {
        if (start != null) {
            start.check(attribute);
        }
    }

    // A condition on a later sort attribute needs equality on all earlier ones; a condition on an attribute that is no
    // key
    // shows as a key attribute left out.
    private static void checkSortElements(KeySchema keys, KeyConditions conditions, @Nullable StartKey start) {
        int used = keys.partition().size();
        KeyAttribute lastUsed = null;
        for (KeyAttribute attribute : keys.sort()) {
            checkStart(start, attribute);
            KeyCondition condition = conditions.byAttribute().get(attribute.name());
            if (condition != null) {
                checkOperands(keys, attribute, condition);
                used++;
                lastUsed = attribute;
            }
        }
        if (used < conditions.byAttribute().size()) {
            KeyAttribute absent = keys.sort().stream()
                    .filter(attribute -> conditions.byAttribute().get(attribute.name()) == null)
                    .findFirst()
                    .orElse(null);
            if (absent == null) {
                throw ApiException.validation("Query key condition not supported");
            }
            throw missed(absent);
        }
        if (lastUsed != null) {
            checkNoGap(keys.sort(), conditions, lastUsed);
        }
    }

    private static void checkNoGap(List<KeyAttribute> sort, KeyConditions conditions, KeyAttribute lastUsed) {
        String withoutEquality = sort.subList(0, sort.indexOf(lastUsed)).stream()
                .map(KeyAttribute::name)
                .filter(name -> {
                    KeyCondition condition = conditions.byAttribute().get(name);
                    return condition == null || condition.operator() != ComparisonOperator.EQ;
                })
                .collect(Collectors.joining(", "));
        if (!withoutEquality.isEmpty()) {
            throw ApiException.validation("RANGE key attributes " + withoutEquality
                    + " must have equality conditions specified in the query because a condition is present on key"
                    + " attribute " + lastUsed.name());
        }
    }

    private static void checkOperands(KeySchema keys, KeyAttribute attribute, KeyCondition condition) {
        if (!condition.operator().isIndexable()) {
            throw ApiException.validation("Attempted conditional constraint is not an indexable operation");
        }
        for (AttributeValue operand : condition.operands()) {
            if (operand.type() != attribute.type()) {
                throw ApiException.invalidParameter("Condition parameter type does not match schema type");
            }
            KeyChecks.checkSizes(keys, Map.of(attribute.name(), operand));
            boolean empty = (operand instanceof AttributeValue.S s && s.value().isEmpty())
                    || (operand instanceof AttributeValue.B b && b.value().length == 0);
            if (empty) {
                throw ApiException.validation("One or more parameter values are not valid. The AttributeValue for a key"
                        + " attribute cannot contain an empty "
                        + (operand instanceof AttributeValue.S ? "string" : "binary") + " value. Key: "
                        + attribute.name());
            }
        }
    }

    private static KeyCondition condition(KeyConditions conditions, KeyAttribute attribute) {
        KeyCondition condition = conditions.byAttribute().get(attribute.name());
        if (condition == null) {
            throw missed(attribute);
        }
        return condition;
    }

    private static ApiException missed(KeyAttribute attribute) {
        return ApiException.validation("Query condition missed key schema element: " + attribute.name());
    }

    private static PositionRange tablePositions(KeySchema keys, KeyConditions conditions) {
        KeyCondition condition = keys.sort().isEmpty()
                ? null
                : conditions.byAttribute().get(keys.sort().getFirst().name());
        if (condition == null) {
            return PositionRange.ALL;
        }
        byte[] value = KeyEncoding.alone(condition.operands().getFirst());
        return switch (condition.operator()) {
            case EQ -> new PositionRange(value, false, value, true);
            case LT -> new PositionRange(null, false, value, false);
            case LE -> new PositionRange(null, false, value, true);
            case GT -> new PositionRange(value, true, null, false);
            case GE -> new PositionRange(value, false, null, false);
            case BETWEEN ->
                new PositionRange(
                        value, false, KeyEncoding.alone(condition.operands().get(1)), true);
            case BEGINS_WITH -> PositionRange.prefix(value);
            default -> throw new IllegalStateException(condition.operator() + " is not indexable");
        };
    }

    // In an index a position continues behind each sort attribute, so every condition is a range of prefixes.
    private static PositionRange indexPositions(KeySchema keys, KeyConditions conditions) {
        ByteArrayOutputStream equal = new ByteArrayOutputStream();
        for (KeyAttribute attribute : keys.sort()) {
            KeyCondition condition = conditions.byAttribute().get(attribute.name());
            if (condition == null) {
                break;
            }
            if (condition.operator() != ComparisonOperator.EQ) {
                return indexPositions(equal.toByteArray(), condition);
            }
            KeyEncoding.appendTo(equal, condition.operands().getFirst());
        }
        return equal.size() == 0 ? PositionRange.ALL : PositionRange.prefix(equal.toByteArray());
    }

    private static PositionRange indexPositions(byte[] equal, KeyCondition condition) {
        byte[] value = component(equal, condition.operands().getFirst());
        byte @Nullable [] end = equal.length == 0 ? null : PositionRange.successor(equal);
        return switch (condition.operator()) {
            case EQ -> PositionRange.prefix(value);
            case LT -> PositionRange.between(equal, value);
            case LE -> PositionRange.between(equal, PositionRange.successor(value));
            case GT -> PositionRange.between(PositionRange.successor(value), end);
            case GE -> PositionRange.between(value, end);
            case BETWEEN ->
                PositionRange.between(
                        value,
                        PositionRange.successor(
                                component(equal, condition.operands().get(1))));
            case BEGINS_WITH ->
                PositionRange.prefix(prefix(equal, condition.operands().getFirst()));
            default -> throw new IllegalStateException(condition.operator() + " is not indexable");
        };
    }

    private static byte[] component(byte[] equal, AttributeValue value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(equal);
        KeyEncoding.appendTo(out, value);
        return out.toByteArray();
    }

    private static byte[] prefix(byte[] equal, AttributeValue value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(equal);
        KeyEncoding.appendPrefixTo(out, value);
        return out.toByteArray();
    }
}

package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.EmptyKeyException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.ItemSize;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What DynamoDB checks of key attributes: in a Key, in an Item, and in what an update leaves for the indexes. */
public final class KeyChecks {
    private static final int PARTITION_KEY_BYTES_MAX = 2048;
    private static final int SORT_KEY_BYTES_MAX = 1024;

    private KeyChecks() {}

    /** Checks a Key: exactly the table's key attributes, with their types. */
    public static void checkKey(KeySchema keys, Map<String, AttributeValue> key) {
        if (key.size() != keys.attributes().size()) {
            throw mismatch();
        }
        checkKeyParts(keys, key);
    }

    /** Checks that the key attributes are among the given ones, with their types. */
    public static void checkKeyParts(KeySchema keys, Map<String, AttributeValue> key) {
        for (KeyAttribute attribute : keys.attributes()) {
            checkKeyPart(attribute, key.get(attribute.name()));
        }
        checkSizes(keys, key);
    }

    /** Checks that the value of one key attribute is there, of its type, and not empty. */
    public static void checkKeyPart(KeyAttribute attribute, @Nullable AttributeValue value) {
        if (value == null || value.type() != attribute.type()) {
            throw mismatch();
        }
        checkNotEmpty(attribute, value);
    }

    /** Checks the key attributes of an Item, and of each index those that the item has. */
    public static void checkItem(Table table, Map<String, AttributeValue> item) {
        checkItemKeys(table.keys(), item);
        checkIndexKeys(table, item);
    }

    /** Checks the key attributes of an Item. */
    public static void checkItemKeys(KeySchema keys, Map<String, AttributeValue> item) {
        for (KeyAttribute attribute : keys.attributes()) {
            AttributeValue value = item.get(attribute.name());
            if (value == null) {
                throw ApiException.invalidParameter("Missing the key " + attribute.name() + " in the item");
            }
            if (value.type() != attribute.type()) {
                throw ApiException.invalidParameter("Type mismatch for key " + attribute.name() + " expected: "
                        + attribute.type() + " actual: " + value.typeName());
            }
            checkNotEmpty(attribute, value);
        }
        checkSizes(keys, item);
    }

    /** Checks the key attributes of the indexes that the item has. */
    public static void checkIndexKeys(Table table, Map<String, AttributeValue> item) {
        throwFirst(table, index -> problem(index, item));
    }

    /** Checks the types that an update gives to index keys, as far as they do not depend on the item. */
    public static void checkAssignedTypes(Table table, Map<String, AttributeValue.Type> assigned) {
        throwFirst(table, index -> {
            for (KeyAttribute attribute : index.keys().attributes()) {
                AttributeValue.Type type = assigned.get(attribute.name());
                if (type != null && type != attribute.type()) {
                    return mismatch(index, attribute, type);
                }
            }
            return null;
        });
    }

    /** Checks the index keys that an update changed; what was wrong before may stay, since the item was not indexed by it. */
    public static void checkUpdatedIndexKeys(Table table, Set<String> changed, Map<String, AttributeValue> updated) {
        throwFirst(table, index -> updateProblem(index, changed, updated));
    }

    private static @Nullable ApiException updateProblem(
            Index index, Set<String> changed, Map<String, AttributeValue> updated) {
        boolean anyChanged = false;
        for (KeyAttribute attribute : index.keys().attributes()) {
            AttributeValue value = updated.get(attribute.name());
            if (value == null || !changed.contains(attribute.name())) {
                continue;
            }
            anyChanged = true;
            if (value.type() != attribute.type()) {
                return ApiException.validation(
                        "The update expression attempted to update the secondary index key to unsupported type");
            }
            if (isEmpty(value)) {
                return new EmptyKeyException(
                        "One or more parameter values are not valid. The update expression attempted to update a"
                                + " secondary index key to a value that is not supported. The AttributeValue for a key"
                                + " attribute cannot contain an empty " + word(value) + " value.");
            }
        }
        if (anyChanged && sizeProblem(index.keys(), updated) != null) {
            return ApiException.validation(
                    "The update expression attempted to update the secondary index key beyond allowed size limits");
        }
        return null;
    }

    // DynamoDB: where an attribute is wrong for several indexes, the first of them by name is told (us-east-1, 2026).
    private static void throwFirst(Table table, Function<Index, @Nullable ApiException> check) {
        Index first = null;
        ApiException problem = null;
        for (Index index : table.indexes()) {
            if (first == null || index.name().compareTo(first.name()) < 0) {
                ApiException found = check.apply(index);
                if (found != null) {
                    first = index;
                    problem = found;
                }
            }
        }
        if (problem != null) {
            throw problem;
        }
    }

    /** Throws if an expression reaches into a key attribute of table or index, which is always a scalar. */
    public static void checkPaths(Table table, Set<String> nestedAttributes) {
        if (nestedAttributes.isEmpty()) {
            return;
        }
        checkPaths(table.keys(), nestedAttributes, "Key");
        table.indexes().forEach(index -> checkPaths(index.keys(), nestedAttributes, "IndexKey"));
    }

    private static void checkPaths(KeySchema keys, Set<String> nestedAttributes, String kind) {
        for (KeyAttribute attribute : keys.attributes()) {
            if (nestedAttributes.contains(attribute.name())) {
                throw ApiException.validation("Key attributes must be scalars; list random access '[]' and map lookup"
                        + " '.' are not allowed: " + kind + ": " + attribute.name());
            }
        }
    }

    /** Whether an item belongs into the index: it has every key attribute, with its type, not empty and not too long. */
    public static boolean isIndexed(Index index, Attributes item) {
        int sortBytes = 0;
        for (KeyAttribute attribute : index.keys().attributes()) {
            AttributeValue value = item.attribute(attribute.name());
            if (value == null || value.type() != attribute.type() || isEmpty(value)) {
                return false;
            }
        }
        for (KeyAttribute attribute : index.keys().sort()) {
            sortBytes += bytes(item.attribute(attribute.name()));
        }
        int partitionBytes = 0;
        for (KeyAttribute attribute : index.keys().partition()) {
            partitionBytes += bytes(item.attribute(attribute.name()));
        }
        return sortBytes <= SORT_KEY_BYTES_MAX && partitionBytes <= PARTITION_KEY_BYTES_MAX;
    }

    private static @Nullable ApiException problem(Index index, Map<String, AttributeValue> item) {
        for (KeyAttribute attribute : index.keys().attributes()) {
            AttributeValue value = item.get(attribute.name());
            if (value == null) {
                continue;
            }
            if (value.type() != attribute.type()) {
                return mismatch(index, attribute, value.type());
            }
            if (isEmpty(value)) {
                return new EmptyKeyException(
                        "One or more parameter values are not valid. A value specified for a secondary index key is not"
                                + " supported. The AttributeValue for a key attribute cannot contain an empty "
                                + word(value) + " value. IndexName: " + index.name() + ", IndexKey: "
                                + attribute.name());
            }
        }
        return sizeProblem(index.keys(), item);
    }

    private static ApiException mismatch(Index index, KeyAttribute attribute, AttributeValue.Type actual) {
        return ApiException.invalidParameter("Type mismatch for Index Key " + attribute.name() + " Expected: "
                + attribute.type() + " Actual: " + actual + " IndexName: " + index.name());
    }

    private static void checkNotEmpty(KeyAttribute attribute, AttributeValue value) {
        if (isEmpty(value)) {
            throw new EmptyKeyException("One or more parameter values are not valid. The AttributeValue for a key"
                    + " attribute cannot contain an empty " + word(value) + " value. Key: " + attribute.name());
        }
    }

    /** Checks that the key attributes that are there are not too long. */
    public static void checkSizes(KeySchema keys, Map<String, AttributeValue> item) {
        ApiException problem = sizeProblem(keys, item);
        if (problem != null) {
            throw problem;
        }
    }

    private static @Nullable ApiException sizeProblem(KeySchema keys, Map<String, AttributeValue> item) {
        if (bytes(keys.partition(), item) > PARTITION_KEY_BYTES_MAX) {
            // DynamoDB: the missing space is its own.
            return ApiException.invalidParameter(
                    "Size of hashkey has exceeded the maximum size limit of" + PARTITION_KEY_BYTES_MAX + " bytes");
        }
        if (bytes(keys.sort(), item) > SORT_KEY_BYTES_MAX) {
            return ApiException.invalidParameter("Aggregated size of all range keys has exceeded the size limit of "
                    + SORT_KEY_BYTES_MAX + " bytes");
        }
        return null;
    }

    private static int bytes(List<KeyAttribute> attributes, Map<String, AttributeValue> item) {
        int bytes = 0;
        for (KeyAttribute attribute : attributes) {
            bytes += bytes(item.get(attribute.name()));
        }
        return bytes;
    }

    private static int bytes(@Nullable AttributeValue value) {
        return value == null ? 0 : ItemSize.of(value);
    }

    private static boolean isEmpty(AttributeValue value) {
        return switch (value) {
            case AttributeValue.S s -> s.value().isEmpty();
            case AttributeValue.B b -> b.value().length == 0;
            default -> false;
        };
    }

    private static String word(AttributeValue value) {
        return value instanceof AttributeValue.S ? "string" : "binary";
    }

    private static ApiException mismatch() {
        return ApiException.validation("The provided key element does not match the schema");
    }
}

package dev.stator.junit.schema;

import dev.stator.core.error.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One table as it is to be created: a CreateTable request, and what other requests set up behind it. Immutable. */
public final class TableBlueprint {
    private final String name;
    private final Map<String, Object> createTable;
    private final @Nullable String timeToLive;

    TableBlueprint(String name, Map<String, Object> createTable, @Nullable String timeToLive) {
        this.name = name;
        this.createTable = createTable;
        this.timeToLive = timeToLive;
    }

    /** A table that has a partition key only, on demand, without indexes; the methods of the draft add the rest. */
    public static Draft table(String name, String... partitionKey) {
        return new Draft(name, partitionKey);
    }

    public String name() {
        return name;
    }

    /** The same table by another name. */
    public TableBlueprint named(String otherName) {
        Map<String, Object> renamed = new LinkedHashMap<>(createTable);
        renamed.put("TableName", otherName);
        return new TableBlueprint(otherName, renamed, timeToLive);
    }

    /** What carries out an operation of the API. */
    @FunctionalInterface
    public interface Operations {
        /** Runs one operation; the body is JSON. */
        @SuppressWarnings("CanIgnoreReturnValueSuggester") // that an answer is of no interest is for the caller to say
        byte[] execute(String operation, byte[] body);
    }

    /**
     * Creates the table.
     *
     * @throws TemplateException with DynamoDB's own words, if it refuses
     */
    public void create(Operations database) {
        try {
            database.execute("CreateTable", Json.bytes(createTable));
            if (timeToLive != null) {
                Map<String, Object> specification = Map.of("AttributeName", timeToLive, "Enabled", true);
                database.execute(
                        "UpdateTimeToLive",
                        Json.bytes(Map.of("TableName", name, "TimeToLiveSpecification", specification)));
            }
        } catch (ApiException e) {
            throw new TemplateException("table " + name + " cannot be created: " + e.getMessage(), e);
        }
    }

    /** The CreateTable request, as JSON. */
    @Override
    public String toString() {
        return new String(Json.bytes(createTable), StandardCharsets.UTF_8);
    }

    /**
     * A table in the making. Keys are given as {@code name} for a string, {@code name:N} for a number, {@code name:B} for
     * bytes.
     */
    public static final class Draft {
        private final String name;
        private final Map<String, Object> request = new LinkedHashMap<>();
        private final Map<String, String> attributeTypes = new LinkedHashMap<>();
        private final List<Object> globalIndexes = new ArrayList<>();
        private final List<Object> localIndexes = new ArrayList<>();
        private final List<Object> keys = new ArrayList<>();
        private @Nullable String timeToLive;

        private Draft(String name, String... partitionKey) {
            this.name = name;
            keys.addAll(keys("HASH", partitionKey));
        }

        public Draft sortKey(String key) {
            keys.addAll(keys("RANGE", key));
            return this;
        }

        /**
         * Adds a global index.
         *
         * @param partitionKey  up to four
         * @param sortKey       up to four, or none
         * @param projectedOnly the attributes beside the keys; empty for all, or {@code KEYS_ONLY} alone for none
         */
        public Draft globalIndex(
                String indexName, List<String> partitionKey, List<String> sortKey, List<String> projectedOnly) {
            List<Object> schema = keys("HASH", partitionKey.toArray(String[]::new));
            schema.addAll(keys("RANGE", sortKey.toArray(String[]::new)));
            globalIndexes.add(index(indexName, schema, projectedOnly));
            return this;
        }

        /** Adds a local index; the arguments are as for a global one. */
        public Draft localIndex(String indexName, String sortKey, List<String> projectedOnly) {
            List<Object> schema = new ArrayList<>(keys.subList(0, 1));
            schema.addAll(keys("RANGE", sortKey));
            localIndexes.add(index(indexName, schema, projectedOnly));
            return this;
        }

        /** Turns the stream on, with a view type such as {@code NEW_AND_OLD_IMAGES}. */
        public Draft stream(String viewType) {
            request.put("StreamSpecification", Map.of("StreamEnabled", true, "StreamViewType", viewType));
            return this;
        }

        /** Items expire at the time in this attribute, in seconds since 1970. */
        public Draft timeToLive(String attribute) {
            timeToLive = attribute;
            return this;
        }

        public TableBlueprint draw() {
            Map<String, Object> whole = new LinkedHashMap<>();
            whole.put("TableName", name);
            whole.put("KeySchema", keys);
            List<Object> definitions = new ArrayList<>();
            attributeTypes.forEach(
                    (attribute, type) -> definitions.add(Map.of("AttributeName", attribute, "AttributeType", type)));
            whole.put("AttributeDefinitions", definitions);
            whole.put("BillingMode", "PAY_PER_REQUEST");
            if (!globalIndexes.isEmpty()) {
                whole.put("GlobalSecondaryIndexes", globalIndexes);
            }
            if (!localIndexes.isEmpty()) {
                whole.put("LocalSecondaryIndexes", localIndexes);
            }
            whole.putAll(request);
            return new TableBlueprint(name, whole, timeToLive);
        }

        private static Map<String, Object> index(String indexName, List<Object> schema, List<String> projectedOnly) {
            Map<String, Object> projection = new LinkedHashMap<>();
            if (projectedOnly.isEmpty()) {
                projection.put("ProjectionType", "ALL");
            } else if (projectedOnly.equals(List.of("KEYS_ONLY"))) {
                projection.put("ProjectionType", "KEYS_ONLY");
            } else {
                projection.put("ProjectionType", "INCLUDE");
                projection.put("NonKeyAttributes", projectedOnly);
            }
            Map<String, Object> index = new LinkedHashMap<>();
            index.put("IndexName", indexName);
            index.put("KeySchema", schema);
            index.put("Projection", projection);
            return index;
        }

        private List<Object> keys(String keyType, String... texts) {
            List<Object> elements = new ArrayList<>();
            for (String text : texts) {
                int colon = text.lastIndexOf(':');
                String type = colon < 0 ? "S" : text.substring(colon + 1);
                String attribute = colon < 0 ? text : text.substring(0, colon);
                if (attribute.isEmpty() || !List.of("S", "N", "B").contains(type)) {
                    throw new TemplateException(
                            "table " + name + ": a key is written as name, name:N or name:B, not \"" + text + "\"");
                }
                String before = attributeTypes.putIfAbsent(attribute, type);
                if (before != null && !before.equals(type)) {
                    throw new TemplateException("table " + name + ": the key attribute " + attribute + " is " + before
                            + " in one place and " + type + " in another; write the type in both");
                }
                elements.add(Map.of("AttributeName", attribute, "KeyType", keyType));
            }
            return elements;
        }
    }
}

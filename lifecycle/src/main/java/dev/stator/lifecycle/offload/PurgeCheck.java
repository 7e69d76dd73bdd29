package dev.stator.lifecycle.offload;

import dev.stator.lifecycle.audit.AuditLog;
import dev.stator.lifecycle.audit.AuditRecord;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Completes purges, and looks whether anything is left: erases the images in the history, then reads the item and its history
 * strongly, and asks each index by the item's keys there. An index that is a moment behind is asked again.
 */
public final class PurgeCheck {
    private static final int INDEX_TRIES_MAX = 6;
    private static final String ABSENT = "absent";

    private final Context context;
    private final List<Index> indexes;

    private record Index(String name, List<String> keys, boolean isLocal) {}

    /**
     * What is found after a purge.
     *
     * @param line       for the list
     * @param isComplete whether nothing is left
     */
    public record Proof(String line, boolean isComplete) {}

    private PurgeCheck(Context context, List<Index> indexes) {
        this.context = context;
        this.indexes = indexes;
    }

    /** With the indexes that the table has. */
    public static PurgeCheck of(Context context) {
        TableDescription table = context.client()
                .describeTable(describe -> describe.tableName(context.spec().table()))
                .table();
        List<Index> indexes = new ArrayList<>();
        table.globalSecondaryIndexes()
                .forEach(index -> indexes.add(new Index(index.indexName(), names(index.keySchema()), false)));
        table.localSecondaryIndexes()
                .forEach(index -> indexes.add(new Index(index.indexName(), names(index.keySchema()), true)));
        return new PurgeCheck(context, indexes);
    }

    private static List<String> names(List<KeySchemaElement> keys) {
        return keys.stream().map(KeySchemaElement::attributeName).toList();
    }

    /** The attributes that are keys of indexes; their values are to be remembered before the purge. */
    public Set<String> indexKeys() {
        Set<String> names = new HashSet<>();
        indexes.forEach(index -> names.addAll(index.keys()));
        return names;
    }

    /**
     * Completes the purge of one item.
     *
     * @param identity  the name of its ledger
     * @param indexKeys its values of {@link #indexKeys}
     */
    public Proof complete(String run, ItemKey key, String identity, Map<String, AttributeValue> indexKeys) {
        AuditLog audit = new AuditLog(context);
        if (context.spec().isAudited()) {
            audit.erase(key.partition(), identity);
        }
        boolean isGone = context.get(key).isEmpty();
        Map<String, String> left = new LinkedHashMap<>();
        for (Index index : indexes) {
            left.put(index.name(), look(index, key, indexKeys));
        }
        List<AuditRecord> records = context.spec().isAudited() ? audit.history(key.partition(), identity) : List.of();
        long images = records.stream()
                .filter(record -> record.entry().before() != null)
                .count();
        boolean isIntact = !context.spec().isAudited()
                || audit.verify(key.partition(), identity).isIntact();
        boolean isComplete =
                isGone && images == 0 && isIntact && left.values().stream().noneMatch("present"::equals);
        String line = Json.line(json -> {
            json.writeStringField("run", run);
            json.writeStringField("partition", key.partition());
            json.writeStringField("sort", key.sort());
            json.writeStringField("original", identity);
            json.writeStringField("at", context.now().toString());
            json.writeStringField("item", isGone ? ABSENT : "present");
            if (context.spec().isAudited()) {
                json.writeObjectFieldStart("history");
                json.writeNumberField("records", records.size());
                json.writeNumberField("images", images);
                json.writeStringField("chain", isIntact ? "intact" : "broken");
                json.writeEndObject();
            }
            json.writeObjectFieldStart("indexes");
            for (Map.Entry<String, String> index : left.entrySet()) {
                json.writeStringField(index.getKey(), index.getValue());
            }
            json.writeEndObject();
            json.writeBooleanField("complete", isComplete);
        });
        return new Proof(line, isComplete);
    }

    private String look(Index index, ItemKey key, Map<String, AttributeValue> indexKeys) {
        Map<String, AttributeValue> values = new HashMap<>(indexKeys);
        values.putAll(context.attributes(key));
        if (!values.keySet().containsAll(index.keys())) {
            return "never in it";
        }
        for (int attempt = 0; attempt < INDEX_TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            if (!isIn(index, key, values)) {
                return ABSENT;
            }
        }
        return "present";
    }

    private boolean isIn(Index index, ItemKey key, Map<String, AttributeValue> values) {
        StringBuilder condition = new StringBuilder();
        Map<String, String> names = new HashMap<>();
        Map<String, AttributeValue> wanted = new HashMap<>();
        for (int i = 0; i < index.keys().size(); i++) {
            String name = index.keys().get(i);
            AttributeValue value = values.get(name);
            condition.append(i == 0 ? "" : " AND ").append("#k" + i).append(" = :k" + i);
            names.put("#k" + i, name);
            if (value != null) {
                wanted.put(":k" + i, value);
            }
        }
        @Nullable Map<String, AttributeValue> start = null;
        do {
            Map<String, AttributeValue> from = start;
            QueryResponse page = context.client()
                    .query(query -> query.tableName(context.spec().table())
                            .indexName(index.name())
                            .keyConditionExpression(condition.toString())
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(wanted)
                            .consistentRead(index.isLocal())
                            .exclusiveStartKey(from));
            boolean isThere = page.items().stream()
                    .map(item -> LifecycleItem.keyOf(context.spec().keys(), item))
                    .anyMatch(key::equals);
            if (isThere) {
                return true;
            }
            start = page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty() ? page.lastEvaluatedKey() : null;
        } while (start != null);
        return false;
    }
}

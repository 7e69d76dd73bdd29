package dev.stator.lifecycle.bench;

import dev.stator.lifecycle.item.ItemSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A way to store what is deleted and what is not, and to ask for either. */
abstract class Design {
    /** How many items one wants to see of the trash. */
    static final int TRASH_ITEMS = 20;

    private static final int BATCH = 25;
    private static final int ENTRY_OVERHEAD_BYTES = 100;

    final DynamoDbClient client;
    final Probe probe;
    final String table;

    Design(DynamoDbClient client, String table) {
        this.client = client;
        this.probe = new Probe(client);
        this.table = table;
    }

    /** What it is called. */
    abstract String title();

    /** The indexes of the table. */
    abstract List<Index> indexes();

    /** A post as an item. */
    abstract Map<String, AttributeValue> item(Post post);

    /** All that an owner has in use. */
    abstract Cost active(String owner);

    /** What an owner has deleted last. */
    abstract Cost trash(String owner);

    /** What is due over all owners. */
    abstract Cost due();

    /** Write units of a deletion. */
    abstract double delete(Post post);

    /** Write units of its restoration, after {@link #delete}. */
    abstract double restore(Post post);

    /** A global index of two strings or a string and a number. */
    record Index(String name, String hash, String range, ScalarAttributeType rangeType, boolean hasAll) {}

    void create() {
        List<AttributeDefinition> attributes = new ArrayList<>(
                List.of(attribute("PK", ScalarAttributeType.S), attribute("SK", ScalarAttributeType.S)));
        for (Index index : indexes()) {
            attributes.add(attribute(index.hash(), ScalarAttributeType.S));
            attributes.add(attribute(index.range(), index.rangeType()));
        }
        List<GlobalSecondaryIndex> globals = indexes().stream()
                .map(index -> GlobalSecondaryIndex.builder()
                        .indexName(index.name())
                        .keySchema(key(index.hash(), KeyType.HASH), key(index.range(), KeyType.RANGE))
                        .projection(projection -> projection.projectionType(index.hasAll() ? "ALL" : "KEYS_ONLY"))
                        .build())
                .toList();
        client.createTable(create -> {
            create.tableName(table)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(attributes)
                    .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE));
            if (!globals.isEmpty()) {
                create.globalSecondaryIndexes(globals);
            }
        });
        client.waiter().waitUntilTableExists(describe -> describe.tableName(table));
    }

    void drop() {
        client.deleteTable(delete -> delete.tableName(table));
    }

    void load(List<Post> posts) {
        for (int i = 0; i < posts.size(); i += BATCH) {
            List<WriteRequest> writes = posts.subList(i, Math.min(i + BATCH, posts.size())).stream()
                    .map(post -> WriteRequest.builder()
                            .putRequest(PutRequest.builder().item(item(post)).build())
                            .build())
                    .toList();
            Map<String, List<WriteRequest>> open = Map.of(table, writes);
            while (!open.isEmpty()) {
                Map<String, List<WriteRequest>> asked = open;
                open = client.batchWriteItem(batch -> batch.requestItems(asked)).unprocessedItems();
            }
        }
    }

    /** What is stored, indexes included, by DynamoDB's rules: 100 bytes more for each item and each entry. */
    long storageBytes(List<Post> posts) {
        long bytes = 0;
        for (Post post : posts) {
            Map<String, AttributeValue> item = item(post);
            bytes += ItemSize.bytes(item) + ENTRY_OVERHEAD_BYTES;
            for (Index index : indexes()) {
                if (item.containsKey(index.hash()) && item.containsKey(index.range())) {
                    Map<String, AttributeValue> entry = new HashMap<>(item);
                    if (!index.hasAll()) {
                        entry.keySet().retainAll(List.of("PK", "SK", index.hash(), index.range()));
                    }
                    bytes += ItemSize.bytes(entry) + ENTRY_OVERHEAD_BYTES;
                }
            }
        }
        return bytes;
    }

    QueryRequest.Builder ofOwner(String owner) {
        return QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression("PK = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(owner)));
    }

    QueryRequest.Builder ofRange(String hash, String hashValue, String condition, Map<String, AttributeValue> values) {
        Map<String, AttributeValue> all = new HashMap<>(values);
        all.put(":hash", AttributeValue.fromS(hashValue));
        return QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression("#hash = :hash" + condition)
                .expressionAttributeNames(Map.of("#hash", hash))
                .expressionAttributeValues(all);
    }

    double update(Post post, String sort, String expression, Map<String, AttributeValue> values) {
        return client.updateItem(update -> update.tableName(table)
                        .key(Map.of("PK", AttributeValue.fromS(post.owner()), "SK", AttributeValue.fromS(sort)))
                        .updateExpression(expression)
                        .expressionAttributeValues(values.isEmpty() ? null : values)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits();
    }

    private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }
}

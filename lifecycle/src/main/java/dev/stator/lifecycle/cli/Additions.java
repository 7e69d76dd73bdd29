package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.DueIndex;
import dev.stator.lifecycle.spec.Ending;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.table.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Adds to a table that is in use what a lifecycle needs of it. */
final class Additions {
    private static final Duration POLL = Duration.ofSeconds(2);

    private final Context context;
    private final LifecycleSpec spec;
    private final DynamoDbClient client;

    Additions(Context context) {
        this.context = context;
        this.spec = context.spec();
        this.client = context.client();
    }

    /** What was added, in words. */
    List<String> make() throws InterruptedException {
        List<String> made = new ArrayList<>();
        DueIndex due = spec.due();
        if (due != null && index(due).isEmpty()) {
            addIndex(due);
            made.add("The table " + spec.table() + " has the index " + due.name() + " now.");
        }
        boolean usesTimeToLive = spec.states().stream().anyMatch(state -> state.ending() instanceof Ending.TimeToLive);
        if (usesTimeToLive && timeToLive() == null) {
            client.updateTimeToLive(update -> update.tableName(spec.table())
                    .timeToLiveSpecification(ttl ->
                            ttl.enabled(true).attributeName(spec.attributes().of(Role.TTL))));
            made.add("The table " + spec.table() + " has a time to live now, in "
                    + spec.attributes().of(Role.TTL) + ".");
        }
        return made;
    }

    private @Nullable String timeToLive() {
        return client.describeTimeToLive(describe -> describe.tableName(spec.table()))
                .timeToLiveDescription()
                .attributeName();
    }

    private List<GlobalSecondaryIndexDescription> index(DueIndex due) {
        return table().globalSecondaryIndexes().stream()
                .filter(index -> index.indexName().equals(due.name()))
                .toList();
    }

    private TableDescription table() {
        return client.describeTable(describe -> describe.tableName(spec.table()))
                .table();
    }

    private void addIndex(DueIndex due) throws InterruptedException {
        String shard = spec.attributes().of(Role.DUE_SHARD);
        String at = spec.attributes().of(Role.DUE_AT);
        TableDescription table = table();
        List<AttributeDefinition> attributes = new ArrayList<>(table.attributeDefinitions());
        attributes.removeIf(known ->
                known.attributeName().equals(shard) || known.attributeName().equals(at));
        attributes.add(attribute(shard, ScalarAttributeType.S));
        attributes.add(attribute(at, ScalarAttributeType.N));
        CreateGlobalSecondaryIndexAction.Builder create = CreateGlobalSecondaryIndexAction.builder()
                .indexName(due.name())
                .keySchema(key(shard, KeyType.HASH), key(at, KeyType.RANGE))
                .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY));
        Long writeUnits = table.provisionedThroughput() == null
                ? null
                : table.provisionedThroughput().writeCapacityUnits();
        if (writeUnits != null && writeUnits > 0) {
            create.provisionedThroughput(units -> units.readCapacityUnits(
                            table.provisionedThroughput().readCapacityUnits())
                    .writeCapacityUnits(writeUnits));
        }
        client.updateTable(update -> update.tableName(spec.table())
                .attributeDefinitions(attributes)
                .globalSecondaryIndexUpdates(List.of(GlobalSecondaryIndexUpdate.builder()
                        .create(create.build())
                        .build())));
        while (index(due).stream().noneMatch(index -> index.indexStatus() == IndexStatus.ACTIVE)) {
            context.pause().take(POLL);
        }
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
}

package dev.stator.lifecycle.table;

import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.DueIndex;
import dev.stator.lifecycle.spec.Ending;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Whether the tables are as the declaration needs them, and the making of the companion table. */
public final class TableSetup {
    private final LifecycleSpec spec;
    private final DynamoDbClient client;

    public TableSetup(Context context) {
        this.spec = context.spec();
        this.client = context.client();
    }

    /** Creates the companion table, on demand, if it is not there, and waits until it can be used. */
    public void createCompanion() {
        try {
            client.createTable(create -> create.tableName(spec.companion())
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(text(Companion.PK), text(Companion.SK))
                    .keySchema(key(Companion.PK, KeyType.HASH), key(Companion.SK, KeyType.RANGE)));
        } catch (ResourceInUseException e) {
            // It is there, or somebody else is about to create it.
        }
        client.waiter().waitUntilTableExists(describe -> describe.tableName(spec.companion()));
    }

    /**
     * Creates the table of the items, on demand, with the index of what is due and the time to live that are declared: for
     * tests and first steps. A table that is there is left as it is.
     */
    public void createTable() {
        List<AttributeDefinition> attributes = new ArrayList<>(
                List.of(text(spec.keys().partitionName()), text(spec.keys().sortName())));
        DueIndex due = spec.due();
        if (due != null) {
            attributes.add(text(spec.attributes().of(Role.DUE_SHARD)));
            attributes.add(AttributeDefinition.builder()
                    .attributeName(spec.attributes().of(Role.DUE_AT))
                    .attributeType(ScalarAttributeType.N)
                    .build());
        }
        try {
            client.createTable(create -> {
                create.tableName(spec.table())
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(attributes)
                        .keySchema(
                                key(spec.keys().partitionName(), KeyType.HASH),
                                key(spec.keys().sortName(), KeyType.RANGE))
                        .streamSpecification(
                                stream -> stream.streamEnabled(true).streamViewType("NEW_AND_OLD_IMAGES"));
                if (due != null) {
                    create.globalSecondaryIndexes(List.of(GlobalSecondaryIndex.builder()
                            .indexName(due.name())
                            .keySchema(
                                    key(spec.attributes().of(Role.DUE_SHARD), KeyType.HASH),
                                    key(spec.attributes().of(Role.DUE_AT), KeyType.RANGE))
                            .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                            .build()));
                }
            });
        } catch (ResourceInUseException e) {
            return;
        }
        client.waiter().waitUntilTableExists(describe -> describe.tableName(spec.table()));
        if (usesTimeToLive()) {
            client.updateTimeToLive(update -> update.tableName(spec.table())
                    .timeToLiveSpecification(ttl ->
                            ttl.enabled(true).attributeName(spec.attributes().of(Role.TTL))));
        }
    }

    private boolean usesTimeToLive() {
        return spec.states().stream().anyMatch(state -> state.ending() instanceof Ending.TimeToLive);
    }

    /** What the tables lack, in words that say what to do; empty if nothing. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        try {
            TableDescription table = describe(spec.table());
            checkKeys(table, problems);
            checkDue(table, problems);
            checkTimeToLive(problems);
        } catch (ResourceNotFoundException e) {
            problems.add("There is no table " + spec.table() + ".");
        }
        try {
            describe(spec.companion());
        } catch (ResourceNotFoundException e) {
            problems.add("There is no table " + spec.companion() + ", which has the records: create it with the string"
                    + " keys pk and sk.");
        }
        return problems;
    }

    private TableDescription describe(String name) {
        return client.describeTable(describe -> describe.tableName(name)).table();
    }

    private void checkKeys(TableDescription table, List<String> problems) {
        List<KeySchemaElement> wanted = List.of(
                key(spec.keys().partitionName(), KeyType.HASH), key(spec.keys().sortName(), KeyType.RANGE));
        if (!table.keySchema().equals(wanted)) {
            problems.add("The table " + spec.table() + " has other keys than "
                    + spec.keys().partitionName() + " and " + spec.keys().sortName() + ".");
        }
    }

    private void checkDue(TableDescription table, List<String> problems) {
        DueIndex due = spec.due();
        if (due == null) {
            return;
        }
        List<KeySchemaElement> wanted = List.of(
                key(spec.attributes().of(Role.DUE_SHARD), KeyType.HASH),
                key(spec.attributes().of(Role.DUE_AT), KeyType.RANGE));
        boolean isThere = table.globalSecondaryIndexes().stream()
                .filter(index -> index.indexName().equals(due.name()))
                .map(GlobalSecondaryIndexDescription::keySchema)
                .anyMatch(wanted::equals);
        if (!isThere) {
            problems.add("The table " + spec.table() + " has no global index " + due.name() + " with the partition key "
                    + spec.attributes().of(Role.DUE_SHARD) + " (S) and the sort key "
                    + spec.attributes().of(Role.DUE_AT) + " (N); KEYS_ONLY is enough.");
        }
    }

    private void checkTimeToLive(List<String> problems) {
        if (!usesTimeToLive()) {
            return;
        }
        String name = client.describeTimeToLive(describe -> describe.tableName(spec.table()))
                .timeToLiveDescription()
                .attributeName();
        if (!spec.attributes().of(Role.TTL).equals(name)) {
            problems.add("The table " + spec.table() + " has no time to live on "
                    + spec.attributes().of(Role.TTL) + ", so nothing would ever be removed.");
        }
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}

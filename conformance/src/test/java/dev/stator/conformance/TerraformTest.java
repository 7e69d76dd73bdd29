package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsAction;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsStatus;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * The calls of the Terraform AWS provider 6 for {@code aws_dynamodb_table}, {@code aws_dynamodb_resource_policy} and {@code
 * aws_dynamodb_contributor_insights}, which are also those of CDK and CloudFormation: create, wait, refresh, update, destroy.
 */
final class TerraformTest extends TargetTest {
    /** As long as the provider waits for an update. */
    private static final Duration TIMEOUT = Duration.ofMinutes(20);

    private static final List<Tag> TAGS = List.of(tag("team", "a"), tag("stage", "test"));

    /** What a refresh reads of a table; two of them without a change in between are equal. */
    private record State(TableDescription table, PointInTimeRecoveryDescription recovery, List<Tag> tags) {}

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    private static ProvisionedThroughput units(long read, long write) {
        return ProvisionedThroughput.builder()
                .readCapacityUnits(read)
                .writeCapacityUnits(write)
                .build();
    }

    private String create() {
        String name = newName();
        dynamo().createTable(table -> table.tableName(name)
                .attributeDefinitions(string("p"), string("g"))
                .keySchema(hash("p"))
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(units(5, 5))
                .globalSecondaryIndexes(global("gsi", ALL, hash("g")).toBuilder()
                        .provisionedThroughput(units(2, 2))
                        .build())
                .tableClass(TableClass.STANDARD)
                .deletionProtectionEnabled(false)
                .tags(TAGS));
        settle(name);
        return name;
    }

    private TableDescription describe(String name) {
        return dynamo().describeTable(table -> table.tableName(name)).table();
    }

    private State refresh(String name) {
        TableDescription table = describe(name);
        List<Tag> tags = dynamo().listTagsOfResource(list -> list.resourceArn(table.tableArn()))
                .tags();
        // Terraform does not look at the times, which go on.
        PointInTimeRecoveryDescription recovery = recovery(name).toBuilder()
                .earliestRestorableDateTime(null)
                .latestRestorableDateTime(null)
                .build();
        return new State(table, recovery, tags);
    }

    private State refreshTwice(String name) {
        State state = refresh(name);
        assertThat(refresh(name)).isEqualTo(state);
        return state;
    }

    private PointInTimeRecoveryDescription recovery(String name) {
        return dynamo().describeContinuousBackups(backups -> backups.tableName(name))
                .continuousBackupsDescription()
                .pointInTimeRecoveryDescription();
    }

    private static GlobalSecondaryIndexUpdate change(Consumer<GlobalSecondaryIndexUpdate.Builder> change) {
        return GlobalSecondaryIndexUpdate.builder().applyMutation(change).build();
    }

    private void update(String name, Consumer<UpdateTableRequest.Builder> change) {
        dynamo().updateTable(update -> change.accept(update.tableName(name)));
        settle(name);
    }

    /** Polls as the provider does: table, warm throughput, and both of each index. */
    private void settle(String name) {
        await(() -> describe(name), TerraformTest::isSettled);
    }

    private static boolean isSettled(TableDescription table) {
        return table.tableStatus() == TableStatus.ACTIVE
                && table.warmThroughput() != null
                && table.warmThroughput().status() == TableStatus.ACTIVE
                && table.globalSecondaryIndexes().stream().allMatch(TerraformTest::isSettled);
    }

    private static boolean isSettled(GlobalSecondaryIndexDescription index) {
        return index.indexStatus() == IndexStatus.ACTIVE
                && index.warmThroughput() != null
                && index.warmThroughput().status() == IndexStatus.ACTIVE;
    }

    private static <T> T await(Supplier<T> question, Predicate<T> expected) {
        Instant deadline = Instant.now().plus(TIMEOUT);
        T answer = question.get();
        while (!expected.test(answer)) {
            assertThat(Instant.now()).as("waiting; the last answer: " + answer).isBefore(deadline);
            pause();
            answer = question.get();
        }
        return answer;
    }

    private GlobalSecondaryIndexDescription index(String name) {
        return describe(name).globalSecondaryIndexes().getFirst();
    }

    @Test
    void aNewTableIsRefreshedWithoutADifference() {
        State state = refreshTwice(create());

        assertThat(state.tags()).containsExactlyInAnyOrderElementsOf(TAGS);
        assertThat(state.recovery().pointInTimeRecoveryStatus()).isEqualTo(PointInTimeRecoveryStatus.DISABLED);
        assertThat(state.table().provisionedThroughput().readCapacityUnits()).isEqualTo(5);
        assertThat(state.table().deletionProtectionEnabled()).isFalse();
        assertThat(state.table().sseDescription()).isNull();
        assertThat(state.table().onDemandThroughput()).isNull();
        assertThat(state.table().warmThroughput().readUnitsPerSecond()).isPositive();
    }

    @Test
    void throughputOfTableAndIndexChangesInOneRequest() {
        String name = create();
        update(
                name,
                table -> table.billingMode(BillingMode.PROVISIONED)
                        .provisionedThroughput(units(6, 7))
                        .globalSecondaryIndexUpdates(change(change ->
                                change.update(index -> index.indexName("gsi").provisionedThroughput(units(3, 4))))));

        State state = refreshTwice(name);
        assertThat(state.table().provisionedThroughput().writeCapacityUnits()).isEqualTo(7);
        assertThat(index(name).provisionedThroughput().readCapacityUnits()).isEqualTo(3);
    }

    @Test
    void aTableGoesOnDemandAndGetsMaximaAndMoreWarmThroughput() {
        String name = create();
        update(name, table -> table.billingMode(BillingMode.PAY_PER_REQUEST));
        assertThat(refreshTwice(name).table().billingModeSummary().billingMode())
                .isEqualTo(BillingMode.PAY_PER_REQUEST);

        update(
                name,
                table -> table.onDemandThroughput(
                        maxima -> maxima.maxReadRequestUnits(100L).maxWriteRequestUnits(50L)));
        update(
                name,
                table -> table.globalSecondaryIndexUpdates(change(change -> change.update(index ->
                        index.indexName("gsi").onDemandThroughput(maxima -> maxima.maxWriteRequestUnits(40L))))));
        State limited = refreshTwice(name);
        assertThat(limited.table().onDemandThroughput().maxReadRequestUnits()).isEqualTo(100);
        assertThat(index(name).onDemandThroughput().maxWriteRequestUnits()).isEqualTo(40);

        update(
                name,
                table -> table.onDemandThroughput(
                        maxima -> maxima.maxReadRequestUnits(-1L).maxWriteRequestUnits(-1L)));
        await(() -> describe(name), table -> table.onDemandThroughput() == null);

        update(
                name,
                table -> table.warmThroughput(
                        warm -> warm.readUnitsPerSecond(12_100L).writeUnitsPerSecond(4_100L)));
        update(
                name,
                table -> table.globalSecondaryIndexUpdates(change(change -> change.update(
                        index -> index.indexName("gsi").warmThroughput(warm -> warm.readUnitsPerSecond(12_200L))))));
        assertThat(refreshTwice(name).table().warmThroughput().readUnitsPerSecond())
                .isEqualTo(12_100);
        assertThat(index(name).warmThroughput().readUnitsPerSecond()).isEqualTo(12_200);
    }

    @Test
    void anIndexIsReplacedByTwoRequests() {
        String name = create();
        dynamo().updateTable(table -> table.tableName(name)
                .globalSecondaryIndexUpdates(change(change -> change.delete(index -> index.indexName("gsi")))));
        await(() -> describe(name), table -> table.globalSecondaryIndexes().isEmpty());
        settle(name);

        update(
                name,
                table -> table.attributeDefinitions(string("p"), string("h"))
                        .globalSecondaryIndexUpdates(change(change -> change.create(index -> index.indexName("other")
                                .keySchema(hash("h"))
                                .projection(KEYS_ONLY)
                                .provisionedThroughput(units(1, 1))))));

        State state = refreshTwice(name);
        assertThat(state.table().globalSecondaryIndexes())
                .extracting(GlobalSecondaryIndexDescription::indexName)
                .containsExactly("other");
        assertThat(state.table().attributeDefinitions()).containsExactlyInAnyOrder(string("p"), string("h"));
    }

    @Test
    void encryptionTableClassAndTagsChangeOneByOne() {
        String name = create();
        String arn = describe(name).tableArn();
        dynamo().updateTable(table -> table.tableName(name).sseSpecification(sse -> sse.enabled(true)));
        await(
                () -> describe(name),
                table ->
                        table.sseDescription() != null && table.sseDescription().status() == SSEStatus.ENABLED);
        refreshTwice(name);
        dynamo().updateTable(table -> table.tableName(name).sseSpecification(sse -> sse.enabled(false)));
        await(() -> describe(name), table -> table.sseDescription() == null);

        update(name, table -> table.tableClass(TableClass.STANDARD_INFREQUENT_ACCESS));
        await(() -> describe(name), table -> table.tableClassSummary() != null);
        assertThat(describe(name).tableClassSummary().tableClass()).isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);

        dynamo().untagResource(tags -> tags.resourceArn(arn).tagKeys("stage"));
        dynamo().tagResource(tags -> tags.resourceArn(arn).tags(tag("team", "b")));
        await(() -> refresh(name).tags(), tags -> tags.equals(List.of(tag("team", "b"))));
        refreshTwice(name);
    }

    @Test
    void pointInTimeRecoveryIsEnabledChangedAndDisabled() {
        String name = create();
        dynamo().updateContinuousBackups(backups -> backups.tableName(name)
                .pointInTimeRecoverySpecification(recovery -> recovery.pointInTimeRecoveryEnabled(true)));
        PointInTimeRecoveryDescription enabled = await(
                () -> recovery(name),
                recovery -> recovery.pointInTimeRecoveryStatus() == PointInTimeRecoveryStatus.ENABLED);
        assertThat(enabled.recoveryPeriodInDays()).isEqualTo(35);
        assertThat(enabled.earliestRestorableDateTime()).isBeforeOrEqualTo(enabled.latestRestorableDateTime());

        dynamo().updateContinuousBackups(backups -> backups.tableName(name)
                .pointInTimeRecoverySpecification(
                        recovery -> recovery.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(7)));
        await(() -> recovery(name), recovery -> recovery.recoveryPeriodInDays() == 7);
        refreshTwice(name);

        dynamo().updateContinuousBackups(backups -> backups.tableName(name)
                .pointInTimeRecoverySpecification(recovery -> recovery.pointInTimeRecoveryEnabled(false)));
        await(
                () -> recovery(name),
                recovery -> recovery.pointInTimeRecoveryStatus() == PointInTimeRecoveryStatus.DISABLED);
    }

    @Test
    void timeToLiveIsEnabled() {
        String name = create();
        assertThat(timeToLive(name)).isEqualTo(TimeToLiveStatus.DISABLED);

        dynamo().updateTimeToLive(update -> update.tableName(name)
                .timeToLiveSpecification(ttl -> ttl.attributeName("expires").enabled(true)));

        await(() -> timeToLive(name), status -> status == TimeToLiveStatus.ENABLED);
        refreshTwice(name);
    }

    private TimeToLiveStatus timeToLive(String name) {
        return dynamo().describeTimeToLive(ttl -> ttl.tableName(name))
                .timeToLiveDescription()
                .timeToLiveStatus();
    }

    @Test
    void aStreamGetsAnotherViewTypeByTwoRequests() {
        String name = create();
        update(
                name,
                table -> table.streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)));
        String first = refreshTwice(name).table().latestStreamArn();

        update(name, table -> table.streamSpecification(stream -> stream.streamEnabled(false)));
        assertThat(refreshTwice(name).table().streamSpecification()).isNull();
        update(
                name,
                table -> table.streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));

        State state = refreshTwice(name);
        assertThat(state.table().streamSpecification().streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
        assertThat(state.table().latestStreamArn()).isNotEqualTo(first);
    }

    @Test
    void contributorInsightsOfTableAndIndexAreEnabledAndDisabled() {
        String name = create();
        for (String index : new String[] {null, "gsi"}) {
            dynamo().updateContributorInsights(insights -> insights.tableName(name)
                    .indexName(index)
                    .contributorInsightsAction(ContributorInsightsAction.ENABLE));
            await(() -> insights(name, index), status -> status == ContributorInsightsStatus.ENABLED);
        }
        assertThat(dynamo().listContributorInsights(list -> list.tableName(name))
                        .contributorInsightsSummaries())
                .hasSize(2);
        for (String index : new String[] {null, "gsi"}) {
            dynamo().updateContributorInsights(insights -> insights.tableName(name)
                    .indexName(index)
                    .contributorInsightsAction(ContributorInsightsAction.DISABLE));
            await(() -> insights(name, index), status -> status == ContributorInsightsStatus.DISABLED);
        }
    }

    private ContributorInsightsStatus insights(String name, @Nullable String index) {
        return dynamo().describeContributorInsights(
                        insights -> insights.tableName(name).indexName(index))
                .contributorInsightsStatus();
    }

    @Test
    void aPolicyIsPutReadAndDeleted() {
        String name = create();
        String arn = describe(name).tableArn();
        assertThat(policy(arn)).isNull();
        String account = arn.split(":", -1)[4];
        String policy = """
                {"Version": "2012-10-17", "Statement": [{"Sid": "own", "Effect": "Allow", "Principal": {"AWS": "%s"},
                 "Action": ["dynamodb:GetItem"], "Resource": "%s"}]}""".formatted(account, arn);

        String revision = dynamo().putResourcePolicy(put -> put.resourceArn(arn).policy(policy))
                .revisionId();

        await(() -> policy(arn), Objects::nonNull);
        assertThat(dynamo().putResourcePolicy(put -> put.resourceArn(arn).policy(policy))
                        .revisionId())
                .isEqualTo(revision);
        await(() -> isPolicyDeleted(arn), deleted -> deleted);
        await(() -> policy(arn) == null, gone -> gone);
        assertThat(dynamo().describeKinesisStreamingDestination(table -> table.tableName(name))
                        .kinesisDataStreamDestinations())
                .isEmpty();
    }

    private boolean isPolicyDeleted(String arn) {
        try {
            dynamo().deleteResourcePolicy(delete -> delete.resourceArn(arn));
            return true;
        } catch (DynamoDbException e) {
            if (Targets.areLocal()) {
                throw e;
            }
            // AWS takes one change in 15 seconds.
            return false;
        }
    }

    private @Nullable String policy(String arn) {
        try {
            return dynamo().getResourcePolicy(get -> get.resourceArn(arn)).policy();
        } catch (PolicyNotFoundException e) {
            return null;
        }
    }

    @Test
    void aProtectedTableIsDestroyedOnceItIsProtectedNoMore() {
        String name = create();
        update(name, table -> table.deletionProtectionEnabled(true));
        assertThat(refreshTwice(name).table().deletionProtectionEnabled()).isTrue();
        assertThatExceptionOfType(DynamoDbException.class)
                .isThrownBy(() -> dynamo().deleteTable(table -> table.tableName(name)))
                .withMessageContaining("Disable deletion protection first.");

        update(name, table -> table.deletionProtectionEnabled(false));
        dynamo().deleteTable(table -> table.tableName(name));
        await(() -> isGone(name), gone -> gone);

        assertThatExceptionOfType(ResourceNotFoundException.class)
                .isThrownBy(() -> dynamo().deleteTable(table -> table.tableName(name)))
                .withMessageStartingWith("Requested resource not found: Table: ");
        assertThatExceptionOfType(TableNotFoundException.class).isThrownBy(() -> recovery(name));
    }

    private boolean isGone(String name) {
        try {
            TableStatus status = describe(name).tableStatus();
            assertThat(status).isIn(TableStatus.ACTIVE, TableStatus.DELETING);
            return false;
        } catch (ResourceNotFoundException e) {
            return true;
        }
    }
}

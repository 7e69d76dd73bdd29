package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorClock;
import dev.stator.junit.StatorTest;
import dev.stator.junit.TemplateTables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The table of this test is the one that will be deployed: it comes from the template that CDK has written. */
@StatorTest(startAt = "2026-03-01T09:00:00Z")
@TemplateTables(value = "audit.template.json", parameters = "Stage=test")
class AuditTrailTest {
    record AuditTrail(DynamoDbClient dynamo, StatorClock clock, String table) {
        void log(String tenant, String actor, String action) {
            String at = clock.instant().toString();
            dynamo.putItem(put -> put.tableName(table)
                    .item(Map.of(
                            "pk", s("TENANT#" + tenant),
                            "sk", s("EVENT#" + at),
                            "actor", s(tenant + "#" + actor),
                            "action", s(action))));
        }

        List<String> of(String tenant, String month) {
            return dynamo
                    .query(query -> query.tableName(table)
                            .keyConditionExpression("pk = :pk AND begins_with(sk, :month)")
                            .expressionAttributeValues(
                                    Map.of(":pk", s("TENANT#" + tenant), ":month", s("EVENT#" + month))))
                    .items()
                    .stream()
                    .map(event -> event.get("action").s())
                    .toList();
        }

        List<String> by(String tenant, String actor) {
            return dynamo
                    .query(query -> query.tableName(table)
                            .indexName("by-actor")
                            .keyConditionExpression("actor = :actor")
                            .expressionAttributeValues(Map.of(":actor", s(tenant + "#" + actor))))
                    .items()
                    .stream()
                    .map(event -> event.get("sk").s())
                    .toList();
        }
    }

    @Injected
    private Stator stator;

    private AuditTrail trail;

    @BeforeEach
    void work() {
        trail = new AuditTrail(stator.dynamoDbClient(), stator.clock(), "audit-test");
        trail.log("acme", "ann", "login");
        stator.clock().advance(Duration.ofHours(1));
        trail.log("acme", "ben", "export");
        stator.clock().advance(Duration.ofDays(31));
        trail.log("acme", "ann", "logout");
    }

    @Test
    void aMonthIsASlice() {
        assertThat(trail.of("acme", "2026-03")).containsExactly("login", "export");
        assertThat(trail.of("acme", "2026-04")).containsExactly("logout");

        assertThat(stator).scannedNothing().discardedNothing();
    }

    @Test
    void theIndexOfTheTemplateHasKeysOnly() {
        assertThat(trail.by("acme", "ann")).containsExactly("EVENT#2026-03-01T09:00:00Z", "EVENT#2026-04-01T10:00:00Z");
    }

    @Test
    void theDeployedTableIsProtected(DynamoDbClient dynamo) {
        assertThat(dynamo.describeTable(describe -> describe.tableName("audit-test"))
                        .table()
                        .deletionProtectionEnabled())
                .isTrue();
    }
}

package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Items that expire. AWS takes days to delete them, so that is only waited for here. */
final class TimeToLiveTest extends TargetTest {
    private TimeToLiveDescription describe(String table) {
        return dynamo().describeTimeToLive(describe -> describe.tableName(table))
                .timeToLiveDescription();
    }

    private void enable(String table, String attribute) {
        dynamo().updateTimeToLive(update -> update.tableName(table)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName(attribute)));
    }

    private static Map<String, AttributeValue> item(String key, Instant expiry) {
        return Map.of("p", fromS(key), "ttl", fromN(Long.toString(expiry.getEpochSecond())));
    }

    @Test
    void aTableHasNoneUntilItIsEnabled() {
        String table = createHashTable();
        assertThat(describe(table).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.DISABLED);
        assertThat(describe(table).attributeName()).isNull();

        enable(table, "ttl");

        assertThat(describe(table).timeToLiveStatus()).isIn(TimeToLiveStatus.ENABLED, TimeToLiveStatus.ENABLING);
        assertThat(describe(table).attributeName()).isEqualTo("ttl");
    }

    @Test
    void whatChangesNothingIsRefused() {
        String table = createHashTable();
        assertThatThrownBy(() -> dynamo().updateTimeToLive(update -> update.tableName(table)
                        .timeToLiveSpecification(ttl -> ttl.enabled(false).attributeName("ttl"))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageStartingWith("TimeToLive is already disabled");
        enable(table, "ttl");
        assertThatThrownBy(() -> enable(table, "ttl")).hasMessageStartingWith("TimeToLive is already enabled");
        assertThatThrownBy(() -> enable(table, "other"))
                .hasMessageStartingWith(
                        "TimeToLive is active on a different AttributeName: current AttributeName is ttl");
    }

    @Test
    void aTableThatIsNotThereIsTold() {
        assertThatThrownBy(() -> describe("conformance-absent")).isInstanceOf(ResourceNotFoundException.class);
        assertThatThrownBy(() -> enable("conformance-absent", "ttl")).isInstanceOf(ResourceNotFoundException.class);
    }

    @Test
    @Timeout(60)
    void expiredItemsGoAndOthersStay() {
        assumeTrue(Targets.areLocal(), "only our own servers delete expired items within seconds");
        String table = createHashTable();
        put(table, item("before", Instant.now().minusSeconds(60)));
        enable(table, "ttl");
        put(table, item("after", Instant.now().minusSeconds(60)));
        put(table, item("later", Instant.now().plus(Duration.ofDays(1))));
        put(table, item("old", Instant.now().minus(Duration.ofDays(6 * 365))));

        while (!get(table, key("before")).isEmpty() || !get(table, key("after")).isEmpty()) {
            pause();
        }

        assertThat(get(table, key("later"))).isNotEmpty();
        assertThat(get(table, key("old"))).isNotEmpty();
    }
}

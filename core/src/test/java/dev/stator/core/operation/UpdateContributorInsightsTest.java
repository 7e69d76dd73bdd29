package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ErrorType;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Behaviour and texts as they were recorded on AWS in October 2026. */
class UpdateContributorInsightsTest {
    private final ManualClock clock = new ManualClock();
    private final DatabaseFixture db = new DatabaseFixture(new MemoryEngine(), Limits.DYNAMODB, clock);

    @BeforeEach
    void create() {
        db.table(
                "Tab",
                "p:S s:S",
                DatabaseFixture.local("lsi", "p:S l:S", "ALL"),
                DatabaseFixture.global("gsi", "g:S", "ALL"));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private Object update(String members) {
        return db.call("UpdateContributorInsights", "{'TableName':'Tab'," + members + "}");
    }

    private Object describe(String members) {
        return db.call("DescribeContributorInsights", "{'TableName':'Tab'" + members + "}");
    }

    @Nested
    class Validation {
        @Test
        void theActionIsNeededAndOneOfTwo() {
            db.refuses(
                    "UpdateContributorInsights",
                    "{'TableName':'Tab'}",
                    "1 validation error detected: Value null at 'contributorInsightsAction' failed to satisfy constraint:"
                            + " Member must not be null");
            db.refuses(
                    "UpdateContributorInsights",
                    "{'TableName':'Tab','ContributorInsightsAction':'X'}",
                    "1 validation error detected: Value 'X' at 'contributorInsightsAction' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [DISABLE, ENABLE]");
            db.refuses(
                    "UpdateContributorInsights",
                    "{'TableName':'Tab','ContributorInsightsAction':'ENABLE','ContributorInsightsMode':'X'}",
                    "1 validation error detected: Value 'X' at 'contributorInsightsMode' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [ACCESSED_AND_THROTTLED_KEYS, THROTTLED_KEYS]");
        }

        @Test
        void theTableAndItsGlobalIndexMustBeThere() {
            db.refuses(
                    "UpdateContributorInsights",
                    "{'TableName':'Other','ContributorInsightsAction':'ENABLE'}",
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Table: Other not found");
            for (String index : new String[] {"nope", "lsi"}) {
                db.refuses(
                        "UpdateContributorInsights",
                        "{'TableName':'Tab','IndexName':'" + index + "','ContributorInsightsAction':'DISABLE'}",
                        ErrorType.RESOURCE_NOT_FOUND,
                        "Requested resource not found: Index: " + index + " not found for table: Tab");
            }
        }
    }

    @Nested
    class Behaviour {
        @Test
        void tableAndIndexAreEnabledEachForItself() {
            assertThat(update("'ContributorInsightsAction':'ENABLE'"))
                    .isEqualTo(Map.of(
                            "TableName", "Tab",
                            "ContributorInsightsStatus", "ENABLING",
                            "ContributorInsightsMode", "ACCESSED_AND_THROTTLED_KEYS"));
            assertThat(DatabaseFixture.at(describe(""), "ContributorInsightsStatus"))
                    .isEqualTo("ENABLED");
            assertThat(DatabaseFixture.at(describe(",'IndexName':'gsi'"), "ContributorInsightsStatus"))
                    .isEqualTo("DISABLED");

            assertThat(update("'IndexName':'gsi','ContributorInsightsAction':'ENABLE',"
                            + "'ContributorInsightsMode':'THROTTLED_KEYS'"))
                    .isEqualTo(Map.of(
                            "TableName", "Tab",
                            "IndexName", "gsi",
                            "ContributorInsightsStatus", "ENABLING",
                            "ContributorInsightsMode", "THROTTLED_KEYS"));
            assertThat(DatabaseFixture.at(describe(",'IndexName':'gsi'"), "ContributorInsightsMode"))
                    .isEqualTo("THROTTLED_KEYS");
        }

        @Test
        void whatIsSoAlreadyIsToldAsItIs() {
            assertThat(update("'ContributorInsightsAction':'DISABLE'"))
                    .isEqualTo(Map.of("TableName", "Tab", "ContributorInsightsStatus", "DISABLED"));
            update("'ContributorInsightsAction':'ENABLE'");
            Object described = describe("");
            clock.pass(Duration.ofMinutes(1));

            assertThat(DatabaseFixture.at(update("'ContributorInsightsAction':'ENABLE'"), "ContributorInsightsStatus"))
                    .isEqualTo("ENABLED");
            assertThat(describe("")).isEqualTo(described);
        }

        @Test
        void anotherModeIsAChangeAndNoModeIsTheDefaultOne() {
            update("'ContributorInsightsAction':'ENABLE','ContributorInsightsMode':'THROTTLED_KEYS'");
            clock.pass(Duration.ofMinutes(1));
            Object answer = update("'ContributorInsightsAction':'ENABLE'");

            assertThat(DatabaseFixture.at(answer, "ContributorInsightsStatus")).isEqualTo("ENABLING");
            assertThat(DatabaseFixture.at(describe(""), "ContributorInsightsMode"))
                    .isEqualTo("ACCESSED_AND_THROTTLED_KEYS");
            assertThat(DatabaseFixture.at(describe(""), "LastUpdateDateTime")).isEqualTo(1767323105.678);
        }

        @Test
        void theModeIsRememberedWhenTheyAreDisabled() {
            update("'ContributorInsightsAction':'ENABLE','ContributorInsightsMode':'THROTTLED_KEYS'");
            assertThat(DatabaseFixture.at(update("'ContributorInsightsAction':'DISABLE'"), "ContributorInsightsStatus"))
                    .isEqualTo("DISABLING");
            assertThat(describe(""))
                    .isEqualTo(Map.of(
                            "TableName", "Tab",
                            "ContributorInsightsStatus", "DISABLED",
                            "ContributorInsightsMode", "THROTTLED_KEYS",
                            "LastUpdateDateTime", 1767323045.678));
        }
    }
}

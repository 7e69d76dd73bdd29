package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ErrorType;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Behaviour and texts as they were recorded on AWS in October 2026. */
class UpdateContinuousBackupsTest {
    private static final String INVALID =
            "1 validation error detected: Value %s failed to satisfy constraint: Member must %s";
    /** Of the manual clock's beginning, in seconds. */
    private static final double START = 1767323045.678;

    private final ManualClock clock = new ManualClock();
    private final DatabaseFixture db = new DatabaseFixture(new MemoryEngine(), Limits.DYNAMODB, clock);

    @BeforeEach
    void create() {
        db.table("Tab", "p:S");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static String update(String specification) {
        return "{'TableName':'Tab','PointInTimeRecoverySpecification':{" + specification + "}}";
    }

    /** PointInTimeRecoveryDescription of the answer, which is the next description's too. */
    private Object change(String specification) {
        Object answer = db.call("UpdateContinuousBackups", update(specification));
        assertThat(answer).isEqualTo(db.call("DescribeContinuousBackups", "{'TableName':'Tab'}"));
        assertThat(DatabaseFixture.at(answer, "ContinuousBackupsDescription.ContinuousBackupsStatus"))
                .isEqualTo("ENABLED");
        return Objects.requireNonNull(
                DatabaseFixture.at(answer, "ContinuousBackupsDescription.PointInTimeRecoveryDescription"));
    }

    private static Map<String, Object> enabled(long days, double earliest, double latest) {
        return Map.of(
                "PointInTimeRecoveryStatus", "ENABLED",
                "RecoveryPeriodInDays", days,
                "EarliestRestorableDateTime", earliest,
                "LatestRestorableDateTime", latest);
    }

    @Nested
    class Validation {
        @Test
        void allMembersAreNeeded() {
            db.refuses(
                    "UpdateContinuousBackups",
                    "{'TableName':'Tab'}",
                    INVALID.formatted("null at 'pointInTimeRecoverySpecification'", "not be null"));
            db.refuses(
                    "UpdateContinuousBackups",
                    update(""),
                    INVALID.formatted(
                            "null at 'pointInTimeRecoverySpecification.pointInTimeRecoveryEnabled'", "not be null"));
            db.refuses(
                    "UpdateContinuousBackups",
                    "{'PointInTimeRecoverySpecification':{'PointInTimeRecoveryEnabled':true}}",
                    INVALID.formatted("null at 'tableName'", "not be null"));
        }

        @Test
        void thePeriodIsOneTo35Days() {
            String path = "pointInTimeRecoverySpecification.recoveryPeriodInDays";
            db.refuses(
                    "UpdateContinuousBackups",
                    update("'PointInTimeRecoveryEnabled':true,'RecoveryPeriodInDays':0"),
                    INVALID.formatted("'0' at '" + path + "'", "have value greater than or equal to 1"));
            db.refuses(
                    "UpdateContinuousBackups",
                    update("'PointInTimeRecoveryEnabled':true,'RecoveryPeriodInDays':36"),
                    INVALID.formatted("'36' at '" + path + "'", "have value less than or equal to 35"));
        }

        @Test
        void whoDisablesItNamesNoPeriod() {
            db.refuses(
                    "UpdateContinuousBackups",
                    update("'PointInTimeRecoveryEnabled':false,'RecoveryPeriodInDays':7"),
                    "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.");
        }

        @Test
        void aTableThatIsNotThereIsToldInWordsOfItsOwn() {
            db.refuses(
                    "UpdateContinuousBackups",
                    update("'PointInTimeRecoveryEnabled':true").replace("'Tab'", "'Other'"),
                    ErrorType.TABLE_NOT_FOUND,
                    "Table not found: Other");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void itReachesBackToItsBeginningAndNotIntoTheLastMinutes() {
            assertThat(change("'PointInTimeRecoveryEnabled':true")).isEqualTo(enabled(35, START, START));

            clock.pass(Duration.ofHours(1));
            assertThat(change("'PointInTimeRecoveryEnabled':true")).isEqualTo(enabled(35, START, START + 3600 - 300));
        }

        @Test
        void itReachesBackNoFurtherThanThePeriod() {
            change("'PointInTimeRecoveryEnabled':true,'RecoveryPeriodInDays':7");
            clock.pass(Duration.ofDays(10));

            double now = START + Duration.ofDays(10).toSeconds();
            double week = Duration.ofDays(7).toSeconds();
            assertThat(change("'PointInTimeRecoveryEnabled':true,'RecoveryPeriodInDays':7"))
                    .isEqualTo(enabled(7, now - week, now - 300));
        }

        @Test
        void whoDisablesAndEnablesItBeginsAnewWith35Days() {
            change("'PointInTimeRecoveryEnabled':true,'RecoveryPeriodInDays':7");
            assertThat(change("'PointInTimeRecoveryEnabled':false"))
                    .isEqualTo(Map.of("PointInTimeRecoveryStatus", "DISABLED"));
            clock.pass(Duration.ofHours(1));

            assertThat(change("'PointInTimeRecoveryEnabled':true")).isEqualTo(enabled(35, START + 3600, START + 3600));
        }
    }
}

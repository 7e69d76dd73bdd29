package dev.stator.core.operation;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Texts and their order as others have recorded them on AWS (us-west-2, 2026-10), but for the pause between two changes,
 * which there is none of here. What happens to items is in the test of the sweeper and in {@link TimeToLiveChangesTest}.
 */
class UpdateTimeToLiveTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";

    private final DatabaseFixture db = new DatabaseFixture();

    @BeforeEach
    void create() {
        db.table("Tab", "p:S");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static String request(boolean enabled, String attribute) {
        return "{'TableName':'Tab','TimeToLiveSpecification':{'Enabled':" + enabled + ",'AttributeName':'" + attribute
                + "'}}";
    }

    private void described(String description) {
        db.answers("DescribeTimeToLive", "{'TableName':'Tab'}", "{'TimeToLiveDescription':" + description + "}");
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '"',
                value = {
                    "{'TableName':true} | TRUE_VALUE cannot be converted to String",
                    "{'TimeToLiveSpecification':{'Enabled':1}} | NUMBER_VALUE cannot be converted to Boolean",
                    "{'TimeToLiveSpecification':{'AttributeName':1}} | NUMBER_VALUE cannot be converted to String",
                    "{'TimeToLiveSpecification':'ttl'} | Unexpected field type",
                })
        void typesAreChecked(String request, String message) {
            db.refuses("UpdateTimeToLive", request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        private static final String DETECTED = "1 validation error detected: ";

        @Test
        void aTableIsNamed() {
            db.refuses(
                    "UpdateTimeToLive",
                    "{'TimeToLiveSpecification':{}}",
                    "The parameter 'TableName' is required but was not present in the request");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '"',
                value = {
                    "{'Enabled':true} | Value null at 'timeToLiveSpecification.attributeName' failed to satisfy constraint: Member must not be null",
                    "{'AttributeName':'a'} | Value null at 'timeToLiveSpecification.enabled' failed to satisfy constraint: Member must not be null",
                    "{'Enabled':false,'AttributeName':''} | Value '' at 'timeToLiveSpecification.attributeName' failed to satisfy constraint: Member must have length greater than or equal to 1",
                    "null | Value null at 'timeToLiveSpecification' failed to satisfy constraint: Member must not be null",
                })
        void theSpecificationIsComplete(String specification, String violation) {
            db.refuses(
                    "UpdateTimeToLive",
                    "{'TableName':'Tab','TimeToLiveSpecification':" + specification + "}",
                    DETECTED + violation);
        }

        @Test
        void allThatIsMissingIsTold() {
            db.refuses(
                    "UpdateTimeToLive",
                    "{'TableName':'Tab','TimeToLiveSpecification':{}}",
                    "2 validation errors detected: Value null at 'timeToLiveSpecification.attributeName' failed to satisfy"
                            + " constraint: Member must not be null; Value null at 'timeToLiveSpecification.enabled' failed"
                            + " to satisfy constraint: Member must not be null");
        }

        @Test
        void anAttributeNameHasAtMost255Characters() {
            db.call("UpdateTimeToLive", request(true, "é".repeat(255)));
            db.refuses(
                    "UpdateTimeToLive",
                    request(true, "a".repeat(256)),
                    DETECTED + "Value '" + "a".repeat(256) + "' at 'timeToLiveSpecification.attributeName' failed to"
                            + " satisfy constraint: Member must have length less than or equal to 255");
        }

        @Test
        void theTableExists() {
            db.refuses(
                    "UpdateTimeToLive",
                    request(true, "ttl").replace("'Tab'", "'Table'"),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Table: Table not found");
        }

        @Test
        void disablingWhatIsDisabledIsRefused() {
            db.refuses("UpdateTimeToLive", request(false, "ttl"), "TimeToLive is already disabled");
        }

        @Test
        void enablingTwiceIsRefused() {
            db.call("UpdateTimeToLive", request(true, "ttl"));
            db.refuses("UpdateTimeToLive", request(true, "ttl"), "TimeToLive is already enabled");
        }

        @Test
        void anotherAttributeIsRefusedWhileOneIsEnabled() {
            db.call("UpdateTimeToLive", request(true, "ttl"));
            String message = "TimeToLive is active on a different AttributeName: current AttributeName is ttl";
            db.refuses("UpdateTimeToLive", request(true, "other"), message);
            db.refuses("UpdateTimeToLive", request(false, "other"), message);
        }
    }

    @Nested
    class Behaviour {
        @Test
        void theAnswerIsTheSpecification() {
            db.answers(
                    "UpdateTimeToLive",
                    request(true, "ttl"),
                    "{'TimeToLiveSpecification':{'Enabled':true,'AttributeName':'ttl'}}");
            db.answers(
                    "UpdateTimeToLive",
                    request(false, "ttl"),
                    "{'TimeToLiveSpecification':{'Enabled':false,'AttributeName':'ttl'}}");
        }

        @Test
        void aSmallTableIsEnabledAtOnce() {
            db.put("Tab", "'p':{'S':'a'}");
            db.call("UpdateTimeToLive", request(true, "ttl"));
            described("{'TimeToLiveStatus':'ENABLED','AttributeName':'ttl'}");
        }

        @Test
        void disablingForgetsTheAttribute() {
            db.call("UpdateTimeToLive", request(true, "ttl"));
            db.call("UpdateTimeToLive", request(false, "ttl"));
            described("{'TimeToLiveStatus':'DISABLED'}");
            db.call("UpdateTimeToLive", request(true, "other"));
            described("{'TimeToLiveStatus':'ENABLED','AttributeName':'other'}");
        }

        @Test
        void aKeyAttributeIsTaken() {
            db.call("UpdateTimeToLive", request(true, "p"));
            described("{'TimeToLiveStatus':'ENABLED','AttributeName':'p'}");
        }

        @Test
        void aTableMayBeNamedByItsArn() {
            db.call("UpdateTimeToLive", request(true, "ttl").replace("'Tab'", "'" + ARN + "'"));
            described("{'TimeToLiveStatus':'ENABLED','AttributeName':'ttl'}");
        }

        @Test
        void anotherTableOfTheNameHasNone() {
            db.call("UpdateTimeToLive", request(true, "ttl"));
            db.call("DeleteTable", "{'TableName':'Tab'}");
            db.table("Tab", "p:S");
            described("{'TimeToLiveStatus':'DISABLED'}");
        }
    }
}

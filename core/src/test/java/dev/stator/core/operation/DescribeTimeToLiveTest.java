package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The states are in {@link UpdateTimeToLiveTest}. */
class DescribeTimeToLiveTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";

    private final DatabaseFixture db = new DatabaseFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Nested
    class Serialization {
        @Test
        void theNameIsAString() {
            db.refuses(
                    "DescribeTimeToLive",
                    "{'TableName':1.5}",
                    ErrorType.SERIALIZATION,
                    "DECIMAL_VALUE cannot be converted to String");
        }
    }

    @Nested
    class Validation {
        @Test
        void aTableIsNamed() {
            db.refuses(
                    "DescribeTimeToLive",
                    "{}",
                    "The parameter 'TableName' is required but was not present in the request");
        }

        @Test
        void theTableExists() {
            db.refuses(
                    "DescribeTimeToLive",
                    "{'TableName':'Tab'}",
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Table: Tab not found");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void aTableThatWasNeverToldToExpireAnythingHasNoAttribute() {
            db.table("Tab", "p:S");
            db.answers(
                    "DescribeTimeToLive",
                    "{'TableName':'Tab'}",
                    "{'TimeToLiveDescription':{'TimeToLiveStatus':'DISABLED'}}");
        }

        @Test
        void aTableMayBeNamedByItsArn() {
            db.table("Tab", "p:S");
            db.call(
                    "UpdateTimeToLive",
                    "{'TableName':'Tab','TimeToLiveSpecification':{'Enabled':true,'AttributeName':'ttl'}}");
            assertThat(db.call("DescribeTimeToLive", "{'TableName':'" + ARN + "'}"))
                    .isEqualTo(db.call("DescribeTimeToLive", "{'TableName':'Tab'}"));
        }
    }
}

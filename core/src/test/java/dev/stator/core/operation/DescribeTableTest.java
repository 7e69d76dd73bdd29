package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescribeTableTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/";

    private final TableFixture db = new TableFixture();

    private void createTable() {
        db.call("CreateTable", """
                {"TableName":"abc","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}]}""");
    }

    private void refusedAs(ErrorType type, String request, String message) {
        ApiException refused = db.refused("DescribeTable", request);
        assertThat(refused).hasMessage(message);
        assertThat(refused.type()).isEqualTo(type);
    }

    @Nested
    class Serialization {
        @Test
        void theNameIsAString() {
            refusedAs(ErrorType.SERIALIZATION, "{\"TableName\":1.5}", "DECIMAL_VALUE cannot be converted to String");
        }
    }

    @Nested
    class Validation {
        @Test
        void aTableIsNamed() {
            refusedAs(
                    ErrorType.VALIDATION,
                    "{\"TableName\":null}",
                    "The parameter 'TableName' is required but was not present in the request");
        }

        @Test
        void theNameHasTheCharactersOfANameOnly() {
            refusedAs(
                    ErrorType.VALIDATION,
                    "{\"TableName\":\"abc;\"}",
                    "1 validation error detected: Value 'abc;' at 'tableName' failed to satisfy constraint: Member must"
                            + " satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        }

        @Test
        void theTableExists() {
            refusedAs(
                    ErrorType.RESOURCE_NOT_FOUND,
                    "{\"TableName\":\"abc\"}",
                    "Requested resource not found: Table: abc not found");
            refusedAs(
                    ErrorType.RESOURCE_NOT_FOUND,
                    "{\"TableName\":\"" + ARN + "abc\"}",
                    "Requested resource not found: Table: abc not found");
        }

        @Test
        void anArnOfAnotherRegionIsRefused() {
            createTable();
            String arn = "arn:aws:dynamodb:us-east-1:000000000000:table/abc";
            refusedAs(
                    ErrorType.VALIDATION,
                    "{\"TableName\":\"" + arn + "\"}",
                    "1 validation error detected: Invalid AWS region in '" + arn + "'");
        }

        @Test
        void anArnOfAnotherAccountIsDenied() {
            createTable();
            refusedAs(
                    ErrorType.ACCESS_DENIED,
                    "{\"TableName\":\"arn:aws:dynamodb:eu-west-2:999999999999:table/abc\"}",
                    "Access is denied");
        }

        @ParameterizedTest
        @CsvSource({
            "arn:aws:dynamodb:eu-west-2:000000000000:stream/abc, Invalid resource type",
            "arn:aws:dynamodb, Valid ARN format is",
            "arn:aws:s3:eu-west-2:000000000000:table/abc, Valid ARN format is",
            "arn:aws:dynamodb:eu-west-2:000000000000:table, Valid ARN format is",
            "arn:aws:dynamodb:eu-west-2:000000000000:table/ab, Valid ARN format is",
            "arn:aws:dynamodb:eu-west-2:000000000000:table/abc/index/gsi, Valid ARN format is"
        })
        void anArnThatIsNotATablesIsRefused(String arn, String reason) {
            ApiException refused = db.refused("DescribeTable", "{\"TableName\":\"" + arn + "\"}");
            assertThat(refused)
                    .hasMessageStartingWith("1 validation error detected: Value '" + arn
                            + "' at 'tableName' failed to satisfy constraint: " + reason);
        }
    }

    @Nested
    class Behaviour {
        @Test
        void anArnNamesTheTable() {
            createTable();
            Object answer = db.call("DescribeTable", "{\"TableName\":\"" + ARN + "abc\"}");
            assertThat(Json.at(answer, "Table.TableName")).isEqualTo("abc");
        }

        @Test
        void theNumberOfItemsIsExact() {
            createTable();
            db.put("{\"p\":{\"S\":\"1\"}}");
            db.put("{\"p\":{\"S\":\"2\"}}");
            db.put("{\"p\":{\"S\":\"2\"},\"x\":{\"S\":\"y\"}}");
            Object answer = db.call("DescribeTable", "{\"TableName\":\"abc\"}");
            assertThat(Json.at(answer, "Table.ItemCount")).isEqualTo(2L);
        }
    }
}

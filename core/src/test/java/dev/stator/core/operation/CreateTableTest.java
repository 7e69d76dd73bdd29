package dev.stator.core.operation;

import static dev.stator.core.operation.TableRequests.ALL;
import static dev.stator.core.operation.TableRequests.DEFINED_A;
import static dev.stator.core.operation.TableRequests.DEFINED_AB;
import static dev.stator.core.operation.TableRequests.KEY_A;
import static dev.stator.core.operation.TableRequests.KEY_AB;
import static dev.stator.core.operation.TableRequests.ON_DEMAND;
import static dev.stator.core.operation.TableRequests.UNITS;
import static dev.stator.core.operation.TableRequests.defined;
import static dev.stator.core.operation.TableRequests.globals;
import static dev.stator.core.operation.TableRequests.index;
import static dev.stator.core.operation.TableRequests.invalid;
import static dev.stator.core.operation.TableRequests.keys;
import static dev.stator.core.operation.TableRequests.locals;
import static dev.stator.core.operation.TableRequests.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DynamoDB's texts were observed in us-east-1, us-west-2 and eu-west-2 between 2020 and 2026. */
class CreateTableTest {
    private final TableFixture db = new TableFixture();

    private void refusedAs(String request, String message) {
        ApiException refused = db.refused("CreateTable", request);
        assertThat(refused).hasMessage(message);
        assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"TableName\":23} | NUMBER_VALUE cannot be converted to String",
                    "{\"AttributeDefinitions\":\"a\"} | Unexpected field type",
                    "{\"KeySchema\":{}} | Start of structure or map found where not expected",
                    "{\"KeySchema\":[\"a\"]} | Unexpected value type in payload",
                    "{\"KeySchema\":[[]]} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.KeySchemaElement",
                    "{\"KeySchema\":[{\"KeyType\":true}]} | TRUE_VALUE cannot be converted to String",
                    "{\"AttributeDefinitions\":[{\"AttributeName\":[]}]} | Unrecognized collection type class java.lang.String",
                    "{\"ProvisionedThroughput\":\"a\"} | Unexpected field type",
                    "{\"ProvisionedThroughput\":{\"ReadCapacityUnits\":\"1\"}} | STRING_VALUE cannot be converted to Long",
                    "{\"LocalSecondaryIndexes\":[{\"Projection\":[]}]} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.Projection",
                    "{\"GlobalSecondaryIndexes\":[23]} | Unexpected value type in payload",
                    "{\"GlobalSecondaryIndexes\":[{\"Projection\":{\"NonKeyAttributes\":[1]}}]} | NUMBER_VALUE cannot be converted to String",
                    "{\"BillingMode\":[]} | Unrecognized collection type class java.lang.String",
                    "{\"DeletionProtectionEnabled\":\"perhaps\"} | Unexpected token received from parser"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            ApiException refused = db.refused("CreateTable", request);
            assertThat(refused).hasMessage(message);
            assertThat(refused.type()).isEqualTo(ErrorType.SERIALIZATION);
        }
    }

    @Nested
    class Validation {
        @Test
        void aTableNeedsAName() {
            refusedAs("{}", "The parameter 'TableName' is required but was not present in the request");
        }

        @Test
        void aShortNameIsRefused() {
            // DynamoDB: conformance error-messages/createTable, "short table name".
            refusedAs(
                    "{\"TableName\":\"ab\"," + DEFINED_A + "," + KEY_A + "," + UNITS + "}",
                    "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: Member must"
                            + " have length greater than or equal to 3");
        }

        @Test
        void constraintsAreReportedTogether() {
            refusedAs(
                    "{\"TableName\":\"abc;\"}",
                    "3 validation errors detected: Value null at 'attributeDefinitions' failed to satisfy constraint:"
                            + " Member must not be null; Value 'abc;' at 'tableName' failed to satisfy constraint: Member"
                            + " must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value null at 'keySchema' failed"
                            + " to satisfy constraint: Member must not be null");
        }

        @Test
        void theBillingModeUnitsAndKeyAreConstrained() {
            refusedAs(
                    table(
                            "\"AttributeDefinitions\":[],\"KeySchema\":[],\"BillingMode\":\"A\"",
                            "\"ProvisionedThroughput\":{\"ReadCapacityUnits\":-1,\"WriteCapacityUnits\":-1}"),
                    "4 validation errors detected: Value 'A' at 'billingMode' failed to satisfy constraint: Member must"
                            + " satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]; Value '-1' at"
                            + " 'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint: Member must have"
                            + " value greater than or equal to 1; Value '-1' at 'provisionedThroughput.readCapacityUnits'"
                            + " failed to satisfy constraint: Member must have value greater than or equal to 1; Value '[]'"
                            + " at 'keySchema' failed to satisfy constraint: Member must have length greater than or equal"
                            + " to 1");
        }

        @Test
        void aTableKeyHasAtMostTwoAttributes() {
            // DynamoDB: conformance error-messages/createTable, "more than 2 KeySchema elements".
            refusedAs(
                    table(defined("a:S", "b:S", "c:S"), keys("a:HASH", "b:RANGE", "c:RANGE"), UNITS),
                    "1 validation error detected: Value '[KeySchemaElement(attributeName=a, keyType=HASH),"
                            + " KeySchemaElement(attributeName=b, keyType=RANGE), KeySchemaElement(attributeName=c,"
                            + " keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length less"
                            + " than or equal to 2");
        }

        @ParameterizedTest
        @ValueSource(strings = {"BOOL", "NULL", "M", "L", "SS", "NS", "BS", "s", "INVALID"})
        void a2_c3_keysAreScalars(String type) {
            refusedAs(
                    table(defined("a:" + type), KEY_A, UNITS),
                    "1 validation error detected: Value '" + type + "' at 'attributeDefinitions.1.member.attributeType'"
                            + " failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]");
        }

        @Test
        void anUnknownKeyTypeIsRefused() {
            refusedAs(
                    table(DEFINED_A, keys("a:INVALID"), UNITS),
                    "1 validation error detected: Value 'INVALID' at 'keySchema.1.member.keyType' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [HASH, RANGE]");
        }

        @Test
        void unitsMustFitTheBillingMode() {
            refusedAs(
                    table(DEFINED_A, KEY_A),
                    invalid("ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                            + " PROVISIONED"));
            refusedAs(
                    table(DEFINED_A, KEY_A, UNITS, ON_DEMAND),
                    invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                            + " PAY_PER_REQUEST"));
            refusedAs(
                    table(
                            DEFINED_A,
                            KEY_A,
                            "\"ProvisionedThroughput\":{\"ReadCapacityUnits\":1000000000001,\"WriteCapacityUnits\":1}"),
                    "Given value 1000000000001 for ReadCapacityUnits is out of bounds");
        }

        @Test
        void everyKeyAttributeIsDefinedOnceAndNoOtherIs() {
            refusedAs(
                    table("\"AttributeDefinitions\":[]", KEY_A, ON_DEMAND),
                    "Invalid KeySchema: Some index key attribute have no definition");
            refusedAs(
                    table(defined("b:S"), KEY_A, UNITS),
                    invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: [a],"
                            + " AttributeDefinitions: [b]"));
            refusedAs(
                    table(DEFINED_AB, KEY_A, UNITS),
                    invalid("Number of attributes in KeySchema does not exactly match number of attributes defined in"
                            + " AttributeDefinitions"));
            refusedAs(table(defined("a:S", "a:N"), KEY_A, UNITS), "Attribute Name is duplicated: a");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "a:HASH a:HASH | Both the Hash Key and the Range Key element in the KeySchema have the same name",
                    "a:HASH b:HASH | Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
                    "a:RANGE b:HASH | Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
                    "a:RANGE b:RANGE | Invalid KeySchema: The first KeySchemaElement is not a HASH key type"
                })
        void aTableKeyIsOneHashAndOneRange(String keys, String message) {
            refusedAs(table(DEFINED_AB, keys(keys.split(" ", -1)), UNITS), message);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "\"StreamSpecification\":{\"StreamEnabled\":true} | Table is being created with a stream enabled, UpdateViewType is required",
                    "\"StreamSpecification\":{\"StreamEnabled\":false,\"StreamViewType\":\"KEYS_ONLY\"} | Table is being created with a stream disabled, UpdateViewType should not be specified",
                    "\"SSESpecification\":{\"Enabled\":false,\"SSEType\":\"KMS\"} | SSEType can not be specified if Enabled is false",
                    "\"SSESpecification\":{\"Enabled\":false,\"KMSMasterKeyId\":\"k\"} | KMSMasterKeyId can not be specified if Enabled is false",
                    "\"SSESpecification\":{\"Enabled\":true,\"KMSMasterKeyId\":\"k\"} | SSEType KMS is required if KMSMasterKeyId is specified",
                    "\"SSESpecification\":{\"Enabled\":true,\"SSEType\":\"AES256\"} | SSEType AES256 is not supported",
                    "\"OnDemandThroughput\":{\"MaxReadRequestUnits\":0} | Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range",
                    "\"VectorIndexes\":[] | VectorIndexes is not supported"
                })
        void settingsFitEachOther(String setting, String message) {
            refusedAs(table(DEFINED_A, KEY_A, ON_DEMAND, setting), invalid(message));
        }

        @Test
        void aProvisionedTableHasNoOnDemandMaximum() {
            refusedAs(
                    table(DEFINED_A, KEY_A, UNITS, "\"OnDemandThroughput\":{\"MaxWriteRequestUnits\":5}"),
                    invalid(
                            "MaxWriteRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is"
                                    + " PROVISIONED"));
        }

        @Test
        void warmThroughputIsNotLessThanTheTableStartsWith() {
            refusedAs(
                    table(DEFINED_A, KEY_A, UNITS, "\"WarmThroughput\":{\"ReadUnitsPerSecond\":0}"),
                    invalid(
                            "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than ReadCapacityUnits of"
                                    + " ProvisionedThroughput"));
        }

        @Test
        void anUnknownTableClassIsRefused() {
            refusedAs(
                    table(DEFINED_A, KEY_A, ON_DEMAND, "\"TableClass\":\"GLACIER\""),
                    "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD,"
                            + " STANDARD_INFREQUENT_ACCESS].");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"Key\":\"\",\"Value\":\"v\"} | The Tag Key provided is invalid, Key:",
                    "{\"Key\":\"k\"} | The Tag Value provided is invalid, Value: null",
                    "{\"Key\":\"k\",\"Value\":\"a;b\"} | The Tag Value provided is invalid, Value: a;b",
                    "{\"Key\":\"aws:k\",\"Value\":\"v\"} | Tag Key cannot be prefixed with aws:, Key: aws:k",
                    "{\"Key\":\"k\",\"Value\":\"v\"},{\"Key\":\"k\",\"Value\":\"w\"} | Duplicate Tag Keys provided as input: Duplicate Tag Key found k"
                })
        void tagsAreChecked(String tags, String message) {
            ApiException refused =
                    db.refused("CreateTable", table(DEFINED_A, KEY_A, ON_DEMAND, "\"Tags\":[" + tags + "]"));
            assertThat(refused.getMessage()).isNotNull().asString().startsWith(message);
        }
    }

    @Nested
    class Behaviour {
        @Test
        void theAnswerSaysCreatingAndTheTableIsActive() {
            Object answer = db.call("CreateTable", table(DEFINED_AB, KEY_AB, UNITS));

            assertThat(Json.at(answer, "TableDescription")).isEqualTo(Json.parse("""
                            {"AttributeDefinitions": [{"AttributeName":"a","AttributeType":"S"},
                                                      {"AttributeName":"b","AttributeType":"S"}],
                             "KeySchema": [{"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"}],
                             "TableName": "abc", "TableStatus": "CREATING",
                             "TableArn": "arn:aws:dynamodb:eu-west-2:000000000000:table/abc",
                             "TableId": "00000000-0000-0000-0000-000000000001",
                             "CreationDateTime": 1767323045.678, "TableSizeBytes": 0, "ItemCount": 0,
                             "ProvisionedThroughput":
                                 {"NumberOfDecreasesToday":0,"ReadCapacityUnits":1,"WriteCapacityUnits":1},
                             "WarmThroughput": {"ReadUnitsPerSecond":1,"WriteUnitsPerSecond":1,"Status":"CREATING"},
                             "DeletionProtectionEnabled": false}""".getBytes(UTF_8)));
            assertThat(status("Table.TableStatus")).isEqualTo("ACTIVE");
        }

        private Object status(String path) {
            Object found = Json.at(db.call("DescribeTable", "{\"TableName\":\"abc\"}"), path);
            assertThat(found).as(path).isNotNull();
            return found == null ? "" : found;
        }

        @Test
        void a1_a3_aKeyIsSimpleOrComposite() {
            db.call("CreateTable", table(DEFINED_A, KEY_A, UNITS));
            assertThat(status("Table.KeySchema")).isEqualTo(List.of(Map.of("AttributeName", "a", "KeyType", "HASH")));
            db.call("CreateTable", table(DEFINED_AB, KEY_AB, UNITS).replace("abc", "abd"));
            assertThat(db.tables.get("abd").keys().sort()).hasSize(1);
        }

        @Test
        void anOnDemandTableShowsWhenItBecameOneOnceItIsActive() {
            Object answer = db.call("CreateTable", table(DEFINED_A, KEY_A, ON_DEMAND));

            assertThat(Json.at(answer, "TableDescription.BillingModeSummary"))
                    .isEqualTo(Map.of("BillingMode", "PAY_PER_REQUEST"));
            assertThat(Json.at(answer, "TableDescription.ProvisionedThroughput.ReadCapacityUnits"))
                    .isEqualTo(0L);
            assertThat(status("Table.BillingModeSummary.LastUpdateToPayPerRequestDateTime"))
                    .isEqualTo(1767323045.678);
            assertThat(status("Table.WarmThroughput"))
                    .isEqualTo(Map.of("ReadUnitsPerSecond", 12000L, "WriteUnitsPerSecond", 4000L, "Status", "ACTIVE"));
        }

        @Test
        void indexesAreShownWithArnSizeAndStatus() {
            Object answer = db.call(
                    "CreateTable",
                    table(
                            DEFINED_AB,
                            KEY_AB,
                            UNITS,
                            locals(index("local", KEY_AB, "\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}")),
                            globals(index(
                                    "global",
                                    keys("b:HASH"),
                                    "\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"x\",\"y\"]}",
                                    UNITS))));

            assertThat(Json.at(answer, "TableDescription.LocalSecondaryIndexes"))
                    .isEqualTo(List.of(Map.of(
                            "IndexName",
                            "local",
                            "KeySchema",
                            List.of(
                                    Map.of("AttributeName", "a", "KeyType", "HASH"),
                                    Map.of("AttributeName", "b", "KeyType", "RANGE")),
                            "Projection",
                            Map.of("ProjectionType", "KEYS_ONLY"),
                            "IndexSizeBytes",
                            0L,
                            "ItemCount",
                            0L,
                            "IndexArn",
                            "arn:aws:dynamodb:eu-west-2:000000000000:table/abc/index/local")));
            assertThat(Json.at(answer, "TableDescription.GlobalSecondaryIndexes.0.IndexStatus"))
                    .isEqualTo("CREATING");
            assertThat(Json.at(answer, "TableDescription.GlobalSecondaryIndexes.0.Backfilling"))
                    .isNull();
            assertThat(status("Table.GlobalSecondaryIndexes.0.IndexStatus")).isEqualTo("ACTIVE");
            assertThat(status("Table.GlobalSecondaryIndexes.0.Projection.NonKeyAttributes"))
                    .isEqualTo(List.of("x", "y"));
            assertThat(status("Table.GlobalSecondaryIndexes.0.ProvisionedThroughput.WriteCapacityUnits"))
                    .isEqualTo(1L);
        }

        @Test
        void c12_aGlobalIndexMayHaveAKeyOfEightAttributes() {
            db.call(
                    "CreateTable",
                    table(
                            defined("a:S", "b:N", "c:B", "d:S", "e:S", "f:S", "g:S", "h:S"),
                            KEY_A,
                            ON_DEMAND,
                            globals(index(
                                    "abc",
                                    keys(
                                            "a:HASH", "b:HASH", "c:HASH", "d:HASH", "e:RANGE", "f:RANGE", "g:RANGE",
                                            "h:RANGE"),
                                    ALL))));

            assertThat(status("Table.GlobalSecondaryIndexes.0.KeySchema.7"))
                    .isEqualTo(Map.of("AttributeName", "h", "KeyType", "RANGE"));
        }

        @Test
        void settingsAreShown() {
            db.call(
                    "CreateTable",
                    table(
                            DEFINED_A,
                            KEY_A,
                            ON_DEMAND,
                            "\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"NEW_IMAGE\"}",
                            "\"SSESpecification\":{\"Enabled\":true,\"SSEType\":\"KMS\",\"KMSMasterKeyId\":\"k1\"}",
                            "\"TableClass\":\"STANDARD_INFREQUENT_ACCESS\",\"DeletionProtectionEnabled\":true",
                            "\"OnDemandThroughput\":{\"MaxReadRequestUnits\":7}",
                            "\"WarmThroughput\":{\"ReadUnitsPerSecond\":15000}",
                            "\"Tags\":[{\"Key\":\"" + "é".repeat(128) + "\",\"Value\":\"\"}]"));

            String arn = "arn:aws:dynamodb:eu-west-2:000000000000:table/abc";
            assertThat(status("Table.StreamSpecification"))
                    .isEqualTo(Map.of("StreamEnabled", true, "StreamViewType", "NEW_IMAGE"));
            assertThat(status("Table.LatestStreamLabel")).isEqualTo("2026-01-02T03:04:05.678");
            assertThat(status("Table.LatestStreamArn")).isEqualTo(arn + "/stream/2026-01-02T03:04:05.678");
            assertThat(status("Table.SSEDescription.KMSMasterKeyArn"))
                    .isEqualTo("arn:aws:kms:eu-west-2:000000000000:key/k1");
            assertThat(status("Table.TableClassSummary")).isEqualTo(Map.of("TableClass", "STANDARD_INFREQUENT_ACCESS"));
            assertThat(status("Table.DeletionProtectionEnabled")).isEqualTo(true);
            assertThat(status("Table.OnDemandThroughput")).isEqualTo(Map.of("MaxReadRequestUnits", 7L));
            assertThat(status("Table.WarmThroughput.ReadUnitsPerSecond")).isEqualTo(15000L);
        }

        @Test
        void aSecondTableOfTheNameIsRefused() {
            db.call("CreateTable", table(DEFINED_A, KEY_A, ON_DEMAND));
            ApiException refused = db.refused("CreateTable", table(DEFINED_A, KEY_A, ON_DEMAND));
            assertThat(refused).hasMessage("Table already exists: abc");
            assertThat(refused.type()).isEqualTo(ErrorType.RESOURCE_IN_USE);
        }

        @Test
        void theArnOfTheTableToBeIsTakenForItsName() {
            db.asCaller(new Session("me", "us-east-1", "123456789012"));
            String arn = "arn:aws:dynamodb:us-east-1:123456789012:table/abc";
            db.call("CreateTable", "{\"TableName\":\"" + arn + "\"," + DEFINED_A + "," + KEY_A + "," + ON_DEMAND + "}");
            assertThat(status("Table.TableName")).isEqualTo("abc");
            assertThat(status("Table.TableArn")).isEqualTo(arn);
        }

        @Test
        void theArnOfATableElsewhereIsRefused() {
            String arn = "arn:aws:dynamodb:us-east-1:000000000000:table/abc";
            refusedAs(
                    table(DEFINED_A, KEY_A, ON_DEMAND).replace("\"abc\"", "\"" + arn + "\""),
                    "1 validation error detected: Invalid AWS region in '" + arn + "'");
            assertThat(db.tables.names()).isEmpty();
        }

        @Test
        void ofManyWhoCreateOneTableAtOnceExactlyOneSucceeds() throws ExecutionException, InterruptedException {
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Boolean>> calls = IntStream.range(0, 20)
                        .mapToObj(i -> callers.submit(() -> isCreated()))
                        .toList();
                int created = 0;
                for (Future<Boolean> call : calls) {
                    created += call.get() ? 1 : 0;
                }
                assertThat(created).isEqualTo(1);
            }
        }

        private boolean isCreated() {
            try {
                db.call("CreateTable", table(DEFINED_A, KEY_A, ON_DEMAND));
                return true;
            } catch (ApiException e) {
                assertThat(e.type()).isEqualTo(ErrorType.RESOURCE_IN_USE);
                return false;
            }
        }

        @Test
        void theClockIsTheOneThatWasGiven() {
            db.call("CreateTable", table(DEFINED_A, KEY_A, ON_DEMAND));
            assertThat(status("Table.CreationDateTime"))
                    .isEqualTo(Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli() / 1000.0);
        }
    }
}

package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DynamoDB's texts were observed in us-east-1, us-west-2 and eu-west-2 between 2020 and 2026. */
class UpdateTableTest {
    private static final String CREATE_GSI = """
            {"TableName":"abc","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],
             "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
                 "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}}]}""";
    private static final String DELETE_GSI =
            "{\"TableName\":\"abc\",\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"gsi\"}}]}";

    private final TableFixture db = new TableFixture();

    private void createTable(String billing) {
        db.call("CreateTable", """
                {"TableName":"abc","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],%s}""".formatted(billing));
    }

    private void createOnDemand() {
        createTable("\"BillingMode\":\"PAY_PER_REQUEST\"");
    }

    private void createProvisioned(int read, int write) {
        createTable("\"ProvisionedThroughput\":" + units(read, write));
    }

    private static String units(int read, int write) {
        return "{\"ReadCapacityUnits\":" + read + ",\"WriteCapacityUnits\":" + write + "}";
    }

    private static String update(String... members) {
        return "{\"TableName\":\"abc\"," + String.join(",", members) + "}";
    }

    private static String setUnits(int read, int write) {
        return update("\"ProvisionedThroughput\":" + units(read, write));
    }

    private @Nullable Object shown(String path) {
        return Json.at(db.call("DescribeTable", "{\"TableName\":\"abc\"}"), "Table." + path);
    }

    private void refusedAs(ErrorType type, String request, String message) {
        ApiException refused = db.refused("UpdateTable", request);
        assertThat(refused).hasMessage(message);
        assertThat(refused.type()).isEqualTo(type);
    }

    private void refusedAs(String request, String message) {
        refusedAs(ErrorType.VALIDATION, request, message);
    }

    private static String invalid(String message) {
        return "One or more parameter values were invalid: " + message;
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"TableName\":true} | TRUE_VALUE cannot be converted to String",
                    "{\"GlobalSecondaryIndexUpdates\":{}} | Start of structure or map found where not expected",
                    "{\"GlobalSecondaryIndexUpdates\":[\"a\"]} | Unexpected value type in payload",
                    "{\"GlobalSecondaryIndexUpdates\":[{\"Update\":\"a\"}]} | Unexpected field type",
                    "{\"GlobalSecondaryIndexUpdates\":[{\"Create\":[]}]} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.CreateGlobalSecondaryIndexAction",
                    "{\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":1}}]} | NUMBER_VALUE cannot be converted to String",
                    "{\"StreamSpecification\":{\"StreamEnabled\":[]}} | Unrecognized collection type class java.lang.Boolean"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            refusedAs(ErrorType.SERIALIZATION, request, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void aTableIsNamed() {
            refusedAs("{}", "The parameter 'TableName' is required but was not present in the request");
        }

        @Test
        void somethingIsToBeChanged() {
            String message = "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
                    + " GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady,"
                    + " ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput,"
                    + " WarmThroughput or TableClass is required";
            refusedAs("{\"TableName\":\"abc\"}", message);
            refusedAs(update("\"GlobalSecondaryIndexUpdates\":[]"), message);
        }

        @Test
        void constraintsAreReportedTogether() {
            refusedAs(
                    update("\"ProvisionedThroughput\":{\"ReadCapacityUnits\":-1}"),
                    "2 validation errors detected: Value null at 'provisionedThroughput.writeCapacityUnits' failed to"
                            + " satisfy constraint: Member must not be null; Value '-1' at"
                            + " 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint: Member must have"
                            + " value greater than or equal to 1");
            refusedAs(
                    update("\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"h;\"}}]"),
                    "2 validation errors detected: Value 'h;' at"
                            + " 'globalSecondaryIndexUpdates.1.member.delete.indexName' failed to satisfy constraint: Member"
                            + " must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'h;' at"
                            + " 'globalSecondaryIndexUpdates.1.member.delete.indexName' failed to satisfy constraint: Member"
                            + " must have length greater than or equal to 3");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "\"BillingMode\":\"PROVISIONED\" | ProvisionedThroughput must be specified when BillingMode is PROVISIONED",
                    "\"GlobalSecondaryIndexUpdates\":[{}] | One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null",
                    "\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"abc\"}},{\"Delete\":{\"IndexName\":\"abc\"}}] | Only one global secondary index update per index is allowed simultaneously. Index: abc",
                    "\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"abc\"},\"Update\":{\"IndexName\":\"abd\"}}] | Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object",
                    "\"StreamSpecification\":{\"StreamEnabled\":true} | If stream is being enabled then UpdateViewType is required",
                    "\"StreamSpecification\":{\"StreamEnabled\":false,\"StreamViewType\":\"KEYS_ONLY\"} | If stream is being disabled, then UpdateViewType must not be specified",
                    "\"DeletionProtectionEnabled\":true,\"SSESpecification\":{} | Server-Side Encryption modification must be the only operation in the request",
                    "\"DeletionProtectionEnabled\":true,\"TableClass\":\"STANDARD\" | TableClass modification must be the only operation in the request",
                    "\"DeletionProtectionEnabled\":true,\"BillingMode\":\"PAY_PER_REQUEST\" | DeletionProtection modification must be the only operation in the request",
                    "\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"abc\"}}],\"ProvisionedThroughput\":{\"ReadCapacityUnits\":1,\"WriteCapacityUnits\":1} | You cannot create or delete index while updating table IOPS",
                    "\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"abc\"}}],\"StreamSpecification\":{\"StreamEnabled\":false} | You cannot create or delete index while changing stream status",
                    "\"StreamSpecification\":{\"StreamEnabled\":false},\"ProvisionedThroughput\":{\"ReadCapacityUnits\":1,\"WriteCapacityUnits\":1} | You cannot modify stream status while updating table IOPS",
                    "\"ReplicaUpdates\":[] | ReplicaUpdates is not supported"
                })
        void whatTheRequestAsksForFitsTogether(String members, String message) {
            refusedAs(update(members), invalid(message));
        }

        @Test
        void theTableExists() {
            String message = "Requested resource not found: Table: abc not found";
            refusedAs(ErrorType.RESOURCE_NOT_FOUND, setUnits(1, 1), message);
            refusedAs(
                    ErrorType.RESOURCE_NOT_FOUND,
                    update(
                            "\"GlobalSecondaryIndexUpdates\":[{\"Update\":{\"IndexName\":\"abc\",\"ProvisionedThroughput\":"
                                    + "{\"ReadCapacityUnits\":1000000000001,\"WriteCapacityUnits\":1}}}]"),
                    message);
        }

        @Test
        void anOnDemandTableHasNoUnits() {
            createOnDemand();
            refusedAs(
                    setUnits(1, 1),
                    invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                            + " PAY_PER_REQUEST"));
        }

        @Test
        void unchangedUnitsAreRefused() {
            createProvisioned(5, 6);
            refusedAs(
                    setUnits(5, 6),
                    "The provisioned throughput for the table will not change. The requested value equals the current"
                            + " value. Current ReadCapacityUnits provisioned for the table: 5. Requested ReadCapacityUnits: 5."
                            + " Current WriteCapacityUnits provisioned for the table: 6. Requested WriteCapacityUnits: 6."
                            + " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
                            + " limits.");
        }

        @Test
        void outOfRangeUnitsOfAnIndexAreRefusedBeforeTheIndexIsLookedUp() {
            createProvisioned(5, 5);
            refusedAs(
                    update(
                            "\"GlobalSecondaryIndexUpdates\":[{\"Update\":{\"IndexName\":\"none\",\"ProvisionedThroughput\":"
                                    + "{\"ReadCapacityUnits\":1000000000001,\"WriteCapacityUnits\":1}}}]"),
                    "This operation cannot be performed with given input values. Please contact DynamoDB service team for"
                            + " more info: Action Blocked: IndexUpdate");
        }

        @Test
        void onlyOneIndexComesOrGoesAtATime() {
            createOnDemand();
            refusedAs(
                    ErrorType.LIMIT_EXCEEDED,
                    update("\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"abc\"}},"
                            + "{\"Delete\":{\"IndexName\":\"abd\"}}]"),
                    "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
            db.call("UpdateTable", CREATE_GSI);
            refusedAs(
                    ErrorType.LIMIT_EXCEEDED,
                    CREATE_GSI.replace("\"gsi\"", "\"gsi2\""),
                    "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
        }

        @Test
        void anUnknownIndexIsNotFound() {
            createOnDemand();
            refusedAs(
                    ErrorType.RESOURCE_NOT_FOUND, DELETE_GSI, "Requested resource not found: Index gsi for table abc");
        }

        @Test
        void anIndexThatExistsIsRefusedBeforeItsKeyIsChecked() {
            createOnDemand();
            db.call("UpdateTable", CREATE_GSI);
            db.settle();
            refusedAs(
                    CREATE_GSI.replace("\"HASH\"", "\"RANGE\""), "Attempting to create an index which already exists");
        }

        @Test
        void theAttributesOfANewKeyAreDefined() {
            createOnDemand();
            refusedAs(
                    CREATE_GSI.replace("AttributeDefinitions", "Ignored"),
                    invalid("AttributeDefinitions is not specified for index: gsi"));
            refusedAs(
                    CREATE_GSI.replaceFirst("\"g\"", "\"h\""),
                    invalid("Some index key attributes are not defined in AttributeDefinitions. Keys: [g],"
                            + " AttributeDefinitions: [h]"));
        }

        @Test
        void aKeyAttributeKeepsItsType() {
            createOnDemand();
            db.call("UpdateTable", CREATE_GSI);
            db.settle();
            refusedAs(
                    CREATE_GSI.replace("\"gsi\"", "\"gsi2\"").replace("\"S\"", "\"N\""),
                    invalid("Attributes cannot be redefined. Please check that your attribute has the same type as"
                            + " previously defined. Existing schema: Schema:[SchemaElement: key{g:S:HASH}] New schema:"
                            + " Schema:[SchemaElement: key{g:N:HASH}]"));
        }

        @Test
        void aLocalIndexIsNeitherUpdatedNorDeleted() {
            db.call("CreateTable", """
                    {"TableName":"abc","BillingMode":"PAY_PER_REQUEST",
                     "KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],
                     "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},
                                             {"AttributeName":"s","AttributeType":"S"}],
                     "LocalSecondaryIndexes":[{"IndexName":"lsi","Projection":{"ProjectionType":"ALL"},
                         "KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}]}]}""");
            refusedAs(
                    DELETE_GSI.replace("gsi", "lsi"), "Cannot delete an index that is not a GlobalSecondaryIndex: lsi");
            refusedAs(CREATE_GSI.replace("\"gsi\"", "\"lsi\""), "Attempting to create an index which already exists");
        }

        @Test
        void aStreamIsEnabledOrDisabledOnce() {
            createOnDemand();
            String enable = update("\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}");
            String disable = update("\"StreamSpecification\":{\"StreamEnabled\":false}");
            refusedAs(disable, "Table has no stream to disable: TableName: abc");
            db.call("UpdateTable", enable);
            refusedAs(enable, "Table already has an enabled stream: TableName: abc");
        }

        @Test
        void encryptionThatIsThereIsRefused() {
            createOnDemand();
            refusedAs(
                    update("\"SSESpecification\":{\"Enabled\":false}"),
                    invalid("Table is already encrypted by default"));
            String arn = "arn:aws:kms:eu-west-2:000000000000:key/k1";
            String encrypt = update("\"SSESpecification\":{\"SSEType\":\"KMS\",\"KMSMasterKeyId\":\"" + arn + "\"}");
            db.call("UpdateTable", encrypt);
            assertThat(shown("SSEDescription.KMSMasterKeyArn")).isEqualTo(arn);
            refusedAs(
                    encrypt,
                    invalid(
                            "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want"
                                    + " to change Master Key"));
        }

        @Test
        void theFifthDecreaseOfADayHasToWaitAnHour() {
            createProvisioned(10, 10);
            for (int units = 9; units > 5; units--) {
                db.call("UpdateTable", setUnits(units, 10));
            }
            assertThat(shown("ProvisionedThroughput.NumberOfDecreasesToday")).isEqualTo(4L);
            refusedAs(
                    ErrorType.LIMIT_EXCEEDED,
                    setUnits(5, 10),
                    "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. After"
                            + " the first 4 decreases, each subsequent decrease in the same UTC day can be performed at most"
                            + " once every 3600 seconds. Number of decreases today: 4. Last decrease at Friday, January 2,"
                            + " 2026 at 3:04:05 AM Coordinated Universal Time. Next decrease can be made at Friday, January"
                            + " 2, 2026 at 4:04:05 AM Coordinated Universal Time");
            db.sleep(Duration.ofHours(1));
            db.call("UpdateTable", setUnits(5, 10));
            db.sleep(Duration.ofDays(1));
            assertThat(shown("ProvisionedThroughput.NumberOfDecreasesToday")).isEqualTo(0L);
        }
    }

    @Nested
    class Behaviour {
        @Test
        void theAnswerShowsTheOldUnitsAndTheNextDescriptionTheNewOnes() {
            createProvisioned(5, 5);
            Object answer = db.call("UpdateTable", setUnits(10, 4));

            assertThat(Json.at(answer, "TableDescription.TableStatus")).isEqualTo("UPDATING");
            assertThat(Json.at(answer, "TableDescription.ProvisionedThroughput"))
                    .isEqualTo(Map.of(
                            "ReadCapacityUnits",
                            5L,
                            "WriteCapacityUnits",
                            5L,
                            "NumberOfDecreasesToday",
                            0L,
                            "LastIncreaseDateTime",
                            1767323045.678,
                            "LastDecreaseDateTime",
                            1767323045.678));
            assertThat(shown("TableStatus")).isEqualTo("ACTIVE");
            assertThat(shown("ProvisionedThroughput.ReadCapacityUnits")).isEqualTo(10L);
            assertThat(shown("ProvisionedThroughput.NumberOfDecreasesToday")).isEqualTo(1L);
        }

        @Test
        void aTableBecomesOnDemandAndProvisionedAgain() {
            createProvisioned(5, 5);
            Object answer = db.call("UpdateTable", update("\"BillingMode\":\"PAY_PER_REQUEST\""));
            assertThat(Json.at(answer, "TableDescription.TableStatus")).isEqualTo("UPDATING");
            assertThat(shown("BillingModeSummary.BillingMode")).isEqualTo("PAY_PER_REQUEST");
            assertThat(shown("BillingModeSummary.LastUpdateToPayPerRequestDateTime"))
                    .isEqualTo(1767323045.678);
            assertThat(shown("ProvisionedThroughput.ReadCapacityUnits")).isEqualTo(0L);
            assertThat(shown("WarmThroughput.ReadUnitsPerSecond")).isEqualTo(12000L);

            db.call("UpdateTable", update("\"BillingMode\":\"PAY_PER_REQUEST\""));

            db.call(
                    "UpdateTable",
                    update("\"BillingMode\":\"PROVISIONED\"", "\"ProvisionedThroughput\":" + units(7, 8)));
            assertThat(shown("BillingModeSummary.BillingMode")).isEqualTo("PROVISIONED");
            assertThat(shown("ProvisionedThroughput.WriteCapacityUnits")).isEqualTo(8L);
        }

        @Test
        void aTableThatBecomesProvisionedNeedsUnitsForItsIndexesToo() {
            createOnDemand();
            db.call("UpdateTable", CREATE_GSI);
            db.settle();
            String provision = update("\"BillingMode\":\"PROVISIONED\"", "\"ProvisionedThroughput\":" + units(7, 8));
            refusedAs(provision, invalid("ProvisionedThroughput must be specified for index: gsi"));

            db.call(
                    "UpdateTable",
                    update(
                            "\"BillingMode\":\"PROVISIONED\"",
                            "\"ProvisionedThroughput\":" + units(7, 8),
                            "\"GlobalSecondaryIndexUpdates\":[{\"Update\":{\"IndexName\":\"gsi\","
                                    + "\"ProvisionedThroughput\":" + units(3, 4) + "}}]"));
            assertThat(shown("GlobalSecondaryIndexes.0.ProvisionedThroughput.WriteCapacityUnits"))
                    .isEqualTo(4L);
            assertThat(shown("GlobalSecondaryIndexes.0.IndexStatus")).isEqualTo("ACTIVE");
        }

        @Test
        void settingsAreStored() {
            createOnDemand();
            Object answer = db.call("UpdateTable", update("\"DeletionProtectionEnabled\":true"));
            assertThat(Json.at(answer, "TableDescription.TableStatus")).isEqualTo("ACTIVE");
            db.call("UpdateTable", update("\"TableClass\":\"STANDARD_INFREQUENT_ACCESS\""));
            db.call("UpdateTable", update("\"OnDemandThroughput\":{\"MaxReadRequestUnits\":9}"));
            db.call("UpdateTable", update("\"WarmThroughput\":{\"ReadUnitsPerSecond\":20000}"));
            db.call(
                    "UpdateTable",
                    update("\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"OLD_IMAGE\"}"));

            assertThat(shown("DeletionProtectionEnabled")).isEqualTo(true);
            assertThat(shown("TableClassSummary"))
                    .isEqualTo(
                            Map.of("TableClass", "STANDARD_INFREQUENT_ACCESS", "LastUpdateDateTime", 1767323045.678));
            assertThat(shown("OnDemandThroughput")).isEqualTo(Map.of("MaxReadRequestUnits", 9L));
            assertThat(shown("WarmThroughput.ReadUnitsPerSecond")).isEqualTo(20000L);
            assertThat(shown("StreamSpecification.StreamViewType")).isEqualTo("OLD_IMAGE");

            db.call("UpdateTable", update("\"StreamSpecification\":{\"StreamEnabled\":false}"));
            assertThat(shown("StreamSpecification")).isNull();
            assertThat(shown("LatestStreamLabel")).isEqualTo("2026-01-02T03:04:05.678");
        }

        @Test
        void maximaAreSetAndTakenBackOneByOneWhileTheTableStaysActive() {
            createOnDemand();
            Object answer = db.call("UpdateTable", update("\"OnDemandThroughput\":{\"MaxReadRequestUnits\":9}"));
            assertThat(Json.at(answer, "TableDescription.TableStatus")).isEqualTo("ACTIVE");
            db.call("UpdateTable", update("\"OnDemandThroughput\":{\"MaxWriteRequestUnits\":8}"));
            assertThat(shown("OnDemandThroughput"))
                    .isEqualTo(Map.of("MaxReadRequestUnits", 9L, "MaxWriteRequestUnits", 8L));

            db.call("UpdateTable", update("\"OnDemandThroughput\":{\"MaxReadRequestUnits\":-1}"));
            assertThat(shown("OnDemandThroughput")).isEqualTo(Map.of("MaxWriteRequestUnits", 8L));
            db.call("UpdateTable", update("\"OnDemandThroughput\":{\"MaxWriteRequestUnits\":-1}"));
            assertThat(shown("OnDemandThroughput")).isNull();
        }

        @Test
        void warmThroughputIsUpdatingWhileTheTableStaysActive() {
            createOnDemand();
            Object answer = db.call("UpdateTable", update("\"WarmThroughput\":{\"ReadUnitsPerSecond\":20000}"));

            assertThat(Json.at(answer, "TableDescription.TableStatus")).isEqualTo("ACTIVE");
            assertThat(Json.at(answer, "TableDescription.WarmThroughput"))
                    .isEqualTo(
                            Map.of("ReadUnitsPerSecond", 12000L, "WriteUnitsPerSecond", 4000L, "Status", "UPDATING"));
            assertThat(shown("WarmThroughput"))
                    .isEqualTo(Map.of("ReadUnitsPerSecond", 20000L, "WriteUnitsPerSecond", 4000L, "Status", "ACTIVE"));
        }

        @Test
        void encryptionIsUpdatingWhileTheTableStaysActive() {
            createOnDemand();
            String arn = "arn:aws:kms:eu-west-2:000000000000:key/k";
            Object encrypting = db.call(
                    "UpdateTable",
                    update("\"SSESpecification\":{\"SSEType\":\"KMS\",\"KMSMasterKeyId\":\"" + arn + "\"}"));
            Map<String, String> encrypted = Map.of("Status", "ENABLED", "SSEType", "KMS", "KMSMasterKeyArn", arn);
            assertThat(Json.at(encrypting, "TableDescription.TableStatus")).isEqualTo("ACTIVE");
            assertThat(Json.at(encrypting, "TableDescription.SSEDescription")).isEqualTo(Map.of("Status", "UPDATING"));
            assertThat(shown("SSEDescription")).isEqualTo(encrypted);

            Object stopping = db.call("UpdateTable", update("\"SSESpecification\":{\"Enabled\":false}"));
            assertThat(Json.at(stopping, "TableDescription.SSEDescription"))
                    .isEqualTo(Map.of("Status", "UPDATING", "SSEType", "KMS", "KMSMasterKeyArn", arn));
            assertThat(shown("SSEDescription")).isNull();
        }

        @Test
        void theTableClassIsShownAsItWasWhileItIsUpdating() {
            createOnDemand();
            Object answer = db.call("UpdateTable", update("\"TableClass\":\"STANDARD_INFREQUENT_ACCESS\""));

            assertThat(Json.at(answer, "TableDescription.TableStatus")).isEqualTo("UPDATING");
            assertThat(Json.at(answer, "TableDescription.TableClassSummary")).isNull();
            assertThat(shown("TableClassSummary.TableClass")).isEqualTo("STANDARD_INFREQUENT_ACCESS");
        }

        @Test
        void aTableThatNeverHadAClassIsLeftWithoutOneByStandard() {
            createOnDemand();
            db.call("UpdateTable", update("\"TableClass\":\"STANDARD\""));
            assertThat(shown("TableClassSummary")).isNull();
        }

        @Test
        void anArnNamesTheTable() {
            createOnDemand();
            db.call(
                    "UpdateTable",
                    update("\"DeletionProtectionEnabled\":true")
                            .replace("\"abc\"", "\"arn:aws:dynamodb:eu-west-2:000000000000:table/abc\""));
            assertThat(shown("DeletionProtectionEnabled")).isEqualTo(true);
        }
    }
}

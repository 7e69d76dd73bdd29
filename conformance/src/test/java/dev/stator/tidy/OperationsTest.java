package dev.stator.tidy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.operation.Operation;
import dev.stator.storage.memory.MemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holds docs/operations.md against the API's operations, and against those that the database has. */
class OperationsTest {
    /** The operations of the newest SDKs, counted on 2026-11-30, those of streams among them. */
    private static final List<String> API = List.of("""
            BatchExecuteStatement BatchGetItem BatchWriteItem CancelBulkOperation CreateBackup
            CreateGlobalTable CreateTable DeleteBackup DeleteItem DeleteResourcePolicy DeleteTable
            DescribeBackup DescribeBulkOperation DescribeContinuousBackups DescribeContributorInsights
            DescribeEndpoints DescribeExport DescribeGlobalTable DescribeGlobalTableSettings DescribeImport
            DescribeKinesisStreamingDestination DescribeLimits DescribeStream DescribeTable
            DescribeTableReplicaAutoScaling DescribeTimeToLive DisableKinesisStreamingDestination
            EnableKinesisStreamingDestination ExecuteStatement ExecuteTransaction ExportTableToPointInTime
            GetItem GetRecords GetResourcePolicy GetShardIterator ImportTable ListBackups ListBulkOperations
            ListContributorInsights ListExports ListGlobalTables ListImports ListStreams ListTables
            ListTagsOfResource PutItem PutResourcePolicy Query RestoreTableFromBackup RestoreTableToPointInTime
            Scan SearchVectors StartBulkPutItems TagResource TransactGetItems TransactWriteItems UntagResource
            UpdateContinuousBackups UpdateContributorInsights UpdateGlobalTable UpdateGlobalTableSettings
            UpdateItem UpdateKinesisStreamingDestination UpdateTable UpdateTableReplicaAutoScaling
            UpdateTimeToLive
            """.split("\\s+"));

    private static final Pattern ROW =
            Pattern.compile("^\\| (\\w+) \\| (yes|planned|never) \\| ?(.*?) ?\\|$", Pattern.MULTILINE);

    /** A row of the page. */
    private record Row(String status, String notes) {}

    private final Database database = Database.open(new MemoryEngine(), InstantSource.system());

    @AfterEach
    void close() {
        database.close();
    }

    private static Map<String, Row> rows() {
        Map<String, Row> rows = new TreeMap<>();
        Matcher matcher = ROW.matcher(Sources.text(Sources.root().resolve("docs/operations.md")));
        while (matcher.find()) {
            Row earlier = rows.put(matcher.group(1), new Row(matcher.group(2), matcher.group(3)));
            assertThat(earlier).as(matcher.group(1) + " has one row").isNull();
        }
        return rows;
    }

    @Test
    void everyOperationOfTheApiHasARow() {
        assertThat(API).hasSize(66).doesNotHaveDuplicates();
        assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(API);
    }

    private boolean isThere(String operation) {
        return database.has(Operation.DYNAMODB, operation) || database.has(Operation.STREAMS, operation);
    }

    @Test
    void whatThePageSaysIsThereIsThereAndNothingElse() {
        List<String> wrong = new ArrayList<>();
        rows().forEach((operation, row) -> {
            if (row.status().equals("yes") != isThere(operation)) {
                wrong.add(operation + " is said to be there: " + row.status());
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void whatIsNotThereSaysWhyAndAnswersAsDynamoDbAnswersAnUnknownOperation() {
        rows().forEach((operation, row) -> {
            if (!row.status().equals("yes")) {
                assertThat(row.notes()).as("why there is no " + operation).isNotBlank();
                assertThatExceptionOfType(ApiException.class)
                        .isThrownBy(() ->
                                database.execute(operation, "{}".getBytes(StandardCharsets.UTF_8), Session.ANONYMOUS))
                        .matches(e -> e.type() == ErrorType.UNKNOWN_OPERATION && e.getMessage() == null);
            }
        });
    }
}

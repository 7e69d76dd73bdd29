package dev.stator.lifecycle.offload;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stator.lifecycle.table.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.BackupTypeFilter;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/**
 * Where a purged item can still be found that no purge reaches: the stream, point-in-time recovery and backups of a table. Each
 * is told in words, or that it could not be learnt.
 *
 * @param table       the table
 * @param stream      until when its stream has the items
 * @param pointInTime until when it can be restored to a time at which it had them
 * @param backups     its backups, by their ARNs
 */
public record Elsewhere(String table, String stream, String pointInTime, List<String> backups) {
    private static final Duration STREAM_KEPT = Duration.ofHours(24);
    private static final int RECOVERY_DAYS = 35;

    /** The tables of items and records, of which the latter has had images. */
    public static List<Elsewhere> of(Context context) {
        Instant now = context.now();
        return Stream.of(context.spec().table(), context.spec().companion())
                .map(table -> new Elsewhere(
                        table,
                        stream(context.client(), table, now),
                        pointInTime(context.client(), table, now),
                        backups(context.client(), table)))
                .toList();
    }

    private static String stream(DynamoDbClient client, String table, Instant now) {
        try {
            String arn = client.describeTable(describe -> describe.tableName(table))
                    .table()
                    .latestStreamArn();
            return arn == null ? "none" : "until " + now.plus(STREAM_KEPT);
        } catch (SdkException e) {
            return unknown(e);
        }
    }

    private static String pointInTime(DynamoDbClient client, String table, Instant now) {
        try {
            ContinuousBackupsDescription kept = client.describeContinuousBackups(describe -> describe.tableName(table))
                    .continuousBackupsDescription();
            PointInTimeRecoveryDescription recovery = kept == null ? null : kept.pointInTimeRecoveryDescription();
            if (recovery == null || recovery.pointInTimeRecoveryStatus() != PointInTimeRecoveryStatus.ENABLED) {
                return "off";
            }
            Integer days = recovery.recoveryPeriodInDays();
            return "until " + now.plus(Duration.ofDays(days == null ? RECOVERY_DAYS : days));
        } catch (SdkException e) {
            return unknown(e);
        }
    }

    private static List<String> backups(DynamoDbClient client, String table) {
        List<String> arns = new ArrayList<>();
        @Nullable String last = null;
        try {
            do {
                String from = last;
                ListBackupsResponse page = client.listBackups(list ->
                        list.tableName(table).backupType(BackupTypeFilter.ALL).exclusiveStartBackupArn(from));
                page.backupSummaries().stream().map(BackupSummary::backupArn).forEach(arns::add);
                last = page.lastEvaluatedBackupArn();
            } while (last != null);
            return arns;
        } catch (SdkException e) {
            return List.of(unknown(e));
        }
    }

    private static String unknown(SdkException e) {
        boolean isAnswer = e instanceof AwsServiceException answer && answer.awsErrorDetails() != null;
        return "unknown: "
                + (isAnswer ? ((AwsServiceException) e).awsErrorDetails().errorCode() : e.getMessage());
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("table", table);
        json.writeStringField("stream", stream);
        json.writeStringField("point_in_time_recovery", pointInTime);
        json.writeArrayFieldStart("backups");
        for (String backup : backups) {
            json.writeString(backup);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}

package dev.stator.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.Options;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ThrottledException;
import dev.stator.core.error.ThrottlingReason;
import dev.stator.core.operation.DatabaseFixture;
import dev.stator.core.operation.ManualClock;
import dev.stator.core.stream.StreamLimits;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A database that enforces throughput, by a clock that only tests move; tables are all called {@code Tab}. */
abstract class ThrottleFixture {
    static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";
    static final String TABLE_EXCEEDED =
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your"
                    + " provisioning level with the UpdateTable API.";
    static final String INDEX_EXCEEDED =
            "The level of configured provisioned throughput for one or more global secondary indexes of the table was"
                    + " exceeded. Consider increasing your provisioning level for the under-provisioned global secondary"
                    + " indexes with the UpdateTable API";

    final ManualClock clock = new ManualClock();
    final DatabaseFixture db = new DatabaseFixture(
            new MemoryEngine(),
            Options.DEFAULTS
                    .withLimits(new Limits(Limits.DYNAMODB.itemCollectionBytesMax(), 1 << 30, StreamLimits.DYNAMODB))
                    .withEnforceThroughput(true),
            clock);

    @AfterEach
    void close() {
        db.close();
    }

    static String units(int read, int write) {
        return "'ProvisionedThroughput':{'ReadCapacityUnits':" + read + ",'WriteCapacityUnits':" + write + "}";
    }

    /** Creates a table with the partition key p and a global index on g. */
    final void create(DatabaseFixture on, String throughput, String indexThroughput) {
        on.call(
                "CreateTable",
                "{'TableName':'Tab','KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],'AttributeDefinitions':["
                        + "{'AttributeName':'p','AttributeType':'S'},{'AttributeName':'g','AttributeType':'S'}],"
                        + "'GlobalSecondaryIndexes':[{'IndexName':'gsi','KeySchema':[{'AttributeName':'g',"
                        + "'KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}" + indexThroughput + "}],"
                        + throughput
                        + "}");
    }

    final void provisioned(int read, int write) {
        create(db, units(read, write), "," + units(1000, 1000));
    }

    final void onDemand(String throughput) {
        create(db, "'BillingMode':'PAY_PER_REQUEST'" + throughput, "");
    }

    /** A write of a whole number of units: each but the first is a kilobyte of its own. */
    static String put(String p, int units) {
        return "{'TableName':'Tab','Item':" + item(p, units) + "}";
    }

    static String item(String p, int units) {
        return "{'p':{'S':'" + p + "'},'v':{'S':'" + "v".repeat(1024 * (units - 1) + 1) + "'}}";
    }

    static String get(String p, boolean consistent) {
        return "{'TableName':'Tab','ConsistentRead':" + consistent + ",'Key':{'p':{'S':'" + p + "'}}}";
    }

    final ThrottledException throttled(String operation, String request) {
        ApiException refused = db.refused(operation, request);
        assertThat(refused).isInstanceOf(ThrottledException.class);
        return (ThrottledException) refused;
    }

    final List<String> reasons(String operation, String request) {
        return throttled(operation, request).reasons().stream()
                .map(ThrottlingReason::reason)
                .toList();
    }

    final void pass(int seconds) {
        clock.pass(Duration.ofSeconds(seconds));
    }
}

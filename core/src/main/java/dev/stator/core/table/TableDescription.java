package dev.stator.core.table;

import dev.stator.core.protocol.JsonWriter;
import dev.stator.storage.Size;
import dev.stator.storage.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table as the API's TableDescription, which the operations on tables answer with.
 *
 * @param sizes    of the table's and the indexes' trees
 * @param now      decides which decreases of throughput were made today
 * @param changing what is shown as it was, and as UPDATING
 */
public record TableDescription(TableDefinition table, Function<Tree, Size> sizes, Instant now, Set<Part> changing) {
    /** What has a status of its own beside the table's. */
    public enum Part {
        ENCRYPTION,
        WARM_THROUGHPUT
    }

    /** A table of which nothing is changing. */
    public TableDescription(TableDefinition table, Function<Tree, Size> sizes, Instant now) {
        this(table, sizes, now, Set.of());
    }

    /** Writes the description as an object. */
    public void write(JsonWriter out) {
        out.beginObject();
        writeSchema(out);
        writeState(out);
        writeThroughput(out, table.settings().capacity());
        writeWarm(
                out,
                table.settings().capacity().warm(),
                changing.contains(Part.WARM_THROUGHPUT)
                        ? Table.Status.UPDATING.name()
                        : table.status().name());
        writeSettings(out);
        writeIndexes(out);
        out.endObject();
    }

    /** Writes what DeleteTable answers: neither keys nor indexes nor the time of creation. */
    public void writeDeleting(JsonWriter out) {
        out.beginObject();
        writeNames(out);
        writeSize(out, "TableSizeBytes", table.tree());
        writeThroughput(out, table.settings().capacity());
        writeBilling(out);
        out.field("DeletionProtectionEnabled").bool(table.settings().deletionProtected());
        out.endObject();
    }

    private void writeSchema(JsonWriter out) {
        out.field("AttributeDefinitions").beginArray();
        for (KeyAttribute attribute : table.attributes()) {
            out.beginObject();
            out.field("AttributeName").string(attribute.name());
            out.field("AttributeType").string(attribute.type().name());
            out.endObject();
        }
        out.endArray();
        writeKeys(out, table.keys());
    }

    private void writeState(JsonWriter out) {
        writeNames(out);
        instant(out, "CreationDateTime", table.created());
        writeSize(out, "TableSizeBytes", table.tree());
    }

    private void writeNames(JsonWriter out) {
        out.field("TableName").string(table.name());
        out.field("TableStatus").string(table.status().name());
        out.field("TableArn").string(table.arn());
        out.field("TableId").string(table.tableId());
    }

    private void writeSize(JsonWriter out, String bytesMember, Tree tree) {
        Size size = sizes.apply(tree);
        out.field(bytesMember).number(size.bytes());
        out.field("ItemCount").number(size.entries());
    }

    private void writeThroughput(JsonWriter out, Capacity capacity) {
        ProvisionedThroughput provisioned = capacity.provisioned();
        out.field("ProvisionedThroughput").beginObject();
        instant(out, "LastIncreaseDateTime", provisioned.lastIncrease());
        instant(out, "LastDecreaseDateTime", provisioned.lastDecrease());
        out.field("NumberOfDecreasesToday").number(provisioned.decreasesToday(now));
        out.field("ReadCapacityUnits").number(provisioned.readUnits());
        out.field("WriteCapacityUnits").number(provisioned.writeUnits());
        out.endObject();
        OnDemandThroughput onDemand = capacity.onDemand();
        if (onDemand != null && onDemand.isLimited()) {
            out.field("OnDemandThroughput").beginObject();
            maximum(out, "MaxReadRequestUnits", onDemand.maxReadUnits());
            maximum(out, "MaxWriteRequestUnits", onDemand.maxWriteUnits());
            out.endObject();
        }
    }

    // DynamoDB: a maximum that was never set, or taken back with -1, is not shown (AWS, 2026-10).
    private static void maximum(JsonWriter out, String member, long units) {
        if (units != OnDemandThroughput.UNLIMITED) {
            out.field(member).number(units);
        }
    }

    private static void writeWarm(JsonWriter out, WarmThroughput warm, String status) {
        out.field("WarmThroughput").beginObject();
        out.field("ReadUnitsPerSecond").number(warm.readUnits());
        out.field("WriteUnitsPerSecond").number(warm.writeUnits());
        out.field("Status").string(status);
        out.endObject();
    }

    private void writeSettings(JsonWriter out) {
        writeBilling(out);
        TableSettings settings = table.settings();
        out.field("DeletionProtectionEnabled").bool(settings.deletionProtected());
        StreamSettings stream = settings.stream();
        if (stream != null) {
            writeStream(out, stream);
        }
        TableClass tableClass = settings.tableClass();
        if (tableClass != null) {
            out.field("TableClassSummary").beginObject();
            out.field("TableClass").string(tableClass.name());
            instant(out, "LastUpdateDateTime", tableClass.lastUpdate());
            out.endObject();
        }
        writeEncryption(out, settings.kmsKeyArn());
    }

    private void writeEncryption(JsonWriter out, @Nullable String kmsKeyArn) {
        boolean updating = changing.contains(Part.ENCRYPTION);
        if (kmsKeyArn == null && !updating) {
            return;
        }
        out.field("SSEDescription").beginObject();
        out.field("Status").string(updating ? "UPDATING" : "ENABLED");
        if (kmsKeyArn != null) {
            out.field("SSEType").string("KMS");
            out.field("KMSMasterKeyArn").string(kmsKeyArn);
        }
        out.endObject();
    }

    private void writeBilling(JsonWriter out) {
        Billing billing = table.settings().billing();
        if (billing.lastUpdateToPayPerRequest() != null) {
            out.field("BillingModeSummary").beginObject();
            out.field("BillingMode").string(billing.mode().name());
            if (table.status() != Table.Status.CREATING) {
                instant(out, "LastUpdateToPayPerRequestDateTime", billing.lastUpdateToPayPerRequest());
            }
            out.endObject();
        }
    }

    private void writeStream(JsonWriter out, StreamSettings stream) {
        if (stream.enabled()) {
            out.field("StreamSpecification").beginObject();
            out.field("StreamEnabled").bool(true);
            out.field("StreamViewType").string(stream.viewType());
            out.endObject();
        }
        out.field("LatestStreamLabel").string(stream.label());
        out.field("LatestStreamArn").string(stream.arn(table.arn()));
    }

    private void writeIndexes(JsonWriter out) {
        List<Index> locals = table.localIndexes();
        if (!locals.isEmpty()) {
            out.field("LocalSecondaryIndexes").beginArray();
            for (Index index : locals) {
                out.beginObject();
                writeIndex(out, index);
                out.endObject();
            }
            out.endArray();
        }
        List<Index> globals = table.globalIndexes();
        if (!globals.isEmpty()) {
            out.field("GlobalSecondaryIndexes").beginArray();
            globals.forEach(index -> writeGlobal(out, index));
            out.endArray();
        }
    }

    private void writeGlobal(JsonWriter out, Index index) {
        IndexSettings settings = table.settingsOf(index);
        out.beginObject();
        writeIndex(out, index);
        out.field("IndexStatus").string(index.status().name());
        // DynamoDB: an index that was created with its table has nothing to be filled with, and never shows this.
        if (index.status() == Index.Status.CREATING && table.status() != Table.Status.CREATING) {
            out.field("Backfilling").bool(settings.backfilling());
        }
        writeThroughput(out, settings.capacity());
        writeWarm(out, settings.capacity().warm(), index.status().name());
        out.endObject();
    }

    private void writeIndex(JsonWriter out, Index index) {
        out.field("IndexName").string(index.name());
        writeKeys(out, index.keys());
        out.field("Projection").beginObject();
        out.field("ProjectionType").string(index.projection().type().name());
        if (!index.projection().nonKeyAttributes().isEmpty()) {
            out.field("NonKeyAttributes").beginArray();
            index.projection().nonKeyAttributes().forEach(out::string);
            out.endArray();
        }
        out.endObject();
        writeSize(out, "IndexSizeBytes", index.tree());
        out.field("IndexArn").string(table.arn() + "/index/" + index.name());
    }

    private static void writeKeys(JsonWriter out, KeySchema keys) {
        out.field("KeySchema").beginArray();
        keys.partition().forEach(key -> writeKey(out, key, "HASH"));
        keys.sort().forEach(key -> writeKey(out, key, "RANGE"));
        out.endArray();
    }

    private static void writeKey(JsonWriter out, KeyAttribute key, String keyType) {
        out.beginObject();
        out.field("AttributeName").string(key.name());
        out.field("KeyType").string(keyType);
        out.endObject();
    }

    /** Writes a time as AWS JSON has it, in seconds; nothing for null. */
    private static void instant(JsonWriter out, String member, @Nullable Instant instant) {
        if (instant != null) {
            out.field(member).number(instant.toEpochMilli() / 1000.0);
        }
    }
}

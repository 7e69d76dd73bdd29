package dev.stator.core.file;

import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.table.Capacity;
import dev.stator.core.table.Index;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeySchema;
import dev.stator.core.table.OnDemandThroughput;
import dev.stator.core.table.PointInTimeRecovery;
import dev.stator.core.table.Projection;
import dev.stator.core.table.ResourcePolicy;
import dev.stator.core.table.StreamSettings;
import dev.stator.core.table.TableClass;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableSettings;
import dev.stator.core.table.TimeToLive;
import java.util.List;

/** Writes the line that a table begins with: the request that would create it, and what is to be done once it is filled. */
final class TableHeader {
    private final TableDefinition table;
    private final JsonWriter out = new JsonWriter();

    private TableHeader(TableDefinition table) {
        this.table = table;
    }

    static byte[] of(TableDefinition table) {
        TableHeader header = new TableHeader(table);
        header.write();
        return header.out.toByteArray();
    }

    private void write() {
        out.beginObject();
        out.field("Table").beginObject();
        out.field("TableName").string(table.name());
        writeAttributes();
        writeKeys(table.keys());
        writeIndexes("LocalSecondaryIndexes", table.localIndexes());
        writeIndexes("GlobalSecondaryIndexes", table.globalIndexes());
        writeSettings(table.settings());
        out.endObject();
        StreamSettings stream = table.settings().stream();
        if (stream != null && stream.enabled()) {
            out.field("StreamSpecification").beginObject();
            out.field("StreamEnabled").bool(true);
            out.field("StreamViewType").string(stream.viewType());
            out.endObject();
        }
        TimeToLive timeToLive = table.timeToLive();
        if (timeToLive != null && timeToLive.status() != TimeToLive.Status.DISABLING) {
            out.field("TimeToLiveSpecification").beginObject();
            out.field("Enabled").bool(true);
            out.field("AttributeName").string(timeToLive.attribute());
            out.endObject();
        }
        PointInTimeRecovery recovery = table.settings().attachments().pointInTimeRecovery();
        if (recovery != null) {
            out.field("PointInTimeRecoverySpecification").beginObject();
            out.field("PointInTimeRecoveryEnabled").bool(true);
            out.field("RecoveryPeriodInDays").number(recovery.periodDays());
            out.endObject();
        }
        out.endObject();
    }

    private void writeAttributes() {
        out.field("AttributeDefinitions").beginArray();
        for (KeyAttribute attribute : table.attributes()) {
            out.beginObject();
            out.field("AttributeName").string(attribute.name());
            out.field("AttributeType").string(attribute.type().name());
            out.endObject();
        }
        out.endArray();
    }

    private void writeKeys(KeySchema keys) {
        out.field("KeySchema").beginArray();
        keys.partition().forEach(attribute -> writeKey(attribute, "HASH"));
        keys.sort().forEach(attribute -> writeKey(attribute, "RANGE"));
        out.endArray();
    }

    private void writeKey(KeyAttribute attribute, String type) {
        out.beginObject();
        out.field("AttributeName").string(attribute.name());
        out.field("KeyType").string(type);
        out.endObject();
    }

    private void writeIndexes(String member, List<Index> indexes) {
        List<Index> kept = indexes.stream()
                .filter(index -> index.status() != Index.Status.DELETING)
                .toList();
        if (kept.isEmpty()) {
            return;
        }
        out.field(member).beginArray();
        for (Index index : kept) {
            out.beginObject();
            out.field("IndexName").string(index.name());
            writeKeys(index.keys());
            out.field("Projection").beginObject();
            out.field("ProjectionType").string(index.projection().type().name());
            if (index.projection().type() == Projection.Type.INCLUDE) {
                out.field("NonKeyAttributes").beginArray();
                index.projection().nonKeyAttributes().forEach(out::string);
                out.endArray();
            }
            out.endObject();
            if (index.isGlobal()) {
                writeCapacity(table.settingsOf(index).capacity());
            }
            out.endObject();
        }
        out.endArray();
    }

    private void writeSettings(TableSettings settings) {
        out.field("BillingMode").string(settings.billing().mode().name());
        writeCapacity(settings.capacity());
        TableClass tableClass = settings.tableClass();
        if (tableClass != null) {
            out.field("TableClass").string(tableClass.name());
        }
        if (settings.kmsKeyArn() != null) {
            out.field("SSESpecification").beginObject();
            out.field("Enabled").bool(true);
            out.field("SSEType").string("KMS");
            out.field("KMSMasterKeyId").string(settings.kmsKeyArn());
            out.endObject();
        }
        if (settings.deletionProtected()) {
            out.field("DeletionProtectionEnabled").bool(true);
        }
        ResourcePolicy policy = settings.attachments().resourcePolicy();
        if (policy != null && policy.document() != null) {
            out.field("ResourcePolicy").string(policy.document());
        }
        if (!settings.tags().isEmpty()) {
            out.field("Tags").beginArray();
            settings.tags().forEach((key, value) -> {
                out.beginObject();
                out.field("Key").string(key);
                out.field("Value").string(value);
                out.endObject();
            });
            out.endArray();
        }
    }

    private void writeCapacity(Capacity capacity) {
        if (!table.settings().billing().isPayPerRequest()) {
            out.field("ProvisionedThroughput").beginObject();
            out.field("ReadCapacityUnits").number(capacity.provisioned().readUnits());
            out.field("WriteCapacityUnits").number(capacity.provisioned().writeUnits());
            out.endObject();
        }
        OnDemandThroughput onDemand = capacity.onDemand();
        if (onDemand != null && table.settings().billing().isPayPerRequest()) {
            out.field("OnDemandThroughput").beginObject();
            writeMaximum("MaxReadRequestUnits", onDemand.maxReadUnits());
            writeMaximum("MaxWriteRequestUnits", onDemand.maxWriteUnits());
            out.endObject();
        }
    }

    private void writeMaximum(String member, long units) {
        if (units != OnDemandThroughput.UNLIMITED) {
            out.field(member).number(units);
        }
    }
}

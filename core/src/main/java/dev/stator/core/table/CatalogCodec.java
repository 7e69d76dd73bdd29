package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.storage.StorageException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of the {@link Catalog}'s entries: JSON, which docs/format.md describes. {@link StoredTable} reads it. */
final class CatalogCodec {
    static final int FORMAT = 1;

    private CatalogCodec() {}

    static byte[] encodeCounter(int next) {
        return new JsonWriter()
                .beginObject()
                .field("format")
                .number(FORMAT)
                .field("next")
                .number(next)
                .endObject()
                .toByteArray();
    }

    static int decodeCounter(byte[] bytes) {
        try {
            RequestReader in = new RequestReader(bytes);
            Long next = null;
            in.beginBody();
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "format" -> checkFormat(in.integer());
                    case "next" -> next = in.longInteger();
                    default -> in.skip();
                }
            }
            return Math.toIntExact(present("next", next));
        } catch (ApiException e) {
            throw corrupt(e);
        }
    }

    static TableDefinition decodeTable(byte[] bytes) {
        try {
            return StoredTable.read(new RequestReader(bytes));
        } catch (ApiException | IllegalArgumentException e) {
            throw corrupt(e);
        }
    }

    /** The epoch in the entry of a table; 0 where none was counted. */
    static long decodeEpoch(byte[] bytes) {
        try {
            RequestReader in = new RequestReader(bytes);
            Long epoch = null;
            in.beginBody();
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                if (member.equals("epoch")) {
                    epoch = in.longInteger();
                } else {
                    in.skip();
                }
            }
            return epoch == null ? 0 : epoch;
        } catch (ApiException e) {
            throw corrupt(e);
        }
    }

    static void checkFormat(@Nullable Integer format) {
        if (format == null || format != FORMAT) {
            throw new StorageException.Corrupt(
                    "the catalog has format " + format + ", and this version of Stator reads format " + FORMAT, null);
        }
    }

    static <T> T present(String member, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("a catalog entry lacks \"" + member + "\"");
        }
        return value;
    }

    private static StorageException corrupt(RuntimeException cause) {
        return new StorageException.Corrupt("a catalog entry is damaged: " + cause.getMessage(), cause);
    }

    static byte[] encodeTable(TableDefinition table, long epoch) {
        JsonWriter out = new JsonWriter().beginObject();
        out.field("format").number(FORMAT);
        out.field("name").string(table.name());
        out.field("id").number(table.id());
        out.field("tableId").string(table.tableId());
        out.field("arn").string(table.arn());
        out.field("created").number(table.created().toEpochMilli());
        out.field("status").string(table.status().name());
        out.field("attributes").beginObject();
        table.attributes()
                .forEach(attribute ->
                        out.field(attribute.name()).string(attribute.type().name()));
        out.endObject();
        writeKeys(out, table.keys());
        out.field("indexes").beginArray();
        for (Index index : table.indexes()) {
            writeIndex(out, index, table.indexSettings().get(index.name()));
        }
        out.endArray();
        writeSettings(out, table.settings());
        TimeToLive timeToLive = table.timeToLive();
        if (timeToLive != null) {
            out.field("ttlAttribute").string(timeToLive.attribute());
            out.field("ttlStatus").string(timeToLive.status().name());
            out.field("ttlTreeId").number(timeToLive.tree().id());
        }
        if (epoch != 0) {
            out.field("epoch").number(epoch);
        }
        return out.endObject().toByteArray();
    }

    private static void writeKeys(JsonWriter out, KeySchema keys) {
        out.field("hash");
        writeStrings(out, keys.partition().stream().map(KeyAttribute::name).toList());
        out.field("range");
        writeStrings(out, keys.sort().stream().map(KeyAttribute::name).toList());
    }

    private static void writeIndex(JsonWriter out, Index index, @Nullable IndexSettings settings) {
        out.beginObject();
        out.field("name").string(index.name());
        out.field("kind").string(index.kind().name());
        out.field("treeId").number(index.tree().id());
        out.field("treeFamily").number(index.tree().family());
        writeKeys(out, index.keys());
        out.field("projection").string(index.projection().type().name());
        out.field("nonKeyAttributes");
        writeStrings(out, index.projection().nonKeyAttributes());
        out.field("status").string(index.status().name());
        if (settings != null) {
            writeCapacity(out, settings.capacity());
            out.field("backfilling").bool(settings.backfilling());
            writeInsights(out, settings.contributorInsights());
        }
        out.endObject();
    }

    private static void writeSettings(JsonWriter out, TableSettings settings) {
        out.field("billingMode").string(settings.billing().mode().name());
        instant(out, "lastUpdateToPayPerRequest", settings.billing().lastUpdateToPayPerRequest());
        writeCapacity(out, settings.capacity());
        out.field("deletionProtected").bool(settings.deletionProtected());
        StreamSettings stream = settings.stream();
        if (stream != null) {
            out.field("streamEnabled").bool(stream.enabled());
            out.field("streamViewType").string(stream.viewType());
            out.field("streamLabel").string(stream.label());
        }
        TableClass tableClass = settings.tableClass();
        if (tableClass != null) {
            out.field("tableClass").string(tableClass.name());
            instant(out, "tableClassUpdate", tableClass.lastUpdate());
        }
        string(out, "kmsKeyArn", settings.kmsKeyArn());
        writeAttachments(out, settings.attachments());
        out.field("tags").beginObject();
        for (Map.Entry<String, String> tag : settings.tags().entrySet()) {
            out.field(tag.getKey()).string(tag.getValue());
        }
        out.endObject();
    }

    private static void writeAttachments(JsonWriter out, Attachments attachments) {
        ResourcePolicy policy = attachments.resourcePolicy();
        if (policy != null) {
            string(out, "resourcePolicy", policy.document());
            out.field("resourcePolicyRevision").number(policy.revision());
        }
        PointInTimeRecovery recovery = attachments.pointInTimeRecovery();
        if (recovery != null) {
            instant(out, "pointInTimeRecoverySince", recovery.since());
            out.field("pointInTimeRecoveryDays").number(recovery.periodDays());
        }
        writeInsights(out, attachments.contributorInsights());
    }

    private static void writeInsights(JsonWriter out, @Nullable ContributorInsights insights) {
        if (insights != null) {
            out.field("contributorInsights").bool(insights.enabled());
            out.field("contributorInsightsMode").string(insights.mode());
            instant(out, "contributorInsightsUpdate", insights.lastUpdate());
        }
    }

    private static void writeCapacity(JsonWriter out, Capacity capacity) {
        ProvisionedThroughput provisioned = capacity.provisioned();
        out.field("capacity").beginObject();
        out.field("read").number(provisioned.readUnits());
        out.field("write").number(provisioned.writeUnits());
        instant(out, "lastIncrease", provisioned.lastIncrease());
        instant(out, "lastDecrease", provisioned.lastDecrease());
        out.field("decreases").number(provisioned.decreases());
        OnDemandThroughput onDemand = capacity.onDemand();
        if (onDemand != null) {
            out.field("maxRead").number(onDemand.maxReadUnits());
            out.field("maxWrite").number(onDemand.maxWriteUnits());
        }
        out.field("warmRead").number(capacity.warm().readUnits());
        out.field("warmWrite").number(capacity.warm().writeUnits());
        out.endObject();
    }

    private static void writeStrings(JsonWriter out, List<String> strings) {
        out.beginArray();
        strings.forEach(out::string);
        out.endArray();
    }

    private static void string(JsonWriter out, String member, @Nullable String value) {
        if (value != null) {
            out.field(member).string(value);
        }
    }

    private static void instant(JsonWriter out, String member, @Nullable Instant value) {
        if (value != null) {
            out.field(member).number(value.toEpochMilli());
        }
    }

    static @Nullable Instant instant(RequestReader in) {
        Long millis = in.longInteger();
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** The key attributes of these names, with the types that the table's definitions give them. */
    static List<KeyAttribute> resolve(List<String> names, Map<String, String> types) {
        return names.stream()
                .map(name -> new KeyAttribute(name, AttributeValue.Type.valueOf(present(name, types.get(name)))))
                .toList();
    }
}

package dev.stator.core.table;

import static dev.stator.core.table.CatalogCodec.instant;
import static dev.stator.core.table.CatalogCodec.present;
import static dev.stator.core.table.CatalogCodec.resolve;

import dev.stator.core.protocol.RequestReader;
import dev.stator.storage.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A catalog entry while it is being read, member by member; {@link CatalogCodec} wrote it. */
final class StoredTable {
    private @Nullable String name;
    private @Nullable Integer id;
    private @Nullable String tableId;
    private @Nullable String arn;
    private @Nullable Instant created;
    private @Nullable String status;
    private Map<String, String> attributes = Map.of();
    private List<String> hash = List.of();
    private List<String> range = List.of();
    private List<StoredIndex> indexes = List.of();
    private @Nullable String billingMode;
    private @Nullable Instant lastUpdateToPayPerRequest;
    private @Nullable Capacity capacity;
    private boolean deletionProtected;
    private boolean streamEnabled;
    private @Nullable String streamViewType;
    private @Nullable String streamLabel;
    private @Nullable String tableClass;
    private @Nullable Instant tableClassUpdate;
    private @Nullable String kmsKeyArn;
    private final StoredAttachments attachments = new StoredAttachments();
    private Map<String, String> tags = Map.of();
    private @Nullable String ttlAttribute;
    private @Nullable String ttlStatus;
    private @Nullable Integer ttlTreeId;

    private StoredTable() {}

    static TableDefinition read(RequestReader in) {
        StoredTable stored = new StoredTable();
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            stored.readMember(member, in);
        }
        in.endBody();
        return stored.definition();
    }

    private void readMember(String member, RequestReader in) {
        switch (member) {
            case "format" -> CatalogCodec.checkFormat(in.integer());
            case "name" -> name = in.string();
            case "id" -> id = in.integer();
            case "tableId" -> tableId = in.string();
            case "arn" -> arn = in.string();
            case "created" -> created = instant(in);
            case "status" -> status = in.string();
            case "attributes" -> attributes = strings(in, member);
            case "hash" -> hash = present(member, in.strings());
            case "range" -> range = present(member, in.strings());
            case "indexes" ->
                indexes = present(member, in.list(() -> StoredIndex.read(in))).stream()
                        .map(Objects::requireNonNull)
                        .toList();
            default -> readSetting(member, in);
        }
    }

    private void readSetting(String member, RequestReader in) {
        switch (member) {
            case "billingMode" -> billingMode = in.string();
            case "lastUpdateToPayPerRequest" -> lastUpdateToPayPerRequest = instant(in);
            case "capacity" -> capacity = readCapacity(in);
            case "deletionProtected" -> deletionProtected = present(member, in.bool());
            case "streamEnabled" -> streamEnabled = present(member, in.bool());
            case "streamViewType" -> streamViewType = in.string();
            case "streamLabel" -> streamLabel = in.string();
            case "tableClass" -> tableClass = in.string();
            case "tableClassUpdate" -> tableClassUpdate = instant(in);
            case "kmsKeyArn" -> kmsKeyArn = in.string();
            case "tags" -> tags = strings(in, member);
            case "ttlAttribute" -> ttlAttribute = in.string();
            case "ttlStatus" -> ttlStatus = in.string();
            case "ttlTreeId" -> ttlTreeId = in.integer();
            // Beside the definition: Catalog.Stored has it.
            case "epoch" -> in.skip();
            default -> attachments.readMember(member, in);
        }
    }

    private TableDefinition definition() {
        List<Index> allIndexes = new ArrayList<>();
        Map<String, IndexSettings> indexSettings = new LinkedHashMap<>();
        for (StoredIndex index : indexes) {
            allIndexes.add(index.index(attributes));
            if (index.capacity != null) {
                indexSettings.put(present("name", index.name), index.settings(index.capacity));
            }
        }
        return new TableDefinition(
                present("name", name),
                present("id", id),
                present("tableId", tableId),
                present("arn", arn),
                present("created", created),
                Table.Status.valueOf(present("status", status)),
                new KeySchema(resolve(hash, attributes), resolve(range, attributes)),
                resolve(List.copyOf(attributes.keySet()), attributes),
                allIndexes,
                indexSettings,
                settings(),
                timeToLive());
    }

    private @Nullable TimeToLive timeToLive() {
        return ttlAttribute == null
                ? null
                : new TimeToLive(
                        ttlAttribute,
                        new Tree(present("ttlTreeId", ttlTreeId), 0),
                        TimeToLive.Status.valueOf(present("ttlStatus", ttlStatus)));
    }

    private TableSettings settings() {
        return new TableSettings(
                new Billing(BillingMode.valueOf(present("billingMode", billingMode)), lastUpdateToPayPerRequest),
                present("capacity", capacity),
                deletionProtected,
                streamLabel == null
                        ? null
                        : new StreamSettings(streamEnabled, present("streamViewType", streamViewType), streamLabel),
                tableClass == null ? null : new TableClass(tableClass, tableClassUpdate),
                kmsKeyArn,
                attachments.attachments(present("created", created)),
                tags);
    }

    private static Map<String, String> strings(RequestReader in, String member) {
        return present(member, in.map("String", in::string));
    }

    private static Capacity readCapacity(RequestReader in) {
        Map<String, Long> members = present("capacity", in.map("Long", in::longInteger));
        Long maxRead = members.get("maxRead");
        Long maxWrite = members.get("maxWrite");
        return new Capacity(
                new ProvisionedThroughput(
                        present("read", members.get("read")),
                        present("write", members.get("write")),
                        instantOf(members.get("lastIncrease")),
                        instantOf(members.get("lastDecrease")),
                        Math.toIntExact(present("decreases", members.get("decreases")))),
                maxRead == null || maxWrite == null ? null : new OnDemandThroughput(maxRead, maxWrite),
                new WarmThroughput(
                        present("warmRead", members.get("warmRead")), present("warmWrite", members.get("warmWrite"))));
    }

    private static @Nullable Instant instantOf(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** An index of the entry. */
    private static final class StoredIndex {
        private @Nullable String name;
        private @Nullable String kind;
        private @Nullable Integer treeId;
        private @Nullable Integer treeFamily;
        private List<String> hash = List.of();
        private List<String> range = List.of();
        private @Nullable String projection;
        private List<String> nonKeyAttributes = List.of();
        private @Nullable String status;
        private @Nullable Capacity capacity;
        private boolean backfilling;
        private final StoredAttachments attachments = new StoredAttachments();

        static StoredIndex read(RequestReader in) {
            StoredIndex stored = new StoredIndex();
            in.beginElement("Index");
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                stored.readMember(member, in);
            }
            return stored;
        }

        private void readMember(String member, RequestReader in) {
            switch (member) {
                case "name" -> name = in.string();
                case "kind" -> kind = in.string();
                case "treeId" -> treeId = in.integer();
                case "treeFamily" -> treeFamily = in.integer();
                case "hash" -> hash = present(member, in.strings());
                case "range" -> range = present(member, in.strings());
                case "projection" -> projection = in.string();
                case "nonKeyAttributes" -> nonKeyAttributes = present(member, in.strings());
                case "status" -> status = in.string();
                case "capacity" -> capacity = readCapacity(in);
                case "backfilling" -> backfilling = present(member, in.bool());
                default -> attachments.readMember(member, in);
            }
        }

        IndexSettings settings(Capacity ofGlobal) {
            return new IndexSettings(ofGlobal, backfilling, attachments.contributorInsights());
        }

        Index index(Map<String, String> types) {
            return new Index(
                    present("name", name),
                    Index.Kind.valueOf(present("kind", kind)),
                    new Tree(present("treeId", treeId), present("treeFamily", treeFamily)),
                    new KeySchema(resolve(hash, types), resolve(range, types)),
                    new Projection(Projection.Type.valueOf(present("projection", projection)), nonKeyAttributes),
                    Index.Status.valueOf(present("status", status)));
        }
    }
}

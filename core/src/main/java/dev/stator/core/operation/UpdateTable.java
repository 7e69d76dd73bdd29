package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.BillingMode;
import dev.stator.core.table.Capacity;
import dev.stator.core.table.Index;
import dev.stator.core.table.IndexSettings;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableClass;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableDescription;
import dev.stator.core.table.TableSettings;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.DefinitionsInput;
import dev.stator.core.table.input.EncryptionInput;
import dev.stator.core.table.input.IndexUpdateInput;
import dev.stator.core.table.input.StreamInput;
import dev.stator.core.table.input.TableNameInput;
import dev.stator.core.table.input.UnitsInput;
import dev.stator.core.table.update.InUse;
import dev.stator.core.table.update.IndexUpdate;
import dev.stator.core.table.update.SettingsUpdate;
import dev.stator.core.table.update.ThroughputUpdate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes throughput, billing mode or one of the settings of a table, or creates or deletes one global index, which goes on
 * in the background.
 *
 * <p>Checks, in this order: TableName is there · constraints of all members together · there is something to change ·
 * throughput fits the billing mode · nothing is asked for together that must be asked for alone · each index update is one
 * action, and each index has one · stream, encryption and table class · the table exists and is not being deleted · only one
 * index comes or goes · throughput changes and may change · the index exists, or does not · its key and projection.
 *
 * <p>DynamoDB: the answer shows throughput, encryption and table class as they were, with the state UPDATING; the next
 * DescribeTable shows the new ones.
 */
public final class UpdateTable implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public UpdateTable(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    private record Request(
            String tableName, ThroughputUpdate throughput, IndexUpdate indexes, SettingsUpdate settings) {
        /**
         * Whether the table's state shows the change. DynamoDB: deletion protection, encryption, warm throughput and
         * on-demand maxima leave it ACTIVE (AWS, 2026-10).
         */
        boolean showsUpdating() {
            boolean capacityAlone = throughput.mode() == null
                    && throughput.provisioned() == null
                    && throughput.indexes().isEmpty()
                    && (throughput.onDemand() != null || throughput.warm() != null);
            return settings.deletionProtected() == null && settings.encryption() == null && !capacityAlone;
        }

        /** What the answer shows as it was. */
        Set<TableDescription.Part> changing() {
            Set<TableDescription.Part> changing = EnumSet.noneOf(TableDescription.Part.class);
            if (settings.encryption() != null) {
                changing.add(TableDescription.Part.ENCRYPTION);
            }
            if (throughput.warm() != null) {
                changing.add(TableDescription.Part.WARM_THROUGHPUT);
            }
            return changing;
        }
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Instant now = clock.instant();
        Tables.Changed changed = tables.change(request.tableName, table -> decide(request, table, session, now));
        out.beginObject().field("TableDescription");
        new TableDescription(shown(request, changed, now), tables::size, now, request.changing()).write(out);
        out.endObject();
    }

    private TableDefinition decide(Request request, TableDefinition table, Session session, Instant now) {
        InUse.checkNotDeleting(table);
        request.indexes.checkOnlyOne(table);
        TableDefinition changed = request.throughput.apply(table, now);
        changed = request.settings.apply(changed, session, now);
        return request.indexes.apply(changed, tables::reserveTree);
    }

    private static Request read(RequestReader in) {
        Members members = new Members();
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            members.read(member, in);
        }
        in.endBody();
        return members.checked();
    }

    /** The members of the request, as far as they have been read. */
    private static final class Members {
        private @Nullable String tableName;
        private @Nullable DefinitionsInput definitions;
        private @Nullable String billingMode;
        private @Nullable UnitsInput provisioned;
        private @Nullable UnitsInput onDemand;
        private @Nullable UnitsInput warm;
        private @Nullable List<IndexUpdateInput> indexUpdates;
        private @Nullable StreamInput stream;
        private @Nullable EncryptionInput encryption;
        private @Nullable String tableClass;
        private @Nullable Boolean deletionProtected;
        private @Nullable String unsupported;

        void read(String member, RequestReader in) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "AttributeDefinitions" -> definitions = DefinitionsInput.read(in);
                case "BillingMode" -> billingMode = in.string();
                case "ProvisionedThroughput" -> provisioned = UnitsInput.readProvisioned(in);
                case "OnDemandThroughput" -> onDemand = UnitsInput.readOnDemand(in);
                case "WarmThroughput" -> warm = UnitsInput.readWarm(in);
                case "GlobalSecondaryIndexUpdates" -> indexUpdates = IndexUpdateInput.readList(in);
                case "StreamSpecification" -> stream = StreamInput.read(in);
                case "SSESpecification" -> encryption = EncryptionInput.read(in);
                case "TableClass" -> tableClass = in.string();
                case "DeletionProtectionEnabled" -> deletionProtected = in.bool();
                case "ReplicaUpdates",
                        "MultiRegionConsistency",
                        "GlobalTableWitnessUpdates",
                        "GlobalTableSettingsReplicationMode",
                        "VectorIndexUpdates" -> {
                    unsupported = member;
                    in.skip();
                }
                default -> in.skip();
            }
        }

        Request checked() {
            String name = TableNameInput.required(tableName);
            constrain(name);
            if (unsupported != null) {
                throw ApiException.invalidParameter(unsupported + " is not supported");
            }
            checkAnything();
            checkThroughput();
            List<IndexUpdateInput> updates = indexUpdates == null ? List.of() : indexUpdates;
            checkAlone(updates.stream().anyMatch(IndexUpdateInput::changesIndexes));
            checkIndexUpdates(updates);
            checkStream();
            if (encryption != null) {
                encryption.check();
            }
            TableClass.check(tableClass);
            return new Request(
                    name,
                    new ThroughputUpdate(
                            billingMode == null ? null : BillingMode.valueOf(billingMode),
                            provisioned,
                            onDemand,
                            warm,
                            updates.stream()
                                    .map(IndexUpdateInput::throughput)
                                    .filter(Objects::nonNull)
                                    .toList()),
                    new IndexUpdate(
                            definitions,
                            updates.stream()
                                    .filter(IndexUpdateInput::changesIndexes)
                                    .toList()),
                    new SettingsUpdate(stream, encryption, tableClass, deletionProtected));
        }

        private void constrain(String name) {
            Constraints constraints = new Constraints();
            if (definitions != null) {
                definitions.constrain(constraints);
            }
            constraints.tableName("tableName", name);
            UnitsInput.constrainProvisioned(constraints, "provisionedThroughput", provisioned);
            constraints.oneOf("billingMode", billingMode, "PROVISIONED", "PAY_PER_REQUEST");
            if (indexUpdates != null) {
                for (int i = 0; i < indexUpdates.size(); i++) {
                    indexUpdates.get(i).constrain(constraints, "globalSecondaryIndexUpdates." + (i + 1) + ".member");
                }
            }
            if (stream != null) {
                stream.constrain(constraints);
            }
            if (encryption != null) {
                encryption.constrain(constraints);
            }
            constraints.check();
        }

        private void checkAnything() {
            boolean indexesOnly = provisioned == null
                    && billingMode == null
                    && stream == null
                    && encryption == null
                    && deletionProtected == null
                    && onDemand == null
                    && warm == null
                    && tableClass == null;
            if (indexesOnly && (indexUpdates == null || indexUpdates.isEmpty())) {
                throw ApiException.validation("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
                        + " GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady,"
                        + " ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled,"
                        + " OnDemandThroughput, WarmThroughput or TableClass is required");
            }
            if (indexUpdates != null && indexUpdates.isEmpty()) {
                throw ApiException.invalidParameter("List of GlobalSecondaryIndexUpdates is empty");
            }
        }

        private void checkThroughput() {
            if ("PROVISIONED".equals(billingMode) && provisioned == null) {
                throw ApiException.invalidParameter(
                        "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
            }
            if (provisioned != null) {
                provisioned.checkBounds();
            }
        }

        /** DynamoDB: one logical change a request; what combines is the billing mode with throughput or a stream. */
        private void checkAlone(boolean changesIndexes) {
            int changes = 0;
            for (Object member : new @Nullable Object[] {
                provisioned == null ? billingMode : provisioned,
                indexUpdates,
                stream,
                encryption,
                tableClass,
                deletionProtected,
                onDemand,
                warm
            }) {
                changes += member == null ? 0 : 1;
            }
            if (changes > 1) {
                checkAlone("Server-Side Encryption modification", encryption);
                checkAlone("TableClass modification", tableClass);
                checkAlone("DeletionProtection modification", deletionProtected);
                if (warm != null && changesIndexes) {
                    throw ApiException.invalidParameter(
                            "Create global secondary index cannot be specified when updating WarmThroughput");
                }
                if (warm != null) {
                    throw ApiException.invalidParameter("WarmThroughput must be the only operation in the request");
                }
            }
            if (onDemand != null && (provisioned != null || stream != null || indexUpdates != null)) {
                throw ApiException.invalidParameter(
                        "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
            }
            boolean changesIops = provisioned != null;
            if (changesIops && stream != null) {
                throw ApiException.invalidParameter("You cannot modify stream status while updating table IOPS");
            }
            if (changesIndexes && (changesIops || billingMode != null)) {
                throw ApiException.invalidParameter("You cannot create or delete index while updating table IOPS");
            }
            if (changesIndexes && stream != null) {
                throw ApiException.invalidParameter("You cannot create or delete index while changing stream status");
            }
        }

        private static void checkAlone(String modification, @Nullable Object member) {
            if (member != null) {
                throw ApiException.invalidParameter(modification + " must be the only operation in the request");
            }
        }

        private static void checkIndexUpdates(List<IndexUpdateInput> updates) {
            Set<String> names = new HashSet<>();
            for (IndexUpdateInput update : updates) {
                update.check();
                if (!names.add(update.indexName())) {
                    throw ApiException.invalidParameter("Only one global secondary index update per index is allowed"
                            + " simultaneously. Index: " + update.indexName());
                }
            }
        }

        private void checkStream() {
            if (stream != null && stream.isEnabled() && stream.viewType() == null) {
                throw ApiException.invalidParameter("If stream is being enabled then UpdateViewType is required");
            }
            if (stream != null && !stream.isEnabled() && stream.viewType() != null) {
                throw ApiException.invalidParameter(
                        "If stream is being disabled, then UpdateViewType must not be specified");
            }
        }
    }

    /**
     * What the answer shows: the new definition, with encryption and table class as they were; throughput, too, unless the
     * billing mode has changed.
     */
    private static TableDefinition shown(Request request, Tables.Changed changed, Instant now) {
        TableDefinition before = changed.before();
        TableDefinition shown = changed.after();
        boolean isSwitch = request.throughput.isSwitch(before);
        TableSettings settings = shown.settings()
                .withKmsKeyArn(before.settings().kmsKeyArn())
                .withTableClass(before.settings().tableClass());
        if (!isSwitch) {
            settings = settings.withCapacity(changing(before.settings().capacity(), settings.capacity(), now));
        }
        shown = shown.withSettings(settings);
        for (Index index : before.globalIndexes()) {
            if (request.throughput.concerns(before, index)) {
                IndexSettings after = shown.settingsOf(index);
                Capacity capacity = isSwitch
                        ? after.capacity()
                        : changing(before.settingsOf(index).capacity(), after.capacity(), now);
                shown = shown.withIndex(index.withStatus(Index.Status.UPDATING), after.withCapacity(capacity));
            }
        }
        return request.showsUpdating() ? shown.withStatus(Table.Status.UPDATING) : shown;
    }

    private static Capacity changing(Capacity before, Capacity after, Instant now) {
        return new Capacity(before.provisioned().changingTo(after.provisioned(), now), after.onDemand(), before.warm());
    }
}

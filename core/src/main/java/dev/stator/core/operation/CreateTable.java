package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Attachments;
import dev.stator.core.table.Billing;
import dev.stator.core.table.BillingMode;
import dev.stator.core.table.Index;
import dev.stator.core.table.IndexSettings;
import dev.stator.core.table.PolicyDocument;
import dev.stator.core.table.ResourcePolicy;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableArn;
import dev.stator.core.table.TableClass;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableDescription;
import dev.stator.core.table.TableSettings;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.CapacityInput;
import dev.stator.core.table.input.EncryptionInput;
import dev.stator.core.table.input.IndexInput;
import dev.stator.core.table.input.SchemaInput;
import dev.stator.core.table.input.StreamInput;
import dev.stator.core.table.input.TableNameInput;
import dev.stator.core.table.input.TagsInput;
import dev.stator.core.table.input.UnitsInput;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates a table with its indexes. The answer says CREATING, as DynamoDB's does; the table is ACTIVE right afterwards.
 *
 * <p>Checks, in this order: TableName is there · constraints of all members together · throughput fits the billing mode ·
 * keys, local indexes, global indexes, their definitions · on-demand and warm throughput · stream · encryption · table class
 * · resource policy · tags · no table of that name · no more tables than allowed.
 */
public final class CreateTable implements Operation {
    private final Tables tables;
    private final InstantSource clock;
    private final Supplier<UUID> tableIds;

    /** @param tableIds gives each table the id that tells it from an earlier one of the same name */
    public CreateTable(Tables tables, InstantSource clock, Supplier<UUID> tableIds) {
        this.tables = tables;
        this.clock = clock;
        this.tableIds = tableIds;
    }

    private record Request(
            String tableName,
            SchemaInput schema,
            @Nullable String billingMode,
            CapacityInput capacity,
            @Nullable StreamInput stream,
            @Nullable EncryptionInput encryption,
            @Nullable String tableClass,
            boolean deletionProtected,
            @Nullable String resourcePolicy,
            Map<String, String> tags) {
        boolean isPayPerRequest() {
            return BillingMode.PAY_PER_REQUEST.name().equals(billingMode);
        }
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Instant now = clock.instant();
        String name = TableArn.nameToCreate(request.tableName, session);
        int trees = 1 + request.schema.globalIndexes().size();
        TableDefinition table =
                tables.create(name, trees, firstTree -> definition(request, name, firstTree, session, now));
        write(table, now, out);
    }

    private static Request read(RequestReader in) {
        Members members = new Members();
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (!members.schema.read(member, in)) {
                members.read(member, in);
            }
        }
        in.endBody();
        return members.checked();
    }

    /** The members of the request, as far as they have been read. */
    private static final class Members {
        private final SchemaInput.Reader schema = new SchemaInput.Reader();
        private @Nullable String tableName;
        private @Nullable String billingMode;
        private @Nullable UnitsInput provisioned;
        private @Nullable UnitsInput onDemand;
        private @Nullable UnitsInput warm;
        private @Nullable StreamInput stream;
        private @Nullable EncryptionInput encryption;
        private @Nullable String tableClass;
        private @Nullable Boolean deletionProtected;
        private @Nullable String resourcePolicy;
        private @Nullable TagsInput tags;
        private @Nullable String unsupported;

        void read(String member, RequestReader in) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "BillingMode" -> billingMode = in.string();
                case "ProvisionedThroughput" -> provisioned = UnitsInput.readProvisioned(in);
                case "OnDemandThroughput" -> onDemand = UnitsInput.readOnDemand(in);
                case "WarmThroughput" -> warm = UnitsInput.readWarm(in);
                case "StreamSpecification" -> stream = StreamInput.read(in);
                case "SSESpecification" -> encryption = EncryptionInput.read(in);
                case "TableClass" -> tableClass = in.string();
                case "DeletionProtectionEnabled" -> deletionProtected = in.bool();
                case "ResourcePolicy" -> resourcePolicy = in.string();
                case "Tags" -> tags = TagsInput.read(in);
                case "VectorIndexes", "GlobalTableSourceArn", "GlobalTableSettingsReplicationMode" -> {
                    unsupported = member;
                    in.skip();
                }
                default -> in.skip();
            }
        }

        Request checked() {
            String name = TableNameInput.required(tableName);
            SchemaInput schemaInput = schema.schema();
            constrain(name, schemaInput);
            if (unsupported != null) {
                throw ApiException.invalidParameter(unsupported + " is not supported");
            }
            boolean payPerRequest = BillingMode.PAY_PER_REQUEST.name().equals(billingMode);
            checkThroughput(payPerRequest);
            schemaInput.check(payPerRequest);
            CapacityInput capacity = new CapacityInput("table", provisioned, onDemand, warm);
            capacity.check(payPerRequest);
            schemaInput.globalIndexes().forEach(index -> CapacityInput.of(index).check(payPerRequest));
            checkStream();
            if (encryption != null) {
                encryption.check();
            }
            TableClass.check(tableClass);
            return new Request(
                    name,
                    schemaInput,
                    billingMode,
                    capacity,
                    stream,
                    encryption,
                    tableClass,
                    deletionProtected != null && deletionProtected,
                    resourcePolicy == null ? null : PolicyDocument.canonical(resourcePolicy),
                    tags == null ? Map.of() : tags.checked());
        }

        private void constrain(String name, SchemaInput schemaInput) {
            Constraints constraints = new Constraints();
            schemaInput.constrainDefinitions(constraints);
            constraints.tableName("tableName", name);
            constraints.oneOf("billingMode", billingMode, "PROVISIONED", "PAY_PER_REQUEST");
            UnitsInput.constrainProvisioned(constraints, "provisionedThroughput", provisioned);
            schemaInput.constrainKeys(constraints);
            schemaInput.constrainIndexes(constraints);
            if (stream != null) {
                stream.constrain(constraints);
            }
            if (encryption != null) {
                encryption.constrain(constraints);
            }
            constraints.check();
        }

        private void checkThroughput(boolean payPerRequest) {
            if (payPerRequest) {
                if (provisioned != null) {
                    throw ApiException.invalidParameter("Neither ReadCapacityUnits nor WriteCapacityUnits can be"
                            + " specified when BillingMode is PAY_PER_REQUEST");
                }
            } else if (provisioned == null) {
                throw ApiException.invalidParameter(
                        "ReadCapacityUnits and WriteCapacityUnits must both be specified when"
                                + " BillingMode is PROVISIONED");
            } else {
                provisioned.checkBounds();
            }
        }

        private void checkStream() {
            if (stream != null && stream.isEnabled() && stream.viewType() == null) {
                throw ApiException.invalidParameter(
                        "Table is being created with a stream enabled, UpdateViewType is required");
            }
            if (stream != null && !stream.isEnabled() && stream.viewType() != null) {
                throw ApiException.invalidParameter(
                        "Table is being created with a stream disabled, UpdateViewType should not be specified");
            }
        }
    }

    private TableDefinition definition(Request request, String name, int tree, Session session, Instant now) {
        boolean payPerRequest = request.isPayPerRequest();
        Map<String, IndexSettings> indexSettings = new LinkedHashMap<>();
        for (IndexInput index : request.schema.globalIndexes()) {
            CapacityInput capacity = CapacityInput.of(index);
            indexSettings.put(index.indexName(), new IndexSettings(capacity.capacity(payPerRequest), false));
        }
        return new TableDefinition(
                name,
                tree,
                tableIds.get().toString(),
                TableArn.of(name, session),
                now,
                Table.Status.ACTIVE,
                request.schema.keys(),
                request.schema.attributes(),
                request.schema.indexes(tree),
                indexSettings,
                settings(request, session, now),
                null);
    }

    private static TableSettings settings(Request request, Session session, Instant now) {
        boolean payPerRequest = request.isPayPerRequest();
        StreamInput stream = request.stream;
        EncryptionInput encryption = request.encryption;
        return new TableSettings(
                new Billing(
                        payPerRequest ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED,
                        payPerRequest ? now : null),
                request.capacity.capacity(payPerRequest),
                request.deletionProtected,
                stream != null && stream.isEnabled() ? stream.begin(now) : null,
                request.tableClass == null ? null : new TableClass(request.tableClass, null),
                encryption == null ? null : encryption.kmsKeyArn(session),
                request.resourcePolicy == null
                        ? Attachments.NONE
                        : Attachments.NONE.withResourcePolicy(
                                ResourcePolicy.changed(null, request.resourcePolicy, now)),
                request.tags);
    }

    private void write(TableDefinition table, Instant now, JsonWriter out) {
        TableDefinition creating = table.withStatus(Table.Status.CREATING);
        for (Index index : table.globalIndexes()) {
            creating = creating.withIndex(index.withStatus(Index.Status.CREATING), table.settingsOf(index));
        }
        out.beginObject().field("TableDescription");
        new TableDescription(creating, tables::size, now).write(out);
        out.endObject();
    }
}

package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Index;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One element of GlobalSecondaryIndexUpdates: an index to create, one to delete, or one whose throughput changes. */
public record IndexUpdateInput(
        @Nullable IndexInput create,
        @Nullable Throughput throughput,
        @Nullable Deletion deletion) {

    /** New throughput of an index. */
    public record Throughput(
            @Nullable String name,
            @Nullable UnitsInput provisioned,
            @Nullable UnitsInput onDemand,
            @Nullable UnitsInput warm) {
        private static @Nullable Throughput read(RequestReader in) {
            if (!in.beginStructure("UpdateGlobalSecondaryIndexAction")) {
                return null;
            }
            String name = null;
            UnitsInput provisioned = null;
            UnitsInput onDemand = null;
            UnitsInput warm = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "IndexName" -> name = in.string();
                    case "ProvisionedThroughput" -> provisioned = UnitsInput.readProvisioned(in);
                    case "OnDemandThroughput" -> onDemand = UnitsInput.readOnDemand(in);
                    case "WarmThroughput" -> warm = UnitsInput.readWarm(in);
                    default -> in.skip();
                }
            }
            return new Throughput(name, provisioned, onDemand, warm);
        }

        public String indexName() {
            return given(name);
        }
    }

    /** The end of an index. */
    public record Deletion(@Nullable String name) {
        private static @Nullable Deletion read(RequestReader in) {
            if (!in.beginStructure("DeleteGlobalSecondaryIndexAction")) {
                return null;
            }
            String name = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "IndexName" -> name = in.string();
                    default -> in.skip();
                }
            }
            return new Deletion(name);
        }

        public String indexName() {
            return given(name);
        }
    }

    /** Reads a list of them; null for none. */
    public static @Nullable List<IndexUpdateInput> readList(RequestReader in) {
        List<@Nullable IndexUpdateInput> updates = in.list(() -> read(in));
        return updates == null
                ? null
                : updates.stream().map(Objects::requireNonNull).toList();
    }

    private static IndexUpdateInput read(RequestReader in) {
        IndexInput create = null;
        Throughput throughput = null;
        Deletion deletion = null;
        if (in.beginElement("GlobalSecondaryIndexUpdate")) {
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "Create" -> create = IndexInput.readAction(in);
                    case "Update" -> throughput = Throughput.read(in);
                    case "Delete" -> deletion = Deletion.read(in);
                    default -> in.skip();
                }
            }
        }
        return new IndexUpdateInput(create, throughput, deletion);
    }

    public void constrain(Constraints constraints, String path) {
        if (throughput != null) {
            constraints
                    .notNull(path + ".update.indexName", throughput.name)
                    .name(path + ".update.indexName", throughput.name);
            UnitsInput.constrainProvisioned(
                    constraints, path + ".update.provisionedThroughput", throughput.provisioned);
        }
        if (create != null) {
            create.constrain(constraints, path + ".create", Index.Kind.GLOBAL);
        }
        if (deletion != null) {
            constraints
                    .notNull(path + ".delete.indexName", deletion.name)
                    .name(path + ".delete.indexName", deletion.name);
        }
    }

    /** Throws unless this is exactly one of the three. */
    public void check() {
        long actions =
                Stream.of(create, throughput, deletion).filter(Objects::nonNull).count();
        if (actions == 0) {
            throw ApiException.invalidParameter("One of GlobalSecondaryIndexUpdate.Update,"
                    + " GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null");
        }
        if (actions > 1) {
            throw ApiException.invalidParameter(
                    "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object");
        }
    }

    /** The index that is meant, once the constraints were checked. */
    public String indexName() {
        if (create != null) {
            return create.indexName();
        }
        return throughput != null ? throughput.indexName() : given(deletion).indexName();
    }

    /** Whether an index comes or goes. */
    public boolean changesIndexes() {
        return throughput == null;
    }
}

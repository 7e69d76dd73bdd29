package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Index;
import dev.stator.core.table.KeyAttribute;
import dev.stator.storage.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A secondary index that is to be created. */
public record IndexInput(
        @Nullable String name,
        @Nullable KeySchemaInput keySchema,
        @Nullable ProjectionInput projection,
        @Nullable UnitsInput provisioned,
        @Nullable UnitsInput onDemand,
        @Nullable UnitsInput warm) {
    private static final int LOCAL_KEY_LENGTH_MAX = 2;
    /** Summed over all indexes of a table. */
    private static final int NON_KEY_ATTRIBUTES_MAX = 100;

    /** An element of a list of indexes; null becomes an index without members. */
    static IndexInput readElement(RequestReader in, Index.Kind kind) {
        String shape = kind == Index.Kind.GLOBAL ? "GlobalSecondaryIndex" : "LocalSecondaryIndex";
        return in.beginElement(shape) ? readMembers(in) : new IndexInput(null, null, null, null, null, null);
    }

    /** The action of UpdateTable that creates a global index. */
    public static @Nullable IndexInput readAction(RequestReader in) {
        return in.beginStructure("CreateGlobalSecondaryIndexAction") ? readMembers(in) : null;
    }

    private static IndexInput readMembers(RequestReader in) {
        String name = null;
        KeySchemaInput keySchema = null;
        ProjectionInput projection = null;
        UnitsInput provisioned = null;
        UnitsInput onDemand = null;
        UnitsInput warm = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "IndexName" -> name = in.string();
                case "KeySchema" -> keySchema = KeySchemaInput.read(in);
                case "Projection" -> projection = ProjectionInput.read(in);
                case "ProvisionedThroughput" -> provisioned = UnitsInput.readProvisioned(in);
                case "OnDemandThroughput" -> onDemand = UnitsInput.readOnDemand(in);
                case "WarmThroughput" -> warm = UnitsInput.readWarm(in);
                default -> in.skip();
            }
        }
        return new IndexInput(name, keySchema, projection, provisioned, onDemand, warm);
    }

    public void constrain(Constraints constraints, String path, Index.Kind kind) {
        constraints
                .notNull(path + ".projection", projection)
                .notNull(path + ".indexName", name)
                .name(path + ".indexName", name);
        if (projection != null) {
            projection.constrain(constraints, path + ".projection");
        }
        if (kind == Index.Kind.GLOBAL) {
            UnitsInput.constrainProvisioned(constraints, path + ".provisionedThroughput", provisioned);
        }
        constraints.notNull(path + ".keySchema", keySchema);
        if (keySchema != null) {
            // DynamoDB: how long the key of a global index may be is checked later, for HASH and RANGE apart.
            int lengthMax = kind == Index.Kind.GLOBAL ? Integer.MAX_VALUE : LOCAL_KEY_LENGTH_MAX;
            keySchema.constrain(constraints, path + ".keySchema", lengthMax);
        }
    }

    /** Throws unless this can be a local index of a table with that partition key. */
    void checkLocal(DefinitionsInput definitions, String tableHash) {
        definitions.checkDefined(keys());
        keys().checkSimple();
        if (!keys().hasRange()) {
            throw ApiException.invalidParameter("Index KeySchema does not have a range key for index: " + name);
        }
        String indexHash = keys().names().getFirst();
        if (!indexHash.equals(tableHash)) {
            throw ApiException.invalidParameter(
                    "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + name
                            + ". index hash key: " + indexHash + ", table hash key: " + tableHash);
        }
        given(projection).check();
    }

    /** Throws unless this can be a global index, whatever table it is for. */
    public void checkGlobal(DefinitionsInput definitions) {
        definitions.checkDefined(keys());
        keys().checkMultiAttribute();
        given(projection).check();
    }

    public String indexName() {
        return given(name);
    }

    public KeySchemaInput keys() {
        return given(keySchema);
    }

    /**
     * Throws if a table would have more projected attributes than it may.
     *
     * @param others how many its other indexes project
     */
    public void checkProjected(int others) {
        if (others + nonKeyAttributes() > NON_KEY_ATTRIBUTES_MAX) {
            throw ApiException.invalidParameter(
                    "NonKeyAttributes count exceeds the per-table limit of " + NON_KEY_ATTRIBUTES_MAX);
        }
    }

    int nonKeyAttributes() {
        List<String> attributes = given(projection).nonKeyAttributes();
        return attributes == null ? 0 : attributes.size();
    }

    /** The index, once it has been checked. */
    public Index index(Index.Kind kind, Tree tree, Index.Status status, List<KeyAttribute> definitions) {
        return new Index(
                indexName(),
                kind,
                tree,
                keys().resolve(definitions),
                given(projection).projection(),
                status);
    }
}

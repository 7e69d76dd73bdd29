package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Index;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeySchema;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys and indexes of a table that is to be created.
 *
 * @param locals  null if the request does not have the member
 * @param globals null if the request does not have the member
 */
public record SchemaInput(
        @Nullable DefinitionsInput definitions,
        @Nullable KeySchemaInput keySchema,
        @Nullable List<IndexInput> locals,
        @Nullable List<IndexInput> globals) {
    private static final int TABLE_KEY_LENGTH_MAX = 2;
    private static final int LOCALS_MAX = 5;
    private static final int GLOBALS_MAX = 20;

    /** Reads the members of a request that make up the schema, and leaves the others to the caller. */
    public static final class Reader {
        private @Nullable DefinitionsInput definitions;
        private @Nullable KeySchemaInput keySchema;
        private @Nullable List<IndexInput> locals;
        private @Nullable List<IndexInput> globals;

        /** Reads the member's value if it belongs to the schema; false if not. */
        public boolean read(String member, RequestReader in) {
            switch (member) {
                case "AttributeDefinitions" -> definitions = DefinitionsInput.read(in);
                case "KeySchema" -> keySchema = KeySchemaInput.read(in);
                case "LocalSecondaryIndexes" -> locals = indexes(in, Index.Kind.LOCAL);
                case "GlobalSecondaryIndexes" -> globals = indexes(in, Index.Kind.GLOBAL);
                default -> {
                    return false;
                }
            }
            return true;
        }

        public SchemaInput schema() {
            return new SchemaInput(definitions, keySchema, locals, globals);
        }

        private static @Nullable List<IndexInput> indexes(RequestReader in, Index.Kind kind) {
            List<@Nullable IndexInput> indexes = in.list(() -> IndexInput.readElement(in, kind));
            return indexes == null
                    ? null
                    : indexes.stream().map(Objects::requireNonNull).toList();
        }
    }

    public void constrainDefinitions(Constraints constraints) {
        constraints.notNull("attributeDefinitions", definitions);
        if (definitions != null) {
            definitions.constrain(constraints);
        }
    }

    public void constrainKeys(Constraints constraints) {
        constraints.notNull("keySchema", keySchema);
        if (keySchema != null) {
            keySchema.constrain(constraints, "keySchema", TABLE_KEY_LENGTH_MAX);
        }
    }

    public void constrainIndexes(Constraints constraints) {
        constrain(constraints, "localSecondaryIndexes", locals, Index.Kind.LOCAL);
        constrain(constraints, "globalSecondaryIndexes", globals, Index.Kind.GLOBAL);
    }

    private static void constrain(
            Constraints constraints, String path, @Nullable List<IndexInput> indexes, Index.Kind kind) {
        if (indexes != null) {
            for (int i = 0; i < indexes.size(); i++) {
                indexes.get(i).constrain(constraints, path + "." + (i + 1) + ".member", kind);
            }
        }
    }

    /**
     * Throws unless keys and indexes fit each other and the limits. Constraints were checked before.
     *
     * @param payPerRequest whether the table will be on-demand
     */
    public void check(boolean payPerRequest) {
        DefinitionsInput defined = given(definitions);
        KeySchemaInput keys = given(keySchema);
        defined.checkDuplicates();
        if (keys.names().size() > defined.names().size()) {
            throw ApiException.validation("Invalid KeySchema: Some index key attribute have no definition");
        }
        defined.checkDefined(keys);
        keys.checkSimple();
        if (locals == null
                && globals == null
                && keys.names().size() != defined.names().size()) {
            throw ApiException.invalidParameter(
                    "Number of attributes in KeySchema does not exactly match number of attributes defined in"
                            + " AttributeDefinitions");
        }
        Set<String> indexNames = new HashSet<>();
        if (locals != null) {
            checkLocals(locals, indexNames);
        }
        if (globals != null) {
            checkGlobals(globals, indexNames, payPerRequest);
        }
        checkProjected();
        checkAllUsed(defined, keys);
    }

    private void checkLocals(List<IndexInput> indexes, Set<String> indexNames) {
        if (indexes.isEmpty()) {
            throw ApiException.invalidParameter("List of LocalSecondaryIndexes is empty");
        }
        KeySchemaInput keys = given(keySchema);
        if (!keys.hasRange()) {
            throw ApiException.invalidParameter(
                    "Table KeySchema does not have a range key, which is required when specifying a"
                            + " LocalSecondaryIndex");
        }
        for (IndexInput index : indexes) {
            index.checkLocal(given(definitions), keys.names().getFirst());
            checkUnique(index, indexNames);
        }
        if (indexes.size() > LOCALS_MAX) {
            throw ApiException.invalidParameter(
                    "Number of LocalSecondaryIndexes exceeds per-table limit of " + LOCALS_MAX);
        }
    }

    private void checkGlobals(List<IndexInput> indexes, Set<String> indexNames, boolean payPerRequest) {
        if (indexes.isEmpty()) {
            throw ApiException.invalidParameter("List of GlobalSecondaryIndexes is empty");
        }
        for (IndexInput index : indexes) {
            index.checkGlobal(given(definitions));
            if (payPerRequest && index.provisioned() != null) {
                throw ApiException.invalidParameter("ProvisionedThroughput should not be specified for index: "
                        + index.indexName() + " when BillingMode is PAY_PER_REQUEST");
            }
            if (!payPerRequest && index.provisioned() == null) {
                throw ApiException.invalidParameter(
                        "ProvisionedThroughput is not specified for index: " + index.indexName());
            }
            checkUnique(index, indexNames);
        }
        if (indexes.size() > GLOBALS_MAX) {
            throw ApiException.invalidParameter(
                    "GlobalSecondaryIndex count exceeds the per-table limit of " + GLOBALS_MAX);
        }
    }

    private static void checkUnique(IndexInput index, Set<String> indexNames) {
        if (!indexNames.add(index.indexName())) {
            throw ApiException.invalidParameter("Duplicate index name: " + index.indexName());
        }
    }

    private void checkProjected() {
        int others = 0;
        for (IndexInput index : all()) {
            index.checkProjected(others);
            others += index.nonKeyAttributes();
        }
    }

    private void checkAllUsed(DefinitionsInput defined, KeySchemaInput keys) {
        Set<String> used = new LinkedHashSet<>(keys.names());
        all().forEach(index -> used.addAll(index.keys().names()));
        if (!used.containsAll(defined.names())) {
            throw ApiException.invalidParameter("Some AttributeDefinitions are not used. AttributeDefinitions: "
                    + defined.names() + ", keys used: " + used);
        }
    }

    public List<KeyAttribute> attributes() {
        return given(definitions).attributes();
    }

    public KeySchema keys() {
        return given(keySchema).resolve(attributes());
    }

    public List<IndexInput> globalIndexes() {
        return globals == null ? List.of() : globals;
    }

    /**
     * The indexes, local ones first: a local index is a family of the table's tree, a global one gets an id of its own.
     *
     * @param tableTree the id of the table's tree, which those of the global indexes follow
     */
    public List<Index> indexes(int tableTree) {
        List<Index> indexes = new ArrayList<>();
        List<KeyAttribute> attributes = attributes();
        int family = 1;
        for (IndexInput local : locals == null ? List.<IndexInput>of() : locals) {
            Tree tree = new Tree(tableTree, family++);
            indexes.add(local.index(Index.Kind.LOCAL, tree, Index.Status.ACTIVE, attributes));
        }
        int id = tableTree;
        for (IndexInput global : globalIndexes()) {
            Tree tree = new Tree(++id, 0);
            indexes.add(global.index(Index.Kind.GLOBAL, tree, Index.Status.ACTIVE, attributes));
        }
        return indexes;
    }

    private List<IndexInput> all() {
        List<IndexInput> all = new ArrayList<>();
        if (locals != null) {
            all.addAll(locals);
        }
        all.addAll(globalIndexes());
        return all;
    }
}

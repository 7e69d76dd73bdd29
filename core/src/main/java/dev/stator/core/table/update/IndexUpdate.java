package dev.stator.core.table.update;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.table.Index;
import dev.stator.core.table.IndexSettings;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeySchema;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.input.CapacityInput;
import dev.stator.core.table.input.DefinitionsInput;
import dev.stator.core.table.input.IndexInput;
import dev.stator.core.table.input.IndexUpdateInput;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A global index that is created or deleted while its table is in use; there can be one at a time.
 *
 * @param definitions the attribute definitions of the request, which need name no more than the new key
 * @param changes     the elements of the request that create or delete an index
 */
public record IndexUpdate(@Nullable DefinitionsInput definitions, List<IndexUpdateInput> changes) {
    private static final int INDEXES_MAX = 20;

    /**
     * The table with its index CREATING or DELETING; throws if that is not allowed.
     *
     * @param reserveTree gives the id of a tree for a new index
     */
    public TableDefinition apply(TableDefinition table, IntSupplier reserveTree) {
        if (changes.isEmpty()) {
            return table;
        }
        IndexUpdateInput change = changes.getFirst();
        IndexInput create = change.create();
        TableDefinition changed =
                create == null ? delete(table, change.indexName()) : create(table, create, reserveTree);
        return changed.withStatus(Table.Status.UPDATING);
    }

    /**
     * The global index of this name.
     *
     * @param verb what was to be done with it
     */
    static Index find(TableDefinition table, String name, String verb) {
        Index index = table.index(name);
        if (index == null) {
            throw ApiException.resourceNotFound(
                    "Requested resource not found: Index " + name + " for table " + table.name());
        }
        if (!index.isGlobal()) {
            throw ApiException.validation("Cannot " + verb + " an index that is not a GlobalSecondaryIndex: " + name);
        }
        return index;
    }

    /** Throws if more than one index would come or go at a time. */
    public void checkOnlyOne(TableDefinition table) {
        if (changes.isEmpty()) {
            return;
        }
        IndexUpdateInput change = changes.getFirst();
        Index changing = table.changingIndex();
        if (changing != null && changing.name().equals(change.indexName())) {
            InUse.checkNotDeleting(table, changing);
            if (change.create() == null) {
                // DynamoDB: an index can be deleted while it is being filled.
                InUse.checkSettled(table, changing);
                return;
            }
        }
        if (changing != null || changes.size() > 1) {
            throw limitExceeded("Only 1 online index can be created or deleted simultaneously per table");
        }
    }

    private static TableDefinition delete(TableDefinition table, String name) {
        Index index = find(table, name, "delete");
        return table.withIndex(
                index.withStatus(Index.Status.DELETING), table.settingsOf(index).withBackfilling(false));
    }

    private TableDefinition create(TableDefinition table, IndexInput input, IntSupplier reserveTree) {
        if (table.index(input.indexName()) != null) {
            throw ApiException.validation("Attempting to create an index which already exists");
        }
        if (table.globalIndexes().size() >= INDEXES_MAX) {
            throw limitExceeded("GlobalSecondaryIndex count exceeds the per-table limit of " + INDEXES_MAX);
        }
        if (definitions == null) {
            throw ApiException.invalidParameter(
                    "AttributeDefinitions is not specified for index: " + input.indexName());
        }
        definitions.checkDuplicates();
        input.checkGlobal(definitions);
        boolean payPerRequest = table.settings().billing().isPayPerRequest();
        checkCapacity(input, payPerRequest);
        checkNotRedefined(table, input);
        checkProjected(table, input);
        List<KeyAttribute> attributes = merged(table, input);
        Tree tree = new Tree(reserveTree.getAsInt(), 0);
        Index index = input.index(Index.Kind.GLOBAL, tree, Index.Status.CREATING, attributes);
        return table.withAttributes(attributes)
                .withIndex(index, new IndexSettings(CapacityInput.of(input).capacity(payPerRequest), false));
    }

    private static void checkCapacity(IndexInput input, boolean payPerRequest) {
        if (payPerRequest && input.provisioned() != null) {
            throw ApiException.invalidParameter("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for"
                    + " index: " + input.indexName() + " when BillingMode is PAY_PER_REQUEST");
        }
        if (!payPerRequest && input.provisioned() == null) {
            throw ApiException.invalidParameter(
                    "ProvisionedThroughput must be specified for index: " + input.indexName());
        }
        CapacityInput.of(input).check(payPerRequest);
    }

    /** Throws if the new key has an attribute that is another key's with another type. */
    private void checkNotRedefined(TableDefinition table, IndexInput input) {
        KeySchema wanted = input.keys().resolve(attributes());
        for (KeyAttribute attribute : wanted.attributes()) {
            for (KeyAttribute existing : table.attributes()) {
                if (existing.name().equals(attribute.name()) && existing.type() != attribute.type()) {
                    throw ApiException.invalidParameter(
                            "Attributes cannot be redefined. Please check that your attribute"
                                    + " has the same type as previously defined. Existing schema: "
                                    + shown(schemaWith(table, existing)) + " New schema: " + shown(wanted));
                }
            }
        }
    }

    private static KeySchema schemaWith(TableDefinition table, KeyAttribute attribute) {
        return table.indexes().stream()
                .map(Index::keys)
                .filter(keys -> keys.has(attribute.name()))
                .findFirst()
                .orElse(table.keys());
    }

    private static String shown(KeySchema keys) {
        List<String> elements = new ArrayList<>();
        keys.partition().forEach(key -> elements.add(shown(key, "HASH")));
        keys.sort().forEach(key -> elements.add(shown(key, "RANGE")));
        return "Schema:" + elements;
    }

    private static String shown(KeyAttribute key, String keyType) {
        return "SchemaElement: key{" + key.name() + ":" + key.type() + ":" + keyType + "}";
    }

    private static void checkProjected(TableDefinition table, IndexInput input) {
        int projected = table.indexes().stream()
                .mapToInt(index -> index.projection().nonKeyAttributes().size())
                .sum();
        input.checkProjected(projected);
    }

    /** The table's definitions, and those of the request that the new key needs; the others are ignored. */
    private List<KeyAttribute> merged(TableDefinition table, IndexInput input) {
        List<KeyAttribute> merged = new ArrayList<>(table.attributes());
        for (KeyAttribute attribute : input.keys().resolve(attributes()).attributes()) {
            if (!merged.contains(attribute)) {
                merged.add(attribute);
            }
        }
        return merged;
    }

    private List<KeyAttribute> attributes() {
        return definitions == null ? List.of() : definitions.attributes();
    }

    private static ApiException limitExceeded(String message) {
        return new ApiException(ErrorType.LIMIT_EXCEEDED, "Subscriber limit exceeded: " + message);
    }
}

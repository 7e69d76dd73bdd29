package dev.stator.core.table;

import dev.stator.storage.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of a table, as the catalog stores it and DescribeTable shows it. {@link Table} is the smaller
 * view that reads and writes of items use.
 *
 * @param id            the table's {@link Tree} id
 * @param tableId       the UUID that tells it from an earlier table of the same name
 * @param attributes    the attribute definitions, in the order in which they were given
 * @param indexes       all of them, those being deleted too, local ones first
 * @param indexSettings by the name of the global index
 * @param timeToLive    null if it is DISABLED
 */
public record TableDefinition(
        String name,
        int id,
        String tableId,
        String arn,
        Instant created,
        Table.Status status,
        KeySchema keys,
        List<KeyAttribute> attributes,
        List<Index> indexes,
        Map<String, IndexSettings> indexSettings,
        TableSettings settings,
        @Nullable TimeToLive timeToLive) {
    public TableDefinition {
        attributes = List.copyOf(attributes);
        indexes = List.copyOf(indexes);
        indexSettings = Collections.unmodifiableMap(new LinkedHashMap<>(indexSettings));
    }

    /** Where the items are. */
    public Tree tree() {
        return new Tree(id, 0);
    }

    /** Where items and the entries of indexes and expiries are. */
    public List<Tree> trees() {
        List<Tree> trees = new ArrayList<>();
        trees.add(tree());
        indexes.forEach(index -> trees.add(index.tree()));
        if (timeToLive != null) {
            trees.add(timeToLive.tree());
        }
        return trees;
    }

    /** The ARN of the stream that changes of items are recorded in, or null. */
    public @Nullable String streamArn() {
        StreamSettings stream = settings.stream();
        return stream == null || !stream.enabled() ? null : stream.arn(arn);
    }

    public @Nullable Index index(String indexName) {
        for (Index index : indexes) {
            if (index.name().equals(indexName)) {
                return index;
            }
        }
        return null;
    }

    public List<Index> localIndexes() {
        return indexes.stream().filter(index -> !index.isGlobal()).toList();
    }

    public List<Index> globalIndexes() {
        return indexes.stream().filter(Index::isGlobal).toList();
    }

    /** The settings of a global index of this table. */
    public IndexSettings settingsOf(Index index) {
        IndexSettings found = indexSettings.get(index.name());
        if (found == null) {
            throw new IllegalArgumentException(index.name() + " is no global index of " + name);
        }
        return found;
    }

    /** The global index that is being created or deleted, of which there is at most one; null if there is none. */
    public @Nullable Index changingIndex() {
        for (Index index : indexes) {
            if (index.status() == Index.Status.CREATING || index.status() == Index.Status.DELETING) {
                return index;
            }
        }
        return null;
    }

    /** Whether nothing is to be carried out any more: no index or expiries filled or dropped. */
    boolean isSettled() {
        return changingIndex() == null && (timeToLive == null || timeToLive.status() == TimeToLive.Status.ENABLED);
    }

    public TableDefinition withStatus(Table.Status newStatus) {
        return new TableDefinition(
                name,
                id,
                tableId,
                arn,
                created,
                newStatus,
                keys,
                attributes,
                indexes,
                indexSettings,
                settings,
                timeToLive);
    }

    public TableDefinition withSettings(TableSettings newSettings) {
        return new TableDefinition(
                name,
                id,
                tableId,
                arn,
                created,
                status,
                keys,
                attributes,
                indexes,
                indexSettings,
                newSettings,
                timeToLive);
    }

    public TableDefinition withAttributes(List<KeyAttribute> newAttributes) {
        return new TableDefinition(
                name,
                id,
                tableId,
                arn,
                created,
                status,
                keys,
                newAttributes,
                indexes,
                indexSettings,
                settings,
                timeToLive);
    }

    public TableDefinition withTimeToLive(@Nullable TimeToLive newTimeToLive) {
        return new TableDefinition(
                name,
                id,
                tableId,
                arn,
                created,
                status,
                keys,
                attributes,
                indexes,
                indexSettings,
                settings,
                newTimeToLive);
    }

    /** With this global index in the place of the one of its name, or behind all others. */
    public TableDefinition withIndex(Index newIndex, IndexSettings newIndexSettings) {
        List<Index> newIndexes = new ArrayList<>(indexes);
        newIndexes.replaceAll(index -> index.name().equals(newIndex.name()) ? newIndex : index);
        if (!newIndexes.contains(newIndex)) {
            newIndexes.add(newIndex);
        }
        Map<String, IndexSettings> newSettings = new LinkedHashMap<>(indexSettings);
        newSettings.put(newIndex.name(), newIndexSettings);
        return new TableDefinition(
                name,
                id,
                tableId,
                arn,
                created,
                status,
                keys,
                attributes,
                newIndexes,
                newSettings,
                settings,
                timeToLive);
    }

    /** Without this index, and without the attribute definitions that only its key needed. */
    public TableDefinition withoutIndex(Index oldIndex) {
        List<Index> newIndexes =
                indexes.stream().filter(index -> !index.equals(oldIndex)).toList();
        List<KeyAttribute> newAttributes = attributes.stream()
                .filter(attribute -> keys.has(attribute.name())
                        || newIndexes.stream().anyMatch(index -> index.keys().has(attribute.name())))
                .toList();
        Map<String, IndexSettings> newSettings = new LinkedHashMap<>(indexSettings);
        newSettings.remove(oldIndex.name());
        return new TableDefinition(
                name,
                id,
                tableId,
                arn,
                created,
                status,
                keys,
                newAttributes,
                newIndexes,
                newSettings,
                settings,
                timeToLive);
    }
}

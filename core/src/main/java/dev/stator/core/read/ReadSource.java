package dev.stator.core.read;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.Item;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.Index;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeySchema;
import dev.stator.core.table.Table;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a Query or Scan reads: a table, or one of its indexes. */
public record ReadSource(Table table, @Nullable Index index) {

    /**
     * Finds the index that a request names.
     *
     * @throws ApiException if there is none, or it cannot be read consistently, or not yet
     */
    public static ReadSource of(Table table, @Nullable String indexName, boolean consistent) {
        if (indexName == null) {
            return new ReadSource(table, null);
        }
        Index index = table.index(indexName);
        if (index == null) {
            throw ApiException.validation("The table does not have the specified index: " + indexName);
        }
        if (index.isGlobal() && consistent) {
            throw ApiException.validation("Consistent reads are not supported on global secondary indexes");
        }
        if (index.status() == Index.Status.CREATING) {
            throw ApiException.validation("Cannot read from backfilling global secondary index: " + indexName);
        }
        return new ReadSource(table, index);
    }

    public Tree tree() {
        return index == null ? table.tree() : index.tree();
    }

    /** The keys that order this source. */
    public KeySchema keys() {
        return index == null ? table.keys() : index.keys();
    }

    /** The attributes of LastEvaluatedKey and ExclusiveStartKey: the table's keys and then the index's own. */
    public List<KeyAttribute> startKeyAttributes() {
        List<KeyAttribute> attributes = new ArrayList<>(table.keys().attributes());
        if (index != null) {
            index.keys().attributes().stream()
                    .filter(attribute -> !table.keys().has(attribute.name()))
                    .forEach(attributes::add);
        }
        return attributes;
    }

    /** The key of an item of this source, as LastEvaluatedKey has it. */
    Item startKey(Attributes item) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (KeyAttribute attribute : startKeyAttributes()) {
            key.put(attribute.name(), Objects.requireNonNull(item.attribute(attribute.name()), attribute.name()));
        }
        return new Item(key);
    }

    /** Where an item, or its start key, lies in this source. Requires: it has all {@link #startKeyAttributes}. */
    public EntryKey entryKey(Attributes item) {
        return index == null ? EntryKeys.ofTable(table.keys(), item) : EntryKeys.ofIndex(table.keys(), index, item);
    }
}

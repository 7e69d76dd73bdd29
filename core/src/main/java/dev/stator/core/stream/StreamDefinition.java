package dev.stator.core.stream;

import dev.stator.core.table.StreamSettings;
import dev.stator.core.table.TableDefinition;
import dev.stator.storage.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a stream besides its shards. Needs no table, since a stream outlives it. Immutable.
 *
 * @param treeId      the tree of its records
 * @param tableTreeId the tree of the table's items
 * @param hash        the name of the table's partition key
 * @param range       the name of the table's sort key, or null
 * @param ended       when it was disabled, or null
 */
public record StreamDefinition(
        String arn,
        String label,
        String tableName,
        int treeId,
        int tableTreeId,
        ViewType viewType,
        String hash,
        @Nullable String range,
        Instant created,
        @Nullable Instant ended) {

    /** The stream that a table's definition asks for. */
    static StreamDefinition of(TableDefinition table, int treeId, Instant now) {
        StreamSettings settings = Objects.requireNonNull(table.settings().stream(), table.name());
        List<String> keys =
                table.keys().attributes().stream().map(key -> key.name()).toList();
        return new StreamDefinition(
                settings.arn(table.arn()),
                settings.label(),
                table.name(),
                treeId,
                table.id(),
                ViewType.valueOf(settings.viewType()),
                keys.getFirst(),
                keys.size() > 1 ? keys.get(1) : null,
                now,
                null);
    }

    StreamDefinition end(Instant now) {
        return new StreamDefinition(arn, label, tableName, treeId, tableTreeId, viewType, hash, range, created, now);
    }

    /** Whether changes are recorded. */
    public boolean isEnabled() {
        return ended == null;
    }

    /** Where the records are: a collection for each shard, in order of their sequence numbers. */
    Tree tree() {
        return new Tree(treeId, 0);
    }

    Tree tableTree() {
        return new Tree(tableTreeId, 0);
    }

    /** The region in the ARN. */
    String region() {
        return arn.split(":", -1)[3];
    }
}

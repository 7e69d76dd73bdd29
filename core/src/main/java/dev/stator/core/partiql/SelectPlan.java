package dev.stator.core.partiql;

import dev.stator.core.encoding.KeyEncoding;
import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Condition;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.read.PositionRange;
import dev.stator.core.read.ReadSource;
import dev.stator.core.read.Selection;
import dev.stator.core.table.Index;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Projection;
import dev.stator.core.table.Table;
import dev.stator.core.write.IndexedItem;
import dev.stator.storage.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a SELECT statement is carried out: slices of item collections where its WHERE clause lists values of the partition
 * key, else a scan. {@link SelectReader} carries it out.
 *
 * @param slices null for a scan
 * @param filter what else an item must fulfil; null for nothing
 * @param itemsMax the most items that a page evaluates
 */
public record SelectPlan(
        ReadSource source,
        @Nullable List<Slice> slices,
        Direction direction,
        @Nullable Condition filter,
        Selection selection,
        int itemsMax) {
    /**
     * The most items of a page where there are several values of the partition key.
     *
     * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-operators.html">Operators, IN</a>
     */
    private static final int SEVERAL_COLLECTIONS_ITEMS_MAX = 10;

    /**
     * A part of an item collection.
     *
     * @param isPoint whether there can be only one item in it
     */
    public record Slice(byte[] collection, PositionRange positions, boolean isPoint) {}

    /**
     * Plans a statement for its table.
     *
     * @throws ApiException a ValidationException if it does not fit the table
     */
    public static SelectPlan of(BoundStatement.Select select, Table table, boolean consistent) {
        ReadSource source = source(table, select.table().index(), consistent);
        BoundStatement.Where where = select.where();
        if (select.projection() != null) {
            KeyChecks.checkPaths(table, select.projection().nestedAttributes());
        }
        if (where != null) {
            KeyChecks.checkPaths(table, where.condition().nestedAttributes());
            checkProjected(source, where.condition());
        }
        Selection selection = Selection.of(source, null, select.projection());
        KeySlices keySlices = new KeySlices(source);
        Set<AttributeValue> values = where == null ? null : keySlices.partitionValues(where.syntax());
        Order order = Order.of(source, select.orderBy(), values);
        if (where == null || values == null) {
            Condition filter = where == null ? null : where.condition();
            return new SelectPlan(source, null, order.direction(), filter, selection, Integer.MAX_VALUE);
        }
        List<Slice> slices = new ArrayList<>();
        for (AttributeValue value : order.sort(values)) {
            byte[] collection = keySlices.collection(value);
            List<PositionRange> ranges = keySlices.ranges(where.syntax(), value).ranges();
            for (PositionRange range : order.direction() == Direction.FORWARD ? ranges : ranges.reversed()) {
                slices.add(new Slice(collection, range, isPoint(source, range)));
            }
        }
        Condition filter = keySlices.sayAll(where.syntax()) ? null : where.condition();
        int itemsMax = values.size() > 1 ? SEVERAL_COLLECTIONS_ITEMS_MAX : Integer.MAX_VALUE;
        return new SelectPlan(source, slices, order.direction(), filter, selection, itemsMax);
    }

    private static boolean isPoint(ReadSource source, PositionRange range) {
        return source.index() == null && (source.keys().sort().isEmpty() || range.isPoint());
    }

    /** What FROM names, if statements can read it. */
    static ReadSource source(Table table, @Nullable String indexName, boolean consistent) {
        if (indexName == null) {
            return new ReadSource(table, null);
        }
        Index index = table.index(indexName);
        if (index == null) {
            throw ApiException.validation("The table does not have the specified index");
        }
        if (index.keys().partition().size() > 1 || index.keys().sort().size() > 1) {
            throw ApiException.validation(
                    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys"
                            + " or multi-attribute RANGE keys.");
        }
        if (index.isGlobal() && consistent) {
            throw ApiException.validation("Strongly consistent read is not supported on Global Secondary Indexes");
        }
        return ReadSource.of(table, indexName, consistent);
    }

    // DynamoDB: a select list may name what a local index lacks, a WHERE clause may not.
    private static void checkProjected(ReadSource source, Condition condition) {
        Index index = source.index();
        if (index == null || index.projection().type() == Projection.Type.ALL) {
            return;
        }
        Set<String> projected = IndexedItem.projectedNames(source.table().keys(), index);
        List<String> absent = condition.attributes().stream()
                .filter(name -> !projected.contains(name))
                .toList();
        if (!absent.isEmpty()) {
            throw ApiException.invalidParameter(
                    "Secondary index " + index.name() + " does not project one or more filter attributes: " + absent);
        }
    }

    /** What ORDER BY asks for. */
    private record Order(Direction direction, @Nullable Direction partitions) {
        static Order of(
                ReadSource source, List<BoundStatement.SortKey> keys, @Nullable Set<AttributeValue> partitionValues) {
            if (!keys.isEmpty() && partitionValues == null) {
                throw ApiException.validation(
                        "ORDER BY needs an equality or IN condition on the partition key in the WHERE clause");
            }
            String partitionKey = source.keys().partition().getFirst().name();
            Direction direction = Direction.FORWARD;
            Direction partitions = null;
            Set<String> seen = new HashSet<>();
            for (BoundStatement.SortKey key : keys) {
                if (!source.keys().has(key.attribute()) || !seen.add(key.attribute())) {
                    throw ApiException.validation(
                            "ORDER BY can only name attributes of the primary key, and each of them once; attribute: "
                                    + key.attribute());
                }
                Direction wanted = key.ascending() ? Direction.FORWARD : Direction.REVERSE;
                if (key.attribute().equals(partitionKey)) {
                    partitions = wanted;
                } else {
                    direction = wanted;
                }
            }
            boolean several = partitionValues != null && partitionValues.size() > 1;
            if (several && !keys.isEmpty() && !keys.getFirst().attribute().equals(partitionKey)) {
                throw ApiException.validation("ORDER BY must begin with the partition key where the WHERE clause has"
                        + " several values of it");
            }
            return new Order(direction, partitions);
        }

        /** The values in the order asked for, or else as they are. */
        List<AttributeValue> sort(Set<AttributeValue> values) {
            List<AttributeValue> sorted = new ArrayList<>(values);
            if (partitions != null && values.size() > 1) {
                sorted.sort((one, two) -> Arrays.compareUnsigned(KeyEncoding.alone(one), KeyEncoding.alone(two)));
                return partitions == Direction.FORWARD ? sorted : sorted.reversed();
            }
            return sorted;
        }
    }
}

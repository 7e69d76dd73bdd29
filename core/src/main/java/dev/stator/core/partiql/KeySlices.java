package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.ComparisonOperator;
import dev.stator.core.expression.KeyCondition;
import dev.stator.core.expression.KeyConditions;
import dev.stator.core.expression.Syntax;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.read.PositionRanges;
import dev.stator.core.read.QuerySlice;
import dev.stator.core.read.ReadSource;
import dev.stator.core.table.KeyAttribute;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which parts of which item collections a WHERE clause can be about: the values of the partition key that it lists,
 * and for each of them the ranges of the sort key.
 */
final class KeySlices {
    /**
     * The most values of the partition key.
     *
     * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-operators.html">Operators, IN</a>
     */
    private static final int VALUES_MAX = 50;

    private final ReadSource source;
    private final String partitionKey;
    private final @Nullable String sortKey;

    /** Requires: the source's key has one partition attribute, and at most one sort attribute. */
    KeySlices(ReadSource source) {
        this.source = source;
        this.partitionKey = source.keys().partition().getFirst().name();
        List<KeyAttribute> sort = source.keys().sort();
        this.sortKey = sort.isEmpty() ? null : sort.getFirst().name();
    }

    /**
     * The values of the partition key that the clause lists, in its order; null where it does not, so that all must be read.
     *
     * @throws ApiException a ValidationException if they are too many
     */
    @Nullable
    Set<AttributeValue> partitionValues(Syntax.Condition condition) {
        Set<AttributeValue> values = listed(condition);
        if (values != null && values.size() > VALUES_MAX) {
            throw ApiException.validation(
                    "The WHERE clause has too many values of the partition key; number of values: " + values.size()
                            + ", maximum: " + VALUES_MAX);
        }
        return values;
    }

    private @Nullable Set<AttributeValue> listed(Syntax.Condition condition) {
        switch (condition) {
            case Syntax.And and -> {
                Set<AttributeValue> fewest = null;
                for (Syntax.Condition term : and.children()) {
                    Set<AttributeValue> values = listed(term);
                    if (values != null && (fewest == null || values.size() < fewest.size())) {
                        fewest = values;
                    }
                }
                return fewest;
            }
            case Syntax.Or or -> {
                Set<AttributeValue> all = new LinkedHashSet<>();
                for (Syntax.Condition term : or.children()) {
                    Set<AttributeValue> values = listed(term);
                    if (values == null) {
                        return null;
                    }
                    all.addAll(values);
                }
                return all;
            }
            default -> {
                AttributeTest test = AttributeTest.of(condition);
                return test != null && test.attribute().equals(partitionKey) && test.listsValues()
                        ? new LinkedHashSet<>(test.operands())
                        : null;
            }
        }
    }

    /** The item collection of a partition key value, whole. */
    byte[] collection(AttributeValue partitionValue) {
        return slice(partitionValue, null).collection();
    }

    /** The ranges within that item collection where the clause can hold. */
    PositionRanges ranges(Syntax.Condition condition, AttributeValue partitionValue) {
        return switch (condition) {
            case Syntax.And and -> {
                PositionRanges common = PositionRanges.ALL;
                for (Syntax.Condition term : and.children()) {
                    common = common.and(ranges(term, partitionValue));
                }
                yield common;
            }
            case Syntax.Or or -> alternatives(or, partitionValue);
            default -> ranges(AttributeTest.of(condition), partitionValue);
        };
    }

    private PositionRanges alternatives(Syntax.Or or, AttributeValue partitionValue) {
        PositionRanges all = PositionRanges.NONE;
        boolean anySorted = false;
        boolean anyNegated = false;
        boolean overlap = false;
        for (Syntax.Condition term : or.children()) {
            PositionRanges ranges = ranges(term, partitionValue);
            if (!ranges.isEmpty()) {
                overlap |= !all.and(ranges).isEmpty();
                anySorted |= isSorted(term);
                anyNegated |= isNegated(term);
                all = all.or(ranges);
            }
        }
        // DynamoDB: unless one of them has the sort key with NOT or <> (public suite, eu-west-2, October 2026).
        if (overlap && anySorted && !anyNegated) {
            throw ApiException.validation("Overlapping conditions with range keys are not supported in where clause");
        }
        return all;
    }

    private PositionRanges ranges(@Nullable AttributeTest test, AttributeValue partitionValue) {
        if (test != null && test.attribute().equals(partitionKey) && test.listsValues()) {
            return test.operands().contains(partitionValue) ? PositionRanges.ALL : PositionRanges.NONE;
        }
        if (test == null || !test.attribute().equals(sortKey)) {
            return PositionRanges.ALL;
        }
        PositionRanges all = PositionRanges.NONE;
        for (KeyCondition condition : test.keyConditions()) {
            all = all.or(PositionRanges.of(slice(partitionValue, condition).positions()));
        }
        return all;
    }

    private QuerySlice slice(AttributeValue partitionValue, @Nullable KeyCondition sortCondition) {
        SequencedMap<String, KeyCondition> conditions = new LinkedHashMap<>();
        conditions.put(partitionKey, new KeyCondition(partitionKey, ComparisonOperator.EQ, List.of(partitionValue)));
        if (sortCondition != null) {
            conditions.put(sortCondition.attribute(), sortCondition);
        }
        return QuerySlice.of(source, new KeyConditions(conditions), null);
    }

    /** Whether the slices have nothing but what the clause holds for, so that no item needs to be tested. */
    boolean sayAll(Syntax.Condition condition) {
        return switch (condition) {
            case Syntax.And and -> and.children().stream().allMatch(this::sayAll);
            case Syntax.Or or -> or.children().stream().allMatch(this::sayAll);
            default -> {
                AttributeTest test = AttributeTest.of(condition);
                yield test != null
                        && ((test.attribute().equals(partitionKey) && test.listsValues())
                                || test.attribute().equals(sortKey));
            }
        };
    }

    /** Whether a condition says where in the order of the sort key items are. */
    private boolean isSorted(Syntax.Condition condition) {
        return switch (condition) {
            case Syntax.And and -> and.children().stream().anyMatch(this::isSorted);
            case Syntax.Or or -> or.children().stream().anyMatch(this::isSorted);
            default -> {
                AttributeTest test = AttributeTest.of(condition);
                yield test != null && test.attribute().equals(sortKey);
            }
        };
    }

    /** Whether a condition says where in that order items are not. */
    private boolean isNegated(Syntax.Condition condition) {
        return switch (condition) {
            case Syntax.And and -> and.children().stream().anyMatch(this::isNegated);
            case Syntax.Or or -> or.children().stream().anyMatch(this::isNegated);
            case Syntax.Not not -> isSorted(not.negated());
            case Syntax.Comparison comparison ->
                comparison.comparator().equals("<>")
                        && comparison.children().stream()
                                .anyMatch(term -> term instanceof Syntax.Path path
                                        && path.steps().equals(List.of(new Syntax.Name(String.valueOf(sortKey)))));
            default -> false;
        };
    }
}

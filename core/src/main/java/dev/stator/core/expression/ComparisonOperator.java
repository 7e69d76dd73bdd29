package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How an attribute can be compared with values; the names are those of the legacy ComparisonOperator. */
public enum ComparisonOperator {
    EQ("="),
    NE("<>"),
    LE("<="),
    LT("<"),
    GE(">="),
    GT(">"),
    NOT_NULL(null),
    NULL(null),
    CONTAINS(null),
    NOT_CONTAINS(null),
    BEGINS_WITH(null),
    IN(null),
    BETWEEN(null);

    private static final Set<ComparisonOperator> INDEXABLE = EnumSet.of(EQ, LE, LT, GE, GT, BEGINS_WITH, BETWEEN);

    private final @Nullable String sign;

    ComparisonOperator(@Nullable String sign) {
        this.sign = sign;
    }

    /** The operator that expressions write with this sign. */
    public static ComparisonOperator ofSign(String sign) {
        return Arrays.stream(values())
                .filter(operator -> sign.equals(operator.sign))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no comparison is written " + sign));
    }

    /** The sign in expressions, or the name where it has none. */
    String sign() {
        return sign == null ? name() : sign;
    }

    /** Whether a key condition can use it. */
    public boolean isIndexable() {
        return INDEXABLE.contains(this);
    }

    /** Whether it asks which of two values comes first, so that it takes S, N and B only. */
    boolean isOrder() {
        return this == LT || this == LE || this == GT || this == GE;
    }

    /** The operator that says the same with the two sides exchanged. */
    public ComparisonOperator flipped() {
        return switch (this) {
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
            default -> this;
        };
    }

    /**
     * Whether the attribute's value, null where there is none, compares so with the operands.
     *
     * <p>Requires: as many operands as the operator takes.
     */
    boolean test(@Nullable AttributeValue value, List<AttributeValue> operands) {
        return switch (this) {
            case NULL -> value == null;
            case NOT_NULL -> value != null;
            case EQ, NE, LT, LE, GT, GE -> test(value, operands.getFirst());
            case IN -> value != null && operands.contains(value);
            case CONTAINS -> value != null && Comparisons.contains(value, operands.getFirst());
            // DynamoDB: a missing attribute does not "not contain" anything.
            case NOT_CONTAINS -> value != null && !Comparisons.contains(value, operands.getFirst());
            case BEGINS_WITH -> value != null && Comparisons.beginsWith(value, operands.getFirst());
            case BETWEEN -> GE.test(value, operands.get(0)) && LE.test(value, operands.get(1));
        };
    }

    /** As the six comparisons compare two values; null is a value that is missing, and unequal to everything. */
    boolean test(@Nullable AttributeValue left, @Nullable AttributeValue right) {
        if (left == null || right == null) {
            return this == NE;
        }
        return switch (this) {
            case EQ -> left.equals(right);
            case NE -> !left.equals(right);
            case LT -> Comparisons.areOrdered(left, right) && Comparisons.order(left, right) < 0;
            case LE -> Comparisons.areOrdered(left, right) && Comparisons.order(left, right) <= 0;
            case GT -> Comparisons.areOrdered(left, right) && Comparisons.order(left, right) > 0;
            case GE -> Comparisons.areOrdered(left, right) && Comparisons.order(left, right) >= 0;
            default -> throw new IllegalStateException(this + " does not compare two values");
        };
    }
}

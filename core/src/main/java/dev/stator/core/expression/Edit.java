package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The change of one value. */
sealed interface Edit {
    /**
     * The value after the change, or null where nothing is left.
     *
     * @param old the value before, or null
     * @param mismatch the error where the old value has another type than the change needs
     */
    @Nullable
    AttributeValue apply(@Nullable AttributeValue old, Supplier<ApiException> mismatch);

    /** Whether it can bring a value where there was none. */
    default boolean creates() {
        return true;
    }

    /** Another value instead. */
    record Put(AttributeValue value) implements Edit {
        @Override
        public AttributeValue apply(@Nullable AttributeValue old, Supplier<ApiException> mismatch) {
            return value;
        }
    }

    /** No value any more. */
    record Remove() implements Edit {
        @Override
        public @Nullable AttributeValue apply(@Nullable AttributeValue old, Supplier<ApiException> mismatch) {
            return null;
        }

        @Override
        public boolean creates() {
            return false;
        }
    }

    /** A sum, or more members of a set, or more elements of a list. */
    record Add(AttributeValue value) implements Edit {
        @Override
        public AttributeValue apply(@Nullable AttributeValue old, Supplier<ApiException> mismatch) {
            if (old == null) {
                return value;
            }
            if (old instanceof AttributeValue.N number && value instanceof AttributeValue.N more) {
                return new AttributeValue.N(DynamoNumber.of(
                        number.value().decimal().add(more.value().decimal())));
            }
            if (old instanceof AttributeValue.L list && value instanceof AttributeValue.L more) {
                List<AttributeValue> all = new ArrayList<>(list.value());
                all.addAll(more.value());
                return new AttributeValue.L(all);
            }
            if (old instanceof AttributeValue.SS set && value instanceof AttributeValue.SS more) {
                return union(set.members(), more.members(), AttributeValue.SS::new);
            }
            if (old instanceof AttributeValue.NS set && value instanceof AttributeValue.NS more) {
                return union(set.members(), more.members(), AttributeValue.NS::new);
            }
            if (old instanceof AttributeValue.BS set && value instanceof AttributeValue.BS more) {
                return union(set.members(), more.members(), AttributeValue.BS::new);
            }
            throw mismatch.get();
        }

        private static <T> AttributeValue union(Set<T> old, Set<T> more, Function<Set<T>, AttributeValue> set) {
            Set<T> all = new LinkedHashSet<>(old);
            all.addAll(more);
            return set.apply(all);
        }
    }

    /** Fewer members of a set; none left is no value. */
    record Delete(AttributeValue.SetValue value) implements Edit {
        @Override
        public @Nullable AttributeValue apply(@Nullable AttributeValue old, Supplier<ApiException> mismatch) {
            if (old == null) {
                return null;
            }
            if (old instanceof AttributeValue.SS set && value instanceof AttributeValue.SS less) {
                return difference(set.members(), less.members(), AttributeValue.SS::new);
            }
            if (old instanceof AttributeValue.NS set && value instanceof AttributeValue.NS less) {
                return difference(set.members(), less.members(), AttributeValue.NS::new);
            }
            if (old instanceof AttributeValue.BS set && value instanceof AttributeValue.BS less) {
                return difference(set.members(), less.members(), AttributeValue.BS::new);
            }
            throw mismatch.get();
        }

        private static <T> @Nullable AttributeValue difference(
                Set<T> old, Set<T> less, Function<Set<T>, AttributeValue> set) {
            Set<T> rest = new LinkedHashSet<>(old);
            rest.removeAll(less);
            return rest.isEmpty() ? null : set.apply(rest);
        }

        @Override
        public boolean creates() {
            return false;
        }
    }
}

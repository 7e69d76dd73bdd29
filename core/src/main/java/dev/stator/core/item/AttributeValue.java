package dev.stator.core.item;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A value of one of DynamoDB's ten types. Immutable; equality is DynamoDB's: numbers by value, sets and maps in any order,
 * lists in order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html">Data
 *     types</a>
 */
public sealed interface AttributeValue {
    /** The type's name on the wire, such as {@code SS}. */
    default String typeName() {
        return type().name();
    }

    Type type();

    /** The ten types, named as on the wire. */
    enum Type {
        S,
        N,
        B,
        BOOL,
        NULL,
        M,
        L,
        SS,
        NS,
        BS
    }

    /** A string; may be empty outside of keys. */
    record S(String value) implements AttributeValue {
        @Override
        public Type type() {
            return Type.S;
        }
    }

    /** A number of up to 38 significant digits; see {@link DynamoNumber}. */
    record N(DynamoNumber value) implements AttributeValue {
        @Override
        public Type type() {
            return Type.N;
        }
    }

    /** Bytes; may be empty outside of keys. */
    record B(byte[] value) implements AttributeValue {
        @Override
        public Type type() {
            return Type.B;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof B that && Arrays.equals(value, that.value);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(value);
        }
    }

    /** True or false. */
    record Bool(boolean value) implements AttributeValue {
        public static final Bool TRUE = new Bool(true);
        public static final Bool FALSE = new Bool(false);

        public static Bool of(boolean value) {
            return value ? TRUE : FALSE;
        }

        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /** The attribute exists, and has no value. */
    record Null() implements AttributeValue {
        public static final Null NULL = new Null();

        @Override
        public Type type() {
            return Type.NULL;
        }
    }

    /** A map of named values. The map is not copied: hand over one that nobody changes any more. */
    record M(Map<String, AttributeValue> value) implements AttributeValue {
        public M {
            value = Collections.unmodifiableMap(value);
        }

        @Override
        public Type type() {
            return Type.M;
        }
    }

    /** A list of values of any type. The list is not copied: hand over one that nobody changes any more. */
    record L(List<AttributeValue> value) implements AttributeValue {
        public L {
            value = Collections.unmodifiableList(value);
        }

        @Override
        public Type type() {
            return Type.L;
        }
    }

    /** A set of S, N or B, in the order in which it was written. */
    sealed interface SetValue extends AttributeValue {
        /** The members, each as a value of its own type. */
        Set<? extends AttributeValue> members();
    }

    /** A set of strings; never empty. */
    record SS(Set<S> members) implements SetValue {
        public SS {
            members = Collections.unmodifiableSet(members);
        }

        @Override
        public Type type() {
            return Type.SS;
        }
    }

    /** A set of numbers; never empty. */
    record NS(Set<N> members) implements SetValue {
        public NS {
            members = Collections.unmodifiableSet(members);
        }

        @Override
        public Type type() {
            return Type.NS;
        }
    }

    /** A set of byte strings; never empty. */
    record BS(Set<B> members) implements SetValue {
        public BS {
            members = Collections.unmodifiableSet(members);
        }

        @Override
        public Type type() {
            return Type.BS;
        }
    }

    /** The set of these members, in this order; duplicates collapse. */
    static SS stringSet(List<String> members) {
        Set<S> set = LinkedHashSet.newLinkedHashSet(members.size());
        members.forEach(member -> set.add(new S(member)));
        return new SS(set);
    }
}

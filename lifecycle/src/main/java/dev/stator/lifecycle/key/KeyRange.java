package dev.stator.lifecycle.key;

/** Which keys of an item collection are meant, in terms of what a key condition can say. */
public sealed interface KeyRange {

    /** Whether the key is in the range. */
    boolean contains(String key);

    /** The whole item collection: no condition on the sort key. */
    record All() implements KeyRange {
        @Override
        public boolean contains(String key) {
            return true;
        }
    }

    /** What begins with a prefix: {@code begins_with(SK, :prefix)}. */
    record Prefix(String prefix) implements KeyRange {
        @Override
        public boolean contains(String key) {
            return key.startsWith(prefix);
        }
    }

    /** From the first to the last, both included: {@code SK BETWEEN :first AND :last}. */
    record Between(String first, String last) implements KeyRange {
        @Override
        public boolean contains(String key) {
            return Utf8Order.compare(first, key) <= 0 && Utf8Order.compare(key, last) <= 0;
        }
    }

    /** No key; there is nothing to ask the database for. */
    record Empty() implements KeyRange {
        @Override
        public boolean contains(String key) {
            return false;
        }
    }
}

package dev.stator.storage.memory;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Collections by a 64-bit key, in unsigned order of it and, where keys are the same, of their names: an immutable trie, in
 * which a change copies the path to the root and shares the rest. Whoever holds a root holds a snapshot of which collections
 * there are; null is the empty trie.
 *
 * <p>The keys are hashes, so the trie needs no balancing. Names that somebody made up to have one hash share a leaf, and cost
 * a search in it and not a walk.
 */
final class CollectionTrie {
    private static final int BITS = 4;
    private static final int SLOT_MASK = (1 << BITS) - 1;
    /** How far a key is shifted at the root; where it is 0, nothing of the key is left below. */
    private static final int ROOT_SHIFT = Long.SIZE - BITS;

    /** A bit for each slot that is taken. */
    private final int taken;
    /** What is in the taken slots, in their order: a {@link MemoryCollection}, a {@link Leaf}, or a trie. */
    private final Object[] slots;

    private CollectionTrie(int taken, Object[] slots) {
        this.taken = taken;
        this.slots = slots;
    }

    /** By which key a trie has its collections; all calls about one trie name the same. */
    @FunctionalInterface
    interface Key {
        long of(MemoryCollection collection);
    }

    static @Nullable MemoryCollection find(@Nullable CollectionTrie root, long key, byte[] name) {
        CollectionTrie node = root;
        for (int shift = ROOT_SHIFT; node != null; shift -= BITS) {
            Object found = node.get(slot(key, shift));
            if (found instanceof CollectionTrie below) {
                node = below;
            } else if (found instanceof Leaf leaf) {
                return leaf.find(name);
            } else {
                return found instanceof MemoryCollection collection && Arrays.equals(collection.name(), name)
                        ? collection
                        : null;
            }
        }
        return null;
    }

    /** The trie with this collection, in place of the one of its name if there is one. */
    static CollectionTrie with(@Nullable CollectionTrie root, MemoryCollection added, Key key) {
        return with(root, ROOT_SHIFT, added, key);
    }

    private static CollectionTrie with(@Nullable CollectionTrie node, int shift, MemoryCollection added, Key key) {
        int slot = slot(key.of(added), shift);
        if (node == null) {
            return new CollectionTrie(1 << slot, new Object[] {added});
        }
        Object old = node.get(slot);
        return old == null ? node.inserted(slot, added) : node.replaced(slot, joined(old, shift, added, key));
    }

    /** What a slot has once another collection has come into it. */
    private static Object joined(Object old, int shift, MemoryCollection added, Key key) {
        if (old instanceof CollectionTrie below) {
            return with(below, shift - BITS, added, key);
        }
        if (old instanceof Leaf leaf) {
            return leaf.with(added);
        }
        MemoryCollection other = (MemoryCollection) old;
        if (Arrays.equals(other.name(), added.name())) {
            return added;
        }
        return shift == 0
                ? new Leaf(new MemoryCollection[] {other}).with(added)
                : with(with(null, shift - BITS, other, key), shift - BITS, added, key);
    }

    /** The trie without the collection of this name; the same trie if there is none. */
    static @Nullable CollectionTrie without(@Nullable CollectionTrie root, long key, byte[] name) {
        return root == null ? null : without(root, ROOT_SHIFT, key, name);
    }

    private static @Nullable CollectionTrie without(CollectionTrie node, int shift, long key, byte[] name) {
        int slot = slot(key, shift);
        Object old = node.get(slot);
        Object rest = rest(old, shift, key, name);
        if (rest == old) {
            return node;
        }
        if (rest != null) {
            return node.replaced(slot, rest);
        }
        return node.slots.length == 1 ? null : node.removed(slot);
    }

    /** What a slot has once the collection is out of it. */
    private static @Nullable Object rest(@Nullable Object old, int shift, long key, byte[] name) {
        if (old instanceof CollectionTrie below) {
            CollectionTrie rest = without(below, shift - BITS, key, name);
            // A single collection needs no trie of its own, so that what was emptied does not stay deep.
            return rest != null && rest.slots.length == 1 && rest.slots[0] instanceof MemoryCollection last
                    ? last
                    : rest;
        }
        if (old instanceof Leaf leaf) {
            Leaf rest = leaf.without(name);
            return rest.collections.length == 1 ? rest.collections[0] : rest;
        }
        return old instanceof MemoryCollection collection && Arrays.equals(collection.name(), name) ? null : old;
    }

    /** Visits in order what lies at or behind this key and name, until the visitor says stop; returns false if it did. */
    static boolean visit(
            @Nullable CollectionTrie root, long from, byte[] name, Key key, Predicate<MemoryCollection> visitor) {
        return root == null || root.visit(ROOT_SHIFT, from, name, key, visitor);
    }

    private boolean visit(int shift, long from, byte[] name, Key key, Predicate<MemoryCollection> visitor) {
        int first = slot(from, shift);
        int index = below(first);
        if (index < slots.length && get(first) instanceof CollectionTrie boundary) {
            if (!boundary.visit(shift - BITS, from, name, key, visitor)) {
                return false;
            }
            index++;
        }
        for (; index < slots.length; index++) {
            if (!visit(slots[index], from, name, key, visitor)) {
                return false;
            }
        }
        return true;
    }

    private static boolean visit(Object slot, long from, byte[] name, Key key, Predicate<MemoryCollection> visitor) {
        if (slot instanceof CollectionTrie all) {
            for (Object each : all.slots) {
                if (!visit(each, from, name, key, visitor)) {
                    return false;
                }
            }
            return true;
        }
        if (slot instanceof Leaf leaf) {
            for (MemoryCollection each : leaf.collections) {
                if (!visit(each, from, name, key, visitor)) {
                    return false;
                }
            }
            return true;
        }
        MemoryCollection collection = (MemoryCollection) slot;
        int order = Long.compareUnsigned(key.of(collection), from);
        boolean isBefore = order < 0 || (order == 0 && Arrays.compareUnsigned(collection.name(), name) < 0);
        return isBefore || visitor.test(collection);
    }

    private static int slot(long key, int shift) {
        return (int) (key >>> shift) & SLOT_MASK;
    }

    private @Nullable Object get(int slot) {
        return (taken & (1 << slot)) == 0 ? null : slots[below(slot)];
    }

    /** How many of the slots below this one are taken. */
    private int below(int slot) {
        return Integer.bitCount(taken & ((1 << slot) - 1));
    }

    private CollectionTrie inserted(int slot, Object added) {
        int index = below(slot);
        Object[] changed = new Object[slots.length + 1];
        System.arraycopy(slots, 0, changed, 0, index);
        changed[index] = added;
        System.arraycopy(slots, index, changed, index + 1, slots.length - index);
        return new CollectionTrie(taken | (1 << slot), changed);
    }

    private CollectionTrie replaced(int slot, Object replacement) {
        Object[] changed = slots.clone();
        changed[below(slot)] = replacement;
        return new CollectionTrie(taken, changed);
    }

    private CollectionTrie removed(int slot) {
        int index = below(slot);
        Object[] changed = new Object[slots.length - 1];
        System.arraycopy(slots, 0, changed, 0, index);
        System.arraycopy(slots, index + 1, changed, index, changed.length - index);
        return new CollectionTrie(taken & ~(1 << slot), changed);
    }

    /** Two or more collections with one and the same key, in order of their names. */
    private record Leaf(MemoryCollection[] collections) {
        @Nullable
        MemoryCollection find(byte[] name) {
            int index = search(name);
            return index < 0 ? null : collections[index];
        }

        Leaf with(MemoryCollection added) {
            int index = search(added.name());
            if (index >= 0) {
                MemoryCollection[] changed = collections.clone();
                changed[index] = added;
                return new Leaf(changed);
            }
            index = -(index + 1);
            MemoryCollection[] changed = Arrays.copyOf(collections, collections.length + 1);
            System.arraycopy(collections, index, changed, index + 1, collections.length - index);
            changed[index] = added;
            return new Leaf(changed);
        }

        Leaf without(byte[] name) {
            int index = search(name);
            if (index < 0) {
                return this;
            }
            MemoryCollection[] changed = Arrays.copyOf(collections, collections.length - 1);
            System.arraycopy(collections, index + 1, changed, index, changed.length - index);
            return new Leaf(changed);
        }

        /** As {@link Arrays#binarySearch(byte[], byte)}, by name. */
        private int search(byte[] name) {
            int low = 0;
            int high = collections.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = Arrays.compareUnsigned(collections[middle].name(), name);
                if (order == 0) {
                    return middle;
                }
                if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -(low + 1);
        }
    }
}

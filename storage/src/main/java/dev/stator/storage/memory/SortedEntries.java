package dev.stator.storage.memory;

import dev.stator.storage.Direction;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Range;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one collection in order of their position: an immutable AVL tree, in which a change copies the path to
 * the root and shares the rest. Whoever holds a root holds a snapshot; null is the empty tree.
 */
final class SortedEntries {
    private final Entry entry;
    private final @Nullable SortedEntries left;
    private final @Nullable SortedEntries right;
    private final int height;

    private SortedEntries(@Nullable SortedEntries left, Entry entry, @Nullable SortedEntries right) {
        this.left = left;
        this.entry = entry;
        this.right = right;
        this.height = Math.max(height(left), height(right)) + 1;
    }

    static @Nullable Entry find(@Nullable SortedEntries root, byte[] position) {
        SortedEntries node = root;
        while (node != null) {
            int order = node.compareTo(position);
            if (order == 0) {
                return node.entry;
            }
            node = order > 0 ? node.left : node.right;
        }
        return null;
    }

    /** The tree with this entry, in place of the one at its position if there is one. */
    static SortedEntries with(@Nullable SortedEntries root, Entry added) {
        if (root == null) {
            return new SortedEntries(null, added, null);
        }
        int order = root.compareTo(added.key().position());
        if (order == 0) {
            return new SortedEntries(root.left, added, root.right);
        }
        return order > 0
                ? balanced(with(root.left, added), root.entry, root.right)
                : balanced(root.left, root.entry, with(root.right, added));
    }

    /** The tree without the entry at this position; the same tree if there is none. */
    static @Nullable SortedEntries without(@Nullable SortedEntries root, byte[] position) {
        if (root == null) {
            return null;
        }
        int order = root.compareTo(position);
        if (order == 0) {
            return joined(root.left, root.right);
        }
        if (order > 0) {
            SortedEntries rest = without(root.left, position);
            return rest == root.left ? root : balanced(rest, root.entry, root.right);
        }
        SortedEntries rest = without(root.right, position);
        return rest == root.right ? root : balanced(root.left, root.entry, rest);
    }

    /** Visits what lies in the range, in its direction; returns false if the visitor stopped. */
    static boolean visit(@Nullable SortedEntries root, Range range, EntryVisitor visitor) {
        return range.direction() == Direction.FORWARD ? forward(root, range, visitor) : reverse(root, range, visitor);
    }

    private static boolean forward(@Nullable SortedEntries node, Range range, EntryVisitor visitor) {
        if (node == null) {
            return true;
        }
        boolean aboveLowEnd = node.isAboveLowEnd(range);
        boolean belowHighEnd = node.isBelowHighEnd(range);
        if (aboveLowEnd && !forward(node.left, range, visitor)) {
            return false;
        }
        if (aboveLowEnd && belowHighEnd && !visitor.visit(node.entry)) {
            return false;
        }
        return !belowHighEnd || forward(node.right, range, visitor);
    }

    private static boolean reverse(@Nullable SortedEntries node, Range range, EntryVisitor visitor) {
        if (node == null) {
            return true;
        }
        boolean aboveLowEnd = node.isAboveLowEnd(range);
        boolean belowHighEnd = node.isBelowHighEnd(range);
        if (belowHighEnd && !reverse(node.right, range, visitor)) {
            return false;
        }
        if (aboveLowEnd && belowHighEnd && !visitor.visit(node.entry)) {
            return false;
        }
        return !aboveLowEnd || reverse(node.left, range, visitor);
    }

    private boolean isAboveLowEnd(Range range) {
        byte[] from = range.from();
        if (from == null) {
            return true;
        }
        int order = compareTo(from);
        return order > 0 || (order == 0 && range.fromInclusive());
    }

    private boolean isBelowHighEnd(Range range) {
        byte[] to = range.to();
        if (to == null) {
            return true;
        }
        int order = compareTo(to);
        return order < 0 || (order == 0 && range.toInclusive());
    }

    private int compareTo(byte[] position) {
        return Arrays.compareUnsigned(entry.key().position(), position);
    }

    /** The longest path from the root; at most 1.45 times what a full tree has. */
    static int height(@Nullable SortedEntries node) {
        return node == null ? 0 : node.height;
    }

    /** Joins two trees whose neighbour was removed, so that their heights differ by one at most. */
    private static @Nullable SortedEntries joined(@Nullable SortedEntries left, @Nullable SortedEntries right) {
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        return balanced(left, first(right), withoutFirst(right));
    }

    private static Entry first(SortedEntries root) {
        SortedEntries node = root;
        for (SortedEntries next = node.left; next != null; next = node.left) {
            node = next;
        }
        return node.entry;
    }

    private static @Nullable SortedEntries withoutFirst(SortedEntries root) {
        return root.left == null ? root.right : balanced(withoutFirst(root.left), root.entry, root.right);
    }

    /** A node over two trees whose heights differ by two at most, after the rotation that this may need. */
    private static SortedEntries balanced(@Nullable SortedEntries left, Entry entry, @Nullable SortedEntries right) {
        int lean = height(left) - height(right);
        if (left != null && lean > 1) {
            SortedEntries inner = left.right;
            if (inner == null || height(left.left) >= inner.height) {
                return new SortedEntries(left.left, left.entry, new SortedEntries(inner, entry, right));
            }
            return new SortedEntries(
                    new SortedEntries(left.left, left.entry, inner.left),
                    inner.entry,
                    new SortedEntries(inner.right, entry, right));
        }
        if (right != null && lean < -1) {
            SortedEntries inner = right.left;
            if (inner == null || height(right.right) >= inner.height) {
                return new SortedEntries(new SortedEntries(left, entry, inner), right.entry, right.right);
            }
            return new SortedEntries(
                    new SortedEntries(left, entry, inner.left),
                    inner.entry,
                    new SortedEntries(inner.right, right.entry, right.right));
        }
        return new SortedEntries(left, entry, right);
    }
}

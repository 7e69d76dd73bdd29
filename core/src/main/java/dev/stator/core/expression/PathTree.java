package dev.stator.core.expression;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Several document paths by their common beginnings, so that one walk over an item visits them all. A node either is a
 * path's end, and has its number, or has children: names, in the order in which they came, or list elements, ascending.
 */
final class PathTree {
    /** The number of a node where no path ends. */
    static final int NO_END = -1;

    private final SequencedMap<DocumentPath.Step, PathTree> children = new LinkedHashMap<>();
    private int end = NO_END;

    private PathTree() {}

    /**
     * The tree of these paths, numbered by their places.
     *
     * <p>Requires: they were checked by {@link #checkDisjoint}.
     */
    static PathTree of(List<DocumentPath> paths) {
        PathTree root = new PathTree();
        for (int i = 0; i < paths.size(); i++) {
            DocumentPath path = paths.get(i);
            PathTree node = root.child(new DocumentPath.Field(path.attribute()));
            for (DocumentPath.Step step : path.rest()) {
                node = node.child(step);
            }
            node.end = i;
        }
        root.sortElements();
        return root;
    }

    private PathTree child(DocumentPath.Step step) {
        return children.computeIfAbsent(step, key -> new PathTree());
    }

    private void sortElements() {
        if (!children.isEmpty() && children.firstEntry().getKey() instanceof DocumentPath.Element) {
            TreeMap<Long, Map.Entry<DocumentPath.Step, PathTree>> sorted = new TreeMap<>();
            for (Map.Entry<DocumentPath.Step, PathTree> child : children.entrySet()) {
                if (child.getKey() instanceof DocumentPath.Element element) {
                    sorted.put(element.index(), Map.entry(element, child.getValue()));
                }
            }
            children.clear();
            sorted.values().forEach(child -> children.put(child.getKey(), child.getValue()));
        }
        children.values().forEach(PathTree::sortElements);
    }

    /** The number of the path that ends here, or {@link #NO_END}. */
    int end() {
        return end;
    }

    SequencedMap<DocumentPath.Step, PathTree> children() {
        return children;
    }

    /** Whether the children are list elements. */
    boolean isList() {
        return !children.isEmpty() && children.firstEntry().getKey() instanceof DocumentPath.Element;
    }

    private enum Clash {
        OVERLAP("overlap"),
        CONFLICT("conflict");

        private final String verb;

        Clash(String verb) {
            this.verb = verb;
        }

        String describe(DocumentPath one, DocumentPath two) {
            return "Two document paths " + verb
                    + " with each other; must remove or rewrite one of these paths; path one: " + one + ", path two: "
                    + two;
        }
    }

    /** Refuses paths of which one is the other or lies below it, and paths that take one value for a map and for a list. */
    static void checkDisjoint(ExpressionKind kind, List<DocumentPath> paths) {
        String conflict = null;
        for (int j = 1; j < paths.size(); j++) {
            for (int i = 0; i < j; i++) {
                Clash clash = clash(paths.get(i), paths.get(j));
                if (clash == Clash.OVERLAP) {
                    throw kind.invalid(clash.describe(paths.get(i), paths.get(j)));
                }
                if (clash == Clash.CONFLICT && conflict == null) {
                    conflict = clash.describe(paths.get(i), paths.get(j));
                }
            }
        }
        // DynamoDB: any overlap is reported before any conflict.
        if (conflict != null) {
            throw kind.invalid(conflict);
        }
    }

    private static @Nullable Clash clash(DocumentPath one, DocumentPath two) {
        if (!one.attribute().equals(two.attribute())) {
            return null;
        }
        int common = Math.min(one.rest().size(), two.rest().size());
        for (int i = 0; i < common; i++) {
            DocumentPath.Step stepOne = one.rest().get(i);
            DocumentPath.Step stepTwo = two.rest().get(i);
            if (stepOne instanceof DocumentPath.Field != stepTwo instanceof DocumentPath.Field) {
                return Clash.CONFLICT;
            }
            if (!stepOne.equals(stepTwo)) {
                return null;
            }
        }
        return Clash.OVERLAP;
    }
}

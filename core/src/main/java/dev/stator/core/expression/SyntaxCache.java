package dev.stator.core.expression;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trees of texts that were read before, since programs send few texts many times. Small texts only, and few, so that
 * clients cannot fill the memory; when full it starts anew.
 */
final class SyntaxCache<S extends Syntax> {
    private static final int TEXT_LENGTH_MAX = 512;
    private static final int TEXTS_MAX = 1024;

    private final Map<String, S> trees = new ConcurrentHashMap<>();

    /** How a text is read. */
    @FunctionalInterface
    interface Parser<S> {
        S parse(String text);
    }

    /** The tree of a text, which must be read by the same parser each time. */
    S get(String text, Parser<S> parser) {
        S known = trees.get(text);
        if (known != null) {
            return known;
        }
        S tree = parser.parse(text);
        if (text.length() <= TEXT_LENGTH_MAX) {
            if (trees.size() >= TEXTS_MAX) {
                trees.clear();
            }
            trees.put(text, tree);
        }
        return tree;
    }
}

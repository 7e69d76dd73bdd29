package dev.stator.lifecycle.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A mapping of a YAML file that remembers its place and what nobody has asked for. */
final class YamlMap {
    private final String path;
    private final int line;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Set<String> unread = new TreeSet<>();
    private final Set<String> asked = new TreeSet<>();
    private final SpecLines lines;

    YamlMap(String path, Node node, SpecLines lines) {
        this.path = path;
        this.line = SpecLines.of(node);
        this.lines = lines;
        lines.put(path, line);
        if (!(node instanceof MappingNode mapping)) {
            throw lines.wrong(path, line, "Names and values are wanted here.");
        }
        for (NodeTuple tuple : mapping.getValue()) {
            Node key = tuple.getKeyNode();
            if (!(key instanceof ScalarNode scalar)) {
                throw lines.wrong(path, SpecLines.of(key), "A name is wanted here.");
            }
            String name = scalar.getValue();
            lines.put(place(name), SpecLines.of(key));
            if (values.put(name, tuple.getValueNode()) != null) {
                throw lines.wrong(place(name), SpecLines.of(key), "It is there twice.");
            }
            unread.add(name);
        }
    }

    private String place(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private @Nullable Node take(String name) {
        asked.add(name);
        unread.remove(name);
        return values.get(name);
    }

    Set<String> names() {
        return values.keySet();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    SpecException wrong(String name, String message) {
        Node node = values.get(name);
        return lines.wrong(place(name), node == null ? line : SpecLines.of(node), message);
    }

    String text(String name) {
        return optional(name)
                .orElseThrow(() -> lines.wrong(path, line, "There is no '" + name + "', which is needed."));
    }

    Optional<String> optional(String name) {
        Node node = take(name);
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof ScalarNode scalar) {
            return Optional.of(scalar.getValue());
        }
        throw wrong(name, "One value is wanted here.");
    }

    Optional<Boolean> flag(String name) {
        return optional(name).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name, "'" + text + "' is neither true nor false.");
        });
    }

    Optional<Integer> number(String name) {
        return optional(name).map(text -> {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException e) {
                throw wrong(name, "'" + text + "' is no whole number.");
            }
        });
    }

    /** A value or a list of values. */
    List<String> texts(String name) {
        Node node = take(name);
        if (node == null) {
            return List.of();
        }
        if (node instanceof ScalarNode scalar) {
            return List.of(scalar.getValue());
        }
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong(name, "A value or a list of values is wanted here.");
        }
        List<String> texts = new ArrayList<>();
        for (Node element : sequence.getValue()) {
            if (!(element instanceof ScalarNode scalar)) {
                throw wrong(name, "Its elements are values.");
            }
            texts.add(scalar.getValue());
        }
        return texts;
    }

    boolean isMap(String name) {
        return values.get(name) instanceof MappingNode;
    }

    YamlMap map(String name) {
        return find(name).orElseThrow(() -> lines.wrong(path, line, "There is no '" + name + "', which is needed."));
    }

    Optional<YamlMap> find(String name) {
        Node node = take(name);
        return node == null ? Optional.empty() : Optional.of(new YamlMap(place(name), node, lines));
    }

    /** @throws SpecException if there is a name that nobody has asked for */
    void done() {
        for (String name : unread) {
            throw wrong(name, "It is unknown here; there are " + String.join(", ", asked) + ".");
        }
    }
}

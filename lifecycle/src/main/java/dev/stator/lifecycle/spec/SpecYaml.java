package dev.stator.lifecycle.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.lifecycle.key.KeyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a {@link LifecycleSpec} from YAML; every error says its line. */
final class SpecYaml {
    private static final int BYTES_MAX = 256 * 1024;
    private static final int DEPTH_MAX = 20;
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setLabel("the declaration")
            .setCodePointLimit(BYTES_MAX)
            .setMaxAliasesForCollections(0)
            .build();

    private final YamlMap root;

    private SpecYaml(YamlMap root) {
        this.root = root;
    }

    static LifecycleSpec read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new SpecException(List.of(Finding.error(
                        file.toString(), "It has more than " + BYTES_MAX + " bytes; is it the right file?")));
            }
            return read(new String(bytes, UTF_8));
        } catch (IOException e) {
            throw new SpecException(List.of(Finding.error(file.toString(), "It cannot be read: " + e)));
        }
    }

    static LifecycleSpec read(String yaml) {
        SpecLines lines = new SpecLines();
        SpecYaml spec = new SpecYaml(new YamlMap("", node(yaml, lines), lines));
        try {
            return spec.spec();
        } catch (SpecException e) {
            throw lines.located(e);
        }
    }

    private static Node node(String yaml, SpecLines lines) {
        try {
            // The composer calls itself for each level; the parser, which only gives events, does not.
            int depth = 0;
            for (Event event : new Parse(SETTINGS).parseString(yaml)) {
                depth += switch (event.getEventId()) {
                    case MappingStart, SequenceStart -> 1;
                    case MappingEnd, SequenceEnd -> -1;
                    default -> 0;
                };
                if (depth > DEPTH_MAX || event.getEventId() == Event.ID.Alias) {
                    int line = event.getStartMark().map(SpecLines::of).orElse(0);
                    throw lines.wrong("", line, depth > DEPTH_MAX ? "It is nested too deeply." : "It has an alias.");
                }
            }
            return new Compose(SETTINGS)
                    .composeString(yaml)
                    .orElseThrow(() -> lines.wrong("", 0, "There is nothing in it."));
        } catch (MarkedYamlEngineException e) {
            throw lines.wrong("", e.getProblemMark().map(SpecLines::of).orElse(0), "It is no YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw lines.wrong("", 0, "It is no YAML: " + e.getMessage());
        }
    }

    private LifecycleSpec spec() {
        SpecBuilder builder = LifecycleSpec.builder(root.text("lifecycle"), root.text("table"));
        root.optional("preset").ifPresent(name -> preset(name).applyTo(builder));
        keys(root.map("keys"), builder);
        root.find("states").ifPresent(states -> {
            builder.dropStates();
            states.names().forEach(name -> builder.state(state(name, states.map(name))));
            states.done();
        });
        root.find("transitions").ifPresent(transitions -> {
            builder.dropTransitions();
            transitions.names().forEach(name -> builder.transition(transition(name, transitions.map(name))));
            transitions.done();
        });
        root.find("attributes").ifPresent(attributes -> attributes(attributes, builder));
        root.find("due").ifPresent(due -> {
            try {
                builder.due(due.text("index"), due.number("shards").orElse(8));
            } catch (KeyException e) {
                throw due.wrong("shards", String.valueOf(e.getMessage()));
            }
            due.done();
        });
        root.flag("audit").ifPresent(builder::audit);
        root.flag("holds").ifPresent(builder::holds);
        root.optional("keep").ifPresent(text -> builder.keep(duration(root, "keep", text)));
        root.optional("companion").ifPresent(builder::companion);
        builder.neighbours(root.texts("neighbours"));
        root.done();
        return builder.build();
    }

    private Presets preset(String name) {
        return constant(root, "preset", name, Presets.values());
    }

    private static void keys(YamlMap keys, SpecBuilder builder) {
        YamlMap partition = keys.map("partition");
        builder.partitionKey(partition.text("name"), partition.text("template"));
        partition.done();
        YamlMap sort = keys.map("sort");
        builder.sortKey(sort.text("name"), sort.text("template"));
        sort.done();
        keys.optional("delimiter").ifPresent(text -> {
            if (text.length() != 1) {
                throw keys.wrong("delimiter", "A delimiter is one character, not '" + text + "'.");
            }
            builder.delimiter(text.charAt(0));
        });
        keys.optional("timestamp").ifPresent(builder::timestamp);
        keys.done();
    }

    private static StateSpec state(String name, YamlMap map) {
        Ending ending = map.optional("then").map(SpecYaml::ending).orElse(new Ending.Stays());
        String prefix = map.text("prefix");
        StateTime time = map.optional("timestamp")
                .map(text -> constant(map, "timestamp", text, StateTime.values()))
                .orElse(StateTime.ENTERED);
        boolean isEnd = ending instanceof Ending.TimeToLive || ending instanceof Ending.Purge;
        StateKind kind = map.optional("kind")
                .map(text -> constant(map, "kind", text, StateKind.values()))
                .orElseGet(() -> usualKind(name, isEnd));
        StateSpec state = new StateSpec(name, prefix, kind, time, retention(map), ending);
        map.done();
        return state;
    }

    // Somebody who calls a state by the name of a kind means that kind.
    private static StateKind usualKind(String name, boolean isEnd) {
        return Arrays.stream(StateKind.values())
                .filter(kind -> kind.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(isEnd ? StateKind.DELETED : StateKind.ARCHIVED);
    }

    private static Ending ending(String text) {
        return switch (text) {
            case "ttl" -> new Ending.TimeToLive();
            case "purge" -> new Ending.Purge();
            default -> new Ending.MovesTo(text);
        };
    }

    private static @Nullable Retention retention(YamlMap map) {
        if (!map.isMap("retention")) {
            return map.optional("retention")
                    .map(text -> Retention.of(duration(map, "retention", text)))
                    .orElse(null);
        }
        YamlMap classes = map.map("retention");
        String attribute = classes.text("attribute");
        Duration otherwise = duration(classes, "otherwise", classes.text("otherwise"));
        Map<String, Duration> byClass = new LinkedHashMap<>();
        YamlMap values = classes.map("values");
        values.names().forEach(name -> byClass.put(name, duration(values, name, values.text(name))));
        classes.done();
        return new Retention(attribute, byClass, otherwise);
    }

    private static TransitionRule transition(String name, YamlMap map) {
        Trigger trigger = map.optional("trigger")
                .map(text -> constant(map, "trigger", text, Trigger.values()))
                .orElse(Trigger.CALL);
        TransitionRule rule =
                new TransitionRule(name, map.texts("from"), map.text("to"), Set.copyOf(map.texts("by")), trigger);
        map.done();
        return rule;
    }

    private static void attributes(YamlMap map, SpecBuilder builder) {
        for (AttributeNames.Role role : AttributeNames.Role.values()) {
            map.optional(role.title()).ifPresent(name -> builder.attribute(role, name));
        }
        map.done();
    }

    private static Duration duration(YamlMap map, String name, String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw map.wrong(name, String.valueOf(e.getMessage()));
        }
    }

    private static <E extends Enum<E>> E constant(YamlMap map, String name, String text, E[] constants) {
        return Arrays.stream(constants)
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> map.wrong(
                        name,
                        "'" + text + "' is none of "
                                + Arrays.stream(constants)
                                        .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))
                                + "."));
    }
}

package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a data file of cases.
 *
 * <pre>
 * # a comment
 * given item {"a": 1}              holds for the cases below, until it is given anew
 *
 * a = :one => true                 an expression and what comes of it
 *
 * SET a = :two                     the same with properties, one a line, indented
 *   becomes {"a": 2}
 * </pre>
 *
 * <p>Values are written as {@link Shorthand}.
 */
final class Cases {
    private Cases() {}

    /**
     * One case.
     *
     * @param line where it is in the file
     * @param properties what is given and what the case itself says; {@code expect} is what stands behind the arrow
     */
    record Case(String file, int line, String expression, Map<String, String> properties) {
        String expected() {
            return Objects.requireNonNull(properties.get("expect"), this::toString);
        }

        @Nullable
        String property(String name) {
            return properties.get(name);
        }

        Substitutions substitutions() {
            String names = property("names");
            String values = property("values");
            Map<String, AttributeValue> valueMap = values == null ? null : Shorthand.attributes(values);
            return Substitutions.of(names == null ? null : Shorthand.names(names), valueMap);
        }

        @Override
        public String toString() {
            return file + ":" + line + " " + expression;
        }
    }

    static List<Case> read(String file) {
        List<Case> cases = new ArrayList<>();
        Map<String, String> given = new LinkedHashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("given ")) {
                put(given, line.substring("given ".length()), file, number);
            } else if (line.startsWith("  ")) {
                put(cases.getLast().properties(), line.strip(), file, number);
            } else {
                Map<String, String> properties = new LinkedHashMap<>(given);
                int arrow = line.lastIndexOf(" => ");
                if (arrow >= 0) {
                    properties.put("expect", line.substring(arrow + 4));
                }
                cases.add(new Case(file, number, arrow < 0 ? line : line.substring(0, arrow), properties));
            }
        }
        if (cases.isEmpty()) {
            throw new IllegalStateException("no cases in " + file);
        }
        return cases;
    }

    private static void put(Map<String, String> properties, String text, String file, int line) {
        int space = text.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException(file + ":" + line + " property without a value: " + text);
        }
        properties.put(text.substring(0, space), text.substring(space + 1).strip());
    }

    private static List<String> lines(String file) {
        try (InputStream in = Cases.class.getResourceAsStream("/expressions/" + file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}

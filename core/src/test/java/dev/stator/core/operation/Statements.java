package dev.stator.core.operation;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Requests with PartiQL statements in them, for {@link DatabaseFixture}, whose {@code '} a statement needs for itself. */
public final class Statements {
    private Statements() {}

    /** The request with one statement, and the members that follow it, which begin with a comma. */
    public static String statement(String text, String... members) {
        return "{'Statement':" + quoted(text) + String.join("", members) + "}";
    }

    /** The request that has these statements in a list member. */
    public static String statements(String member, String... texts) {
        return Arrays.stream(texts)
                .map(Statements::statement)
                .collect(Collectors.joining(",", "{'" + member + "':[", "]}"));
    }

    /** The member with these parameters, each a typed value. */
    public static String parameters(String... values) {
        return ",'Parameters':[" + String.join(",", values) + "]";
    }

    /** A statement as a JSON string. */
    public static String quoted(String text) {
        return "'"
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("'", "\\u0027")
                        .replace("\n", "\\n")
                + "'";
    }
}

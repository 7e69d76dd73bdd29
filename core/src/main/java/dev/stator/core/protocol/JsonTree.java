package dev.stator.core.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON text inside of a request as maps, lists, strings, booleans and {@link Digits}: for the small documents whose form is
 * not the API's.
 */
public final class JsonTree {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonTree() {}

    /** A number as it was written. */
    public record Digits(String text) {}

    /** The value; null for JSON's null, and for what is no JSON. */
    public static @Nullable Object parse(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            Object value = value(parser);
            return parser.nextToken() == null ? value : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Writes a value that {@link #parse} could have made. */
    public static void write(@Nullable Object value, JsonWriter out) {
        switch (value) {
            case null -> out.literal("null");
            case String text -> out.string(text);
            case Boolean bool -> out.bool(bool);
            case Digits digits -> out.literal(digits.text());
            case List<?> list -> {
                out.beginArray();
                list.forEach(element -> write(element, out));
                out.endArray();
            }
            case Map<?, ?> map -> {
                out.beginObject();
                map.forEach((name, member) -> {
                    out.field(String.valueOf(name));
                    write(member, out);
                });
                out.endObject();
            }
            default -> throw new IllegalArgumentException("no JSON value: " + value.getClass());
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            return null;
        }
        return switch (token) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(parser.getText());
            case START_ARRAY -> array(parser);
            case START_OBJECT -> object(parser);
            default -> null;
        };
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            map.put(name, value(parser));
        }
        return map;
    }
}

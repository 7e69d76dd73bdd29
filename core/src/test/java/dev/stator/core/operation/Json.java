package dev.stator.core.operation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads answers in tests: objects become maps, arrays lists, whole numbers longs, other numbers doubles. */
public final class Json {
    private Json() {}

    public static Object parse(byte[] json) {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            Object value = value(parser);
            if (value == null || parser.nextToken() != null) {
                throw new IllegalArgumentException("one value was expected");
            }
            return value;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What lies at a path of member names and list indexes, such as {@code Table.KeySchema.0}; null if nothing does. */
    public static @Nullable Object at(Object root, String path) {
        Object value = root;
        for (String step : path.split("\\.", -1)) {
            if (value instanceof Map<?, ?> map) {
                value = map.get(step);
            } else if (value instanceof List<?> list) {
                value = list.get(Integer.parseInt(step));
            } else {
                return null;
            }
        }
        return value;
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalArgumentException("unexpected " + parser.currentToken());
        };
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

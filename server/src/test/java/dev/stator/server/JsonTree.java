package dev.stator.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers as maps, lists and strings, for tests that look into them. */
final class JsonTree {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonTree() {}

    /** An object of the answer: its members by name. */
    @SuppressWarnings("unchecked") // the test knows what it asked for
    static Map<String, Object> object(byte[] json) throws IOException {
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            return (Map<String, Object>) value(parser);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> object = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                yield array;
            }
            default -> parser.getText();
        };
    }
}

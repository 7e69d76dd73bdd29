package dev.stator.core.expression;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import dev.stator.core.item.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Attribute values as plain JSON, where it says enough: {@code "a"} is S, {@code 1} is N, and so BOOL, NULL, L and M. The
 * rest is marked with a dollar: {@code {"$B": "YQ=="}}, {@code {"$SS": ["a"]}}, {@code {"$NS": [1]}}, {@code {"$BS": ["YQ=="]}}.
 */
final class Shorthand {
    private static final JsonFactory JSON = new JsonFactory();

    private Shorthand() {}

    static Item item(String text) {
        return new Item(attributes(text));
    }

    static Map<String, AttributeValue> attributes(String text) {
        return ((AttributeValue.M) value(text)).value();
    }

    static Map<String, String> names(String text) {
        Map<String, String> names = new LinkedHashMap<>();
        attributes(text).forEach((key, name) -> names.put(key, ((AttributeValue.S) name).value()));
        return names;
    }

    static AttributeValue value(String text) {
        try (JsonParser in = JSON.createParser(text)) {
            in.nextToken();
            AttributeValue value = value(in);
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("more than one value: " + text);
            }
            return value;
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    private static AttributeValue value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case VALUE_STRING -> new AttributeValue.S(in.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new AttributeValue.N(DynamoNumber.parse(in.getText()));
            case VALUE_TRUE -> AttributeValue.Bool.TRUE;
            case VALUE_FALSE -> AttributeValue.Bool.FALSE;
            case VALUE_NULL -> AttributeValue.Null.NULL;
            case START_ARRAY -> new AttributeValue.L(elements(in));
            case START_OBJECT -> object(in);
            default -> throw new IllegalArgumentException("no value: " + in.currentToken());
        };
    }

    private static List<AttributeValue> elements(JsonParser in) throws IOException {
        List<AttributeValue> elements = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(in));
        }
        return elements;
    }

    private static AttributeValue object(JsonParser in) throws IOException {
        Map<String, AttributeValue> fields = new LinkedHashMap<>();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            AttributeValue value = value(in);
            if (name.startsWith("$")) {
                in.nextToken();
                return marked(name, value);
            }
            fields.put(name, value);
        }
        return new AttributeValue.M(fields);
    }

    private static AttributeValue marked(String mark, AttributeValue value) {
        return switch (mark) {
            case "$B" -> bytes(value);
            case "$SS" -> {
                LinkedHashSet<AttributeValue.S> members = new LinkedHashSet<>();
                ((AttributeValue.L) value).value().forEach(member -> members.add((AttributeValue.S) member));
                yield new AttributeValue.SS(members);
            }
            case "$NS" -> {
                LinkedHashSet<AttributeValue.N> members = new LinkedHashSet<>();
                ((AttributeValue.L) value).value().forEach(member -> members.add((AttributeValue.N) member));
                yield new AttributeValue.NS(members);
            }
            case "$BS" -> {
                LinkedHashSet<AttributeValue.B> members = new LinkedHashSet<>();
                ((AttributeValue.L) value).value().forEach(member -> members.add(bytes(member)));
                yield new AttributeValue.BS(members);
            }
            default -> throw new IllegalArgumentException("no type " + mark);
        };
    }

    private static AttributeValue.B bytes(AttributeValue base64) {
        return new AttributeValue.B(Base64.getDecoder().decode(((AttributeValue.S) base64).value()));
    }
}

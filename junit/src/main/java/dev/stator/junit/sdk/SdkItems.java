package dev.stator.junit.sdk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of the SDK to and from the API's JSON, without a client. */
public final class SdkItems {
    private static final JsonFactory FACTORY = new JsonFactory();

    private SdkItems() {}

    /**
     * One page of a Scan.
     *
     * @param lastKey where the next page begins; empty if this is the last
     */
    public record Page(List<Map<String, AttributeValue>> items, Map<String, AttributeValue> lastKey) {}

    /** The page that an answer to a Scan has. */
    public static Page page(byte[] answer) {
        List<Map<String, AttributeValue>> items = List.of();
        Map<String, AttributeValue> lastKey = Map.of();
        try (JsonParser in = FACTORY.createParser(answer)) {
            in.nextToken();
            for (String member = in.nextFieldName(); member != null; member = in.nextFieldName()) {
                in.nextToken();
                switch (member) {
                    case "Items" -> items = items(in);
                    case "LastEvaluatedKey" -> lastKey = item(in);
                    default -> in.skipChildren();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the answer is no JSON", e);
        }
        return new Page(items, lastKey);
    }

    private static List<Map<String, AttributeValue>> items(JsonParser in) throws IOException {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        while (in.nextToken() == JsonToken.START_OBJECT) {
            items.add(item(in));
        }
        return items;
    }

    private static Map<String, AttributeValue> item(JsonParser in) throws IOException {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            item.put(name, value(in));
        }
        return item;
    }

    /** From the beginning of the object around a value to its end. */
    private static AttributeValue value(JsonParser in) throws IOException {
        String type = in.nextFieldName();
        in.nextToken();
        AttributeValue value = switch (type) {
            case "S" -> AttributeValue.fromS(in.getText());
            case "N" -> AttributeValue.fromN(in.getText());
            case "B" -> AttributeValue.fromB(SdkBytes.fromByteArray(in.getBinaryValue()));
            case "BOOL" -> AttributeValue.fromBool(in.getBooleanValue());
            case "NULL" -> AttributeValue.fromNul(true);
            case "M" -> AttributeValue.fromM(item(in));
            case "L" -> AttributeValue.fromL(values(in));
            case "SS" -> AttributeValue.fromSs(texts(in));
            case "NS" -> AttributeValue.fromNs(texts(in));
            case "BS" -> AttributeValue.fromBs(binaries(in));
            default -> throw new IOException("an attribute value of type " + type);
        };
        in.nextToken();
        return value;
    }

    private static List<AttributeValue> values(JsonParser in) throws IOException {
        List<AttributeValue> values = new ArrayList<>();
        while (in.nextToken() == JsonToken.START_OBJECT) {
            values.add(value(in));
        }
        return values;
    }

    private static List<String> texts(JsonParser in) throws IOException {
        List<String> texts = new ArrayList<>();
        while (in.nextToken() == JsonToken.VALUE_STRING) {
            texts.add(in.getText());
        }
        return texts;
    }

    private static List<SdkBytes> binaries(JsonParser in) throws IOException {
        List<SdkBytes> binaries = new ArrayList<>();
        while (in.nextToken() == JsonToken.VALUE_STRING) {
            binaries.add(SdkBytes.fromByteArray(in.getBinaryValue()));
        }
        return binaries;
    }

    /** A key, whose values are scalars, in Stator's own types. */
    public static Map<String, dev.stator.core.item.AttributeValue> stored(Map<String, AttributeValue> key) {
        JsonWriter out = new JsonWriter();
        write(out, key);
        RequestReader in = new RequestReader(out.toByteArray());
        InputAttributes attributes = Objects.requireNonNull(AttributeReader.attributes(in));
        attributes.check();
        return attributes.values();
    }

    /** Writes a key, whose values are scalars. */
    public static void write(JsonWriter out, Map<String, AttributeValue> key) {
        out.beginObject();
        key.forEach((name, value) -> {
            out.field(name).beginObject();
            switch (value.type()) {
                case S -> out.field("S").string(value.s());
                case N -> out.field("N").string(value.n());
                case B -> {
                    byte[] bytes = value.b().asByteArray();
                    out.field("B").base64(bytes, 0, bytes.length);
                }
                default -> throw new IllegalArgumentException(name + " is no key: " + value);
            }
            out.endObject();
        });
        out.endObject();
    }

    /**
     * Whether an item has these attributes, and perhaps others. Values are equal as they are in the database: the SDK keeps
     * sets as lists, whose order means nothing, and numbers as texts, of which many are the same number.
     */
    public static boolean has(Map<String, AttributeValue> item, Map<String, AttributeValue> attributes) {
        return attributes.entrySet().stream().allMatch(attribute -> {
            AttributeValue value = item.get(attribute.getKey());
            return value != null && comparable(value).equals(comparable(attribute.getValue()));
        });
    }

    /** What is equal for equal values. */
    private static List<Object> comparable(AttributeValue value) {
        Object content = switch (value.type()) {
            case N -> number(value.n());
            case SS -> Set.copyOf(value.ss());
            case NS -> value.ns().stream().map(SdkItems::number).collect(Collectors.toSet());
            case BS -> Set.copyOf(value.bs());
            case L -> value.l().stream().map(SdkItems::comparable).toList();
            case M -> {
                Map<String, Object> members = new HashMap<>();
                value.m().forEach((name, member) -> members.put(name, comparable(member)));
                yield members;
            }
            default -> value;
        };
        return List.of(value.type(), content);
    }

    /** A text that is no number, which no item has, is equal to itself only. */
    private static Object number(String text) {
        try {
            return new BigDecimal(text.strip()).stripTrailingZeros();
        } catch (NumberFormatException e) {
            return text;
        }
    }
}

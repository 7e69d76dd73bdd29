package dev.stator.lifecycle.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.stator.lifecycle.key.Utf8Order;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items as DynamoDB JSON, {@code {"name":{"S":"value"}}}, in one form: members in UTF-8 order, sets too, no spaces; numbers
 * as they are, never read as numbers. So equal items have equal texts, and a text gives the item back exactly.
 */
public final class ItemJson {
    // An item is at most 400 KB, and nested at most 32 levels, each of which is two of JSON's.
    private static final int STRING_CHARS_MAX = 1_000_000;
    private static final int DEPTH_MAX = 80;
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(STRING_CHARS_MAX)
                    .maxNestingDepth(DEPTH_MAX)
                    .build())
            .build();

    private ItemJson() {}

    /** The item's text. */
    public static String write(Map<String, AttributeValue> item) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            writeMap(json, item);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void writeMap(JsonGenerator json, Map<String, AttributeValue> members) throws IOException {
        Map<String, AttributeValue> sorted = new TreeMap<>(Utf8Order.COMPARATOR);
        sorted.putAll(members);
        json.writeStartObject();
        for (Map.Entry<String, AttributeValue> member : sorted.entrySet()) {
            json.writeFieldName(member.getKey());
            writeValue(json, member.getValue());
        }
        json.writeEndObject();
    }

    private static void writeValue(JsonGenerator json, AttributeValue value) throws IOException {
        json.writeStartObject();
        json.writeFieldName(
                value.type() == AttributeValue.Type.NUL ? "NULL" : value.type().name());
        switch (value.type()) {
            case S -> json.writeString(value.s());
            case N -> json.writeString(value.n());
            case B -> json.writeString(base64(value.b()));
            case BOOL -> json.writeBoolean(value.bool());
            case NUL -> json.writeBoolean(value.nul());
            case SS -> writeTexts(json, value.ss());
            case NS -> writeTexts(json, value.ns());
            case BS ->
                writeTexts(json, value.bs().stream().map(ItemJson::base64).toList());
            case L -> {
                json.writeStartArray();
                for (AttributeValue element : value.l()) {
                    writeValue(json, element);
                }
                json.writeEndArray();
            }
            case M -> writeMap(json, value.m());
            case UNKNOWN_TO_SDK_VERSION ->
                throw new IllegalArgumentException("a value of a type that the SDK does not know");
        }
        json.writeEndObject();
    }

    private static String base64(SdkBytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
    }

    private static void writeTexts(JsonGenerator json, List<String> texts) throws IOException {
        json.writeStartArray();
        for (String text : texts.stream().sorted(Utf8Order.COMPARATOR).toList()) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /**
     * The item of a text.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Map<String, AttributeValue> read(String text) {
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            Map<String, AttributeValue> item = readMap(json);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("There is more than one item.");
            }
            return item;
        } catch (IOException e) {
            throw new IllegalArgumentException("It is no item: " + e.getMessage(), e);
        }
    }

    private static Map<String, AttributeValue> readMap(JsonParser json) throws IOException {
        expect(json, JsonToken.START_OBJECT);
        Map<String, AttributeValue> members = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            members.put(name, readValue(json));
        }
        expect(json, JsonToken.END_OBJECT);
        return members;
    }

    private static AttributeValue readValue(JsonParser json) throws IOException {
        expect(json, JsonToken.START_OBJECT);
        json.nextToken();
        expect(json, JsonToken.FIELD_NAME);
        String type = json.currentName();
        json.nextToken();
        AttributeValue value = switch (type) {
            case "S" -> AttributeValue.fromS(readText(json));
            case "N" -> AttributeValue.fromN(readText(json));
            case "B" -> AttributeValue.fromB(bytes(readText(json)));
            case "BOOL" -> AttributeValue.fromBool(json.getBooleanValue());
            case "NULL" -> AttributeValue.fromNul(json.getBooleanValue());
            case "SS" -> AttributeValue.fromSs(readTexts(json));
            case "NS" -> AttributeValue.fromNs(readTexts(json));
            case "BS" ->
                AttributeValue.fromBs(
                        readTexts(json).stream().map(ItemJson::bytes).toList());
            case "L" -> AttributeValue.fromL(readList(json));
            case "M" -> AttributeValue.fromM(readMap(json));
            default -> throw new IllegalArgumentException("There is no type " + type + ".");
        };
        json.nextToken();
        expect(json, JsonToken.END_OBJECT);
        return value;
    }

    private static List<AttributeValue> readList(JsonParser json) throws IOException {
        expect(json, JsonToken.START_ARRAY);
        List<AttributeValue> elements = new ArrayList<>();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            elements.add(readValue(json));
        }
        expect(json, JsonToken.END_ARRAY);
        return elements;
    }

    private static List<String> readTexts(JsonParser json) throws IOException {
        expect(json, JsonToken.START_ARRAY);
        List<String> texts = new ArrayList<>();
        while (json.nextToken() == JsonToken.VALUE_STRING) {
            texts.add(json.getText());
        }
        expect(json, JsonToken.END_ARRAY);
        return texts;
    }

    private static String readText(JsonParser json) throws IOException {
        expect(json, JsonToken.VALUE_STRING);
        return json.getText();
    }

    private static SdkBytes bytes(String base64) {
        return SdkBytes.fromByteArray(Base64.getDecoder().decode(base64));
    }

    private static void expect(JsonParser json, JsonToken wanted) {
        if (json.currentToken() != wanted) {
            throw new IllegalArgumentException("It is no item: " + wanted + " is wanted at "
                    + json.currentLocation().offsetDescription() + ".");
        }
    }
}

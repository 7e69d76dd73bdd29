package dev.stator.junit.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.stator.core.protocol.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Small JSON documents as trees of {@code Map<String, Object>} in the order of the text, {@code List<Object>}, {@code String},
 * {@code Long}, {@code Double} and {@code Boolean}. A null is refused, since nothing that is read here has one.
 */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /**
     * The object that a text is.
     *
     * @throws TemplateException if it is none, with the line
     */
    static Map<String, Object> parse(String text) {
        try (JsonParser in = FACTORY.createParser(text)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new TemplateException(
                        "a template is a JSON object; for YAML, take what 'cdk synth' writes to cdk.out,"
                                + " or convert it with cfn-flip");
            }
            return object(in);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new TemplateException(
                    "no JSON" + (at == null ? "" : " in line " + at.getLineNr()) + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new TemplateException("no JSON: " + e.getMessage());
        }
    }

    private static Map<String, Object> object(JsonParser in) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            members.put(name, value(in));
        }
        return members;
    }

    private static Object value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> array(in);
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default ->
                throw new TemplateException("a " + in.getText() + " in line "
                        + in.currentTokenLocation().getLineNr() + ", where a value belongs");
        };
    }

    private static List<Object> array(JsonParser in) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(in));
        }
        return elements;
    }

    /** The text of a tree, as a request's body. */
    static byte[] bytes(Map<String, ?> tree) {
        JsonWriter out = new JsonWriter();
        write(out, tree);
        return out.toByteArray();
    }

    private static void write(JsonWriter out, Object value) {
        switch (value) {
            case Map<?, ?> members -> {
                out.beginObject();
                members.forEach((name, member) -> write(out.field(String.valueOf(name)), member));
                out.endObject();
            }
            case List<?> elements -> {
                out.beginArray();
                elements.forEach(element -> write(out, element));
                out.endArray();
            }
            case Boolean bool -> out.bool(bool);
            case Double number -> out.number(number.doubleValue());
            case Number number -> out.number(number.longValue());
            default -> out.string(value.toString());
        }
    }
}

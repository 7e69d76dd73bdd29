package dev.stator.core.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.stator.core.error.ApiException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request body member by member, with DynamoDB's SerializationException where a member has the wrong JSON type.
 * Whether values make sense is checked later, by {@link Constraints} and the operation.
 *
 * <pre>{@code
 * in.beginObject();
 * for (String member = in.nextMember(); member != null; member = in.nextMember()) {
 *     switch (member) {
 *         case "TableName" -> tableName = in.string();
 *         default -> in.skip();
 *     }
 * }
 * }</pre>
 *
 * <p>Every read returns null for a JSON null, which DynamoDB treats as an absent member.
 */
public final class RequestReader {
    /** JSON nesting that is read at all; an item of 32 levels needs 70. */
    private static final int DEPTH_MAX = 512;

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            // Requests come on threads of their own, which would find none of their buffers used before.
            .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
            // The body as a whole is bounded, so its parts are too; and attribute names may have 64 KB.
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final JsonParser parser;
    private @Nullable String member;

    public RequestReader(byte[] body) {
        try {
            parser = JSON.createParser(body);
            parser.nextToken();
        } catch (IOException e) {
            throw malformed();
        }
    }

    /** Enters the object that the whole body must be. */
    public void beginBody() {
        if (token() != JsonToken.START_OBJECT) {
            throw malformed();
        }
    }

    /** Throws if anything but white space follows the body's object, which must have been read to its end. */
    public void endBody() {
        if (next() != null) {
            throw malformed();
        }
    }

    /** The name of the object's next member, whose value the next call must read or skip; null at the end. */
    public @Nullable String nextMember() {
        JsonToken token = next();
        if (token == JsonToken.END_OBJECT) {
            return null;
        }
        try {
            member = parser.currentName();
            parser.nextToken();
            return member;
        } catch (IOException e) {
            throw malformed();
        }
    }

    /** Steps over a value. */
    public void skip() {
        try {
            parser.skipChildren();
        } catch (IOException e) {
            throw malformed();
        }
    }

    public @Nullable String string() {
        return switch (token()) {
            case VALUE_STRING -> text();
            case VALUE_NULL -> null;
            default -> throw notScalar("String");
        };
    }

    public @Nullable Boolean bool() {
        return switch (token()) {
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            case VALUE_STRING -> boolOf(text());
            default -> throw notScalar("Boolean");
        };
    }

    public @Nullable Integer integer() {
        Long value = whole("Integer");
        return value == null ? null : Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public @Nullable Long longInteger() {
        return whole("Long");
    }

    /** Bytes from a Base64 string. */
    public byte @Nullable [] blob() {
        return switch (token()) {
            case VALUE_STRING -> decodeBase64(text());
            case VALUE_NULL -> null;
            case START_ARRAY ->
                throw ApiException.serialization("Unrecognized collection type class java.nio.ByteBuffer");
            case START_OBJECT -> throw misplacedStructure();
            default -> throw ApiException.serialization("only base-64-encoded strings are convertible to bytes");
        };
    }

    /** Reads each element with the given method; a null element stays null. */
    public <T> @Nullable List<@Nullable T> list(Element<T> element) {
        switch (token()) {
            case VALUE_NULL -> {
                return null;
            }
            case START_ARRAY -> {
                List<@Nullable T> list = new ArrayList<>();
                while (next() != JsonToken.END_ARRAY) {
                    list.add(element.read());
                }
                return list;
            }
            case START_OBJECT -> throw misplacedStructure();
            default -> throw ApiException.serialization("Unexpected field type");
        }
    }

    /** Whether the value is an array, before it is read. */
    public boolean isArray() {
        return token() == JsonToken.START_ARRAY;
    }

    /** As {@link #list}, for elements of which DynamoDB lets none be null. */
    public @Nullable List<String> strings() {
        List<@Nullable String> list = list(this::string);
        if (list == null) {
            return null;
        }
        List<String> strings = new ArrayList<>(list.size());
        for (String element : list) {
            strings.add(element == null ? "" : element);
        }
        return strings;
    }

    /**
     * Reads each member's value with the given method; null values are left out.
     *
     * @param type the shape of the values, as DynamoDB names it when an array stands in the map's place
     */
    public <T> @Nullable Map<String, T> map(String type, Element<T> element) {
        if (!beginMap(type)) {
            return null;
        }
        Map<String, T> map = new LinkedHashMap<>();
        for (String name = nextMember(); name != null; name = nextMember()) {
            T value = element.read();
            if (value != null) {
                map.put(name, value);
            }
        }
        return map;
    }

    /** Enters a map; false for null. */
    public boolean beginMap(String type) {
        return switch (token()) {
            case VALUE_NULL -> false;
            case START_OBJECT -> true;
            case START_ARRAY ->
                throw ApiException.serialization(
                        "Unrecognized collection type java.util.Map<java.lang.String, " + qualified(type) + ">");
            default -> throw ApiException.serialization("Unexpected field type");
        };
    }

    /** Enters a structure that is a member of its own; false for null. */
    public boolean beginStructure(String type) {
        return begin(type, "Unexpected field type");
    }

    /** Enters a structure that is an element of a list or map; false for null. */
    public boolean beginElement(String type) {
        return begin(type, "Unexpected value type in payload");
    }

    private boolean begin(String type, String scalarMessage) {
        return switch (token()) {
            case VALUE_NULL -> false;
            case START_OBJECT -> true;
            case START_ARRAY ->
                throw ApiException.serialization("Unrecognized collection type class " + qualified(type));
            default -> throw ApiException.serialization(scalarMessage);
        };
    }

    private static String qualified(String type) {
        return type.indexOf('.') >= 0 ? type : "com.amazonaws.dynamodb.v20120810." + type;
    }

    private @Nullable Long whole(String type) {
        try {
            return switch (token()) {
                case VALUE_NUMBER_INT ->
                    parser.getBigIntegerValue().bitLength() > 63 ? overflow() : parser.getLongValue();
                case VALUE_NUMBER_FLOAT -> (long) Math.floor(parser.getDoubleValue());
                case VALUE_NULL -> null;
                case VALUE_STRING -> throw ApiException.serialization("STRING_VALUE cannot be converted to " + type);
                default -> throw notScalar(type);
            };
        } catch (IOException e) {
            throw malformed();
        }
    }

    private long overflow() throws IOException {
        return parser.getBigIntegerValue().signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private ApiException notScalar(String type) {
        return switch (token()) {
            case VALUE_TRUE -> ApiException.serialization("TRUE_VALUE cannot be converted to " + type);
            case VALUE_FALSE -> ApiException.serialization("FALSE_VALUE cannot be converted to " + type);
            case VALUE_NUMBER_INT -> ApiException.serialization("NUMBER_VALUE cannot be converted to " + type);
            case VALUE_NUMBER_FLOAT -> ApiException.serialization("DECIMAL_VALUE cannot be converted to " + type);
            case START_ARRAY -> ApiException.serialization("Unrecognized collection type class java.lang." + type);
            default -> misplacedStructure();
        };
    }

    private static Boolean boolOf(String text) {
        // DynamoDB: these strings are taken for booleans.
        return switch (text.toLowerCase(java.util.Locale.ROOT)) {
            case "true", "1", "yes" -> Boolean.TRUE;
            case "false", "0", "no" -> Boolean.FALSE;
            default -> throw ApiException.serialization("Unexpected token received from parser");
        };
    }

    private static byte[] decodeBase64(String text) {
        if (text.length() % 4 != 0) {
            throw ApiException.serialization(
                    "Base64 encoded length is expected a multiple of 4 bytes but found: " + text.length());
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            // The decoder tolerates stray bits in the last character; DynamoDB does not.
            if (text.endsWith("=") && !Base64.getEncoder().encodeToString(bytes).equals(text)) {
                throw strayBits();
            }
            return bytes;
        } catch (IllegalArgumentException e) {
            throw strayBits();
        }
    }

    private static ApiException strayBits() {
        return ApiException.serialization("Invalid last non-pad Base64 character dectected");
    }

    private static ApiException misplacedStructure() {
        return ApiException.serialization("Start of structure or map found where not expected");
    }

    /** DynamoDB answers a body that is no JSON object without a text. */
    private static ApiException malformed() {
        return ApiException.serialization(null);
    }

    private JsonToken token() {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw malformed();
        }
        return token;
    }

    private @Nullable JsonToken next() {
        try {
            return parser.nextToken();
        } catch (StreamConstraintsException e) {
            // The parser bounds nesting and the length of numbers.
            boolean nested = parser.getParsingContext().getNestingDepth() >= DEPTH_MAX;
            throw ApiException.serialization(nested ? "The request is nested too deeply" : null);
        } catch (IOException e) {
            throw malformed();
        }
    }

    private String text() {
        try {
            return parser.getText();
        } catch (IOException e) {
            throw malformed();
        }
    }

    /** Reads one element or value. */
    @FunctionalInterface
    public interface Element<T> {
        @Nullable
        T read();
    }
}

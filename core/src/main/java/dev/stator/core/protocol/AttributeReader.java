package dev.stator.core.protocol;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import dev.stator.core.item.Nesting;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads attribute values from {@link RequestReader}. What is wrong with a value itself (a malformed number, an empty set)
 * is remembered, not thrown, since DynamoDB tells it only after it has read the whole request and checked other members.
 */
public final class AttributeReader {
    private static final String TYPE = "AttributeValue";
    private static final String EMPTY =
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";

    private final RequestReader in;
    private @Nullable String problem;

    private AttributeReader(RequestReader in) {
        this.in = in;
    }

    /** A map of attributes, such as Item or Key; null if it is absent. */
    public static @Nullable InputAttributes attributes(RequestReader in) {
        if (!in.beginMap(TYPE)) {
            return null;
        }
        AttributeReader reader = new AttributeReader(in);
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        String problemName = null;
        for (String name = in.nextMember(); name != null; name = in.nextMember()) {
            attributes.put(name, reader.element(1));
            if (reader.problem != null && problemName == null) {
                problemName = name;
            }
        }
        return new InputAttributes(attributes, problemName, reader.problem);
    }

    /** One value that is a member of its own; null if it is absent. */
    public static @Nullable InputValue value(RequestReader in) {
        if (!in.beginStructure(TYPE)) {
            return null;
        }
        AttributeReader reader = new AttributeReader(in);
        AttributeValue value = reader.value(1);
        return new InputValue(value, reader.problem);
    }

    /** One value that is the element of a list. */
    public static InputValue element(RequestReader in) {
        AttributeReader reader = new AttributeReader(in);
        AttributeValue value = reader.element(1);
        return new InputValue(value, reader.problem);
    }

    /** A value in a list or map. JSON null counts as an empty one, so that nothing the request names is dropped in silence. */
    private AttributeValue element(int depth) {
        if (in.beginElement(TYPE)) {
            return value(depth);
        }
        remember(EMPTY);
        return AttributeValue.Null.NULL;
    }

    private AttributeValue value(int depth) {
        if (depth > Nesting.LEVELS_MAX) {
            remember(Nesting.TOO_DEEP);
        }
        AttributeValue value = null;
        int types = 0;
        for (String type = in.nextMember(); type != null; type = in.nextMember()) {
            AttributeValue typed = typed(type, depth);
            if (typed != null) {
                value = value == null ? typed : value;
                types++;
            }
        }
        if (value == null) {
            remember(EMPTY);
            return AttributeValue.Null.NULL;
        }
        if (types > 1) {
            remember(
                    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported"
                            + " datatypes");
        }
        return value;
    }

    private @Nullable AttributeValue typed(String type, int depth) {
        switch (type) {
            case "S" -> {
                String text = in.string();
                return text == null ? null : new AttributeValue.S(text);
            }
            case "N" -> {
                String text = in.string();
                return text == null ? null : new AttributeValue.N(number(text));
            }
            case "B" -> {
                byte[] bytes = in.blob();
                return bytes == null ? null : new AttributeValue.B(bytes);
            }
            case "BOOL" -> {
                Boolean bool = in.bool();
                return bool == null ? null : AttributeValue.Bool.of(bool);
            }
            case "NULL" -> {
                return nullValue(in.bool());
            }
            case "SS", "NS", "BS" -> {
                return set(type);
            }
            case "L" -> {
                return list(depth);
            }
            case "M" -> {
                return map(depth);
            }
            default -> {
                in.skip();
                return null;
            }
        }
    }

    private AttributeValue.@Nullable Null nullValue(@Nullable Boolean isNull) {
        if (isNull == null) {
            return null;
        }
        if (!isNull) {
            remember(
                    "One or more parameter values were invalid: Null attribute value types must have the value of true");
        }
        return AttributeValue.Null.NULL;
    }

    private @Nullable AttributeValue list(int depth) {
        List<@Nullable AttributeValue> elements = in.list(() -> element(depth + 1));
        if (elements == null) {
            return null;
        }
        return new AttributeValue.L(
                elements.stream().map(Objects::requireNonNull).collect(Collectors.toCollection(ArrayList::new)));
    }

    private @Nullable AttributeValue map(int depth) {
        Map<String, AttributeValue> values = in.map(TYPE, () -> element(depth + 1));
        return values == null ? null : new AttributeValue.M(values);
    }

    private @Nullable AttributeValue set(String type) {
        if (type.equals("BS")) {
            List<byte @Nullable []> members = in.list(in::blob);
            return members == null ? null : binarySet(members);
        }
        List<@Nullable String> members = in.list(in::string);
        if (members == null) {
            return null;
        }
        return type.equals("SS") ? stringSet(members) : numberSet(members);
    }

    private AttributeValue stringSet(List<@Nullable String> members) {
        if (members.isEmpty()) {
            // DynamoDB: the article and the two spaces are its own.
            remember("One or more parameter values were invalid: An string set  may not be empty");
        }
        Set<AttributeValue.S> set = LinkedHashSet.newLinkedHashSet(members.size());
        for (String member : members) {
            if (member == null) {
                remember(
                        "One or more parameter values were invalid: An string set may not have a null string as a member");
            } else if (!set.add(new AttributeValue.S(member))) {
                remember("One or more parameter values were invalid: Input collection " + members
                        + " contains duplicates.");
            }
        }
        return new AttributeValue.SS(set);
    }

    private AttributeValue numberSet(List<@Nullable String> members) {
        if (members.isEmpty()) {
            remember("One or more parameter values were invalid: An number set  may not be empty");
        }
        Set<AttributeValue.N> set = LinkedHashSet.newLinkedHashSet(members.size());
        for (String member : members) {
            if (!set.add(new AttributeValue.N(number(member == null ? "" : member)))) {
                remember("Input collection contains duplicates");
            }
        }
        return new AttributeValue.NS(set);
    }

    private AttributeValue binarySet(List<byte @Nullable []> members) {
        if (members.isEmpty()) {
            remember("One or more parameter values were invalid: Binary sets should not be empty");
        }
        Set<AttributeValue.B> set = LinkedHashSet.newLinkedHashSet(members.size());
        for (byte[] member : members) {
            if (member == null) {
                remember(
                        "One or more parameter values were invalid: An binary set may not have a null binary as a member");
            } else if (!set.add(new AttributeValue.B(member))) {
                remember("One or more parameter values were invalid: Input collection " + base64(members)
                        + "of type BS contains duplicates.");
            }
        }
        return new AttributeValue.BS(set);
    }

    private static String base64(List<byte @Nullable []> members) {
        return members.stream()
                .map(member -> member == null ? "null" : Base64.getEncoder().encodeToString(member))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private DynamoNumber number(String text) {
        try {
            return DynamoNumber.parse(text);
        } catch (ApiException e) {
            remember(Objects.requireNonNull(e.getMessage()));
            return DynamoNumber.ZERO;
        }
    }

    private void remember(String text) {
        if (problem == null) {
            problem = text;
        }
    }
}

package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import dev.stator.core.item.Nesting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what a statement says without looking at an item into attribute values: literals, and parameters within them. */
final class LiteralReader {
    /** How errors call the value that a path begins with. */
    private static final String ROOT = "root";

    private final List<AttributeValue> parameters;

    /** Requires: the statement has as many parameters. */
    LiteralReader(List<AttributeValue> parameters) {
        this.parameters = parameters;
    }

    /** The value of an expression, or null where it is something else than a literal or a parameter. */
    @Nullable
    AttributeValue valueOrNull(Expression expression) {
        return switch (expression) {
            case Expression.Literal ignored -> value(expression);
            case Expression.NumberLiteral ignored -> value(expression);
            case Expression.Parameter ignored -> value(expression);
            case Expression.ListOf ignored -> value(expression);
            case Expression.MapOf ignored -> value(expression);
            case Expression.BagOf ignored -> value(expression);
            default -> null;
        };
    }

    /** The value of a literal or a parameter. */
    AttributeValue value(Expression expression) {
        return value(expression, ROOT, 1);
    }

    /** The attributes of an item. */
    Map<String, AttributeValue> attributes(Expression.MapOf map) {
        return fields(map, ROOT, 1);
    }

    private AttributeValue value(Expression expression, String path, int level) {
        if (level > Nesting.LEVELS_MAX) {
            throw ApiException.validation(Nesting.TOO_DEEP);
        }
        return switch (expression) {
            case Expression.Literal literal -> literal.value();
            case Expression.NumberLiteral number -> new AttributeValue.N(number(number, path));
            case Expression.Parameter parameter -> parameters.get(parameter.index());
            case Expression.ListOf list -> new AttributeValue.L(elements(list, path, level));
            case Expression.MapOf map -> new AttributeValue.M(fields(map, path, level + 1));
            case Expression.BagOf bag -> set(bag, path);
            case Expression.Call call -> throw unsupported(call.function(), path, call);
            default -> throw unsupported("expression", path, expression);
        };
    }

    private static ApiException unsupported(String type, String path, Expression expression) {
        return ApiException.validation(
                "Unsupported data type: " + type + " under key " + path + " at " + expression.position());
    }

    private static DynamoNumber number(Expression.NumberLiteral number, String path) {
        try {
            return DynamoNumber.of(number.value());
        } catch (ApiException e) {
            // DynamoDB: it says where in the value the number is.
            throw ApiException.validation(e.getMessage() + " under " + path);
        }
    }

    private List<AttributeValue> elements(Expression.ListOf list, String path, int level) {
        List<AttributeValue> elements = new ArrayList<>(list.elements().size());
        for (Expression element : list.elements()) {
            elements.add(value(element, path + "[" + elements.size() + "]", level + 1));
        }
        return elements;
    }

    private Map<String, AttributeValue> fields(Expression.MapOf map, String path, int level) {
        Map<String, AttributeValue> fields = new LinkedHashMap<>();
        for (Expression.Entry entry : map.entries()) {
            // DynamoDB: a value right below the root is told as the root's own.
            String place = level == 1 ? path : path + "." + entry.name();
            if (fields.put(entry.name(), value(entry.value(), place, level)) != null) {
                throw ApiException.validation("Duplicate attribute name in a map: " + entry.name());
            }
        }
        return fields;
    }

    private AttributeValue set(Expression.BagOf bag, String path) {
        if (bag.elements().isEmpty()) {
            throw ApiException.validation("Empty bags are not supported");
        }
        List<AttributeValue> members =
                bag.elements().stream().map(member -> value(member, path, 1)).toList();
        return switch (members.getFirst()) {
            case AttributeValue.S ignored -> new AttributeValue.SS(distinct(members, AttributeValue.S.class));
            case AttributeValue.N ignored -> new AttributeValue.NS(distinct(members, AttributeValue.N.class));
            case AttributeValue.B ignored -> new AttributeValue.BS(distinct(members, AttributeValue.B.class));
            default -> throw mixed();
        };
    }

    private static <T extends AttributeValue> Set<T> distinct(List<AttributeValue> members, Class<T> type) {
        Set<T> set = LinkedHashSet.newLinkedHashSet(members.size());
        for (AttributeValue member : members) {
            if (!type.isInstance(member)) {
                throw mixed();
            }
            set.add(type.cast(member));
        }
        if (set.size() < members.size()) {
            throw duplicates(members);
        }
        return set;
    }

    // As of a set that a request has as an attribute value.
    private static ApiException duplicates(List<AttributeValue> members) {
        if (!(members.getFirst() instanceof AttributeValue.S)) {
            return ApiException.validation("Input collection contains duplicates");
        }
        String all = members.stream()
                .map(member -> ((AttributeValue.S) member).value())
                .collect(Collectors.joining(", ", "[", "]"));
        return ApiException.invalidParameter("Input collection " + all + " contains duplicates.");
    }

    private static ApiException mixed() {
        return ApiException.validation("A bag can only have members of one type, which is String, Number or Binary");
    }
}

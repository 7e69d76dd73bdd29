package dev.stator.core.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Random conditions, each said twice: as PartiQL, with literals or parameters, and as an expression with values. The
 * parameters and values that were needed so far are kept.
 */
final class RandomPredicates {
    private static final List<String> PATHS = List.of("a", "c", "n", "st", "m.k", "m.x", "l[0]", "l[1]", "nope");
    private static final List<String> COMPARATORS = List.of("=", "<>", "<", "<=", ">", ">=");

    private final Random random;
    private final List<String> parameters = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    RandomPredicates(Random random) {
        this.random = random;
    }

    /** The same in both languages. */
    record Both(String partiQl, String expression) {}

    /** A value as a PartiQL literal, and as the JSON of an attribute value. */
    record Value(String literal, String json) {}

    /** The request member with the parameters; empty for none. */
    String parametersMember() {
        return parameters.isEmpty() ? "" : ",'Parameters':[" + String.join(",", parameters) + "]";
    }

    /** The request member with the values; empty for none. */
    String valuesMember() {
        StringBuilder member = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            member.append(i == 0 ? ",'ExpressionAttributeValues':{" : ",")
                    .append("':v")
                    .append(i)
                    .append("':")
                    .append(values.get(i));
        }
        return member.isEmpty() ? "" : member.append('}').toString();
    }

    /** A condition on attributes that are no keys. */
    Both predicate(int depth) {
        int kind = random.nextInt(depth == 0 ? 8 : 11);
        String path = PATHS.get(random.nextInt(PATHS.size()));
        return switch (kind) {
            case 0, 1 -> comparison(path, COMPARATORS.get(random.nextInt(2)), use(value()));
            case 2 -> comparison(path, COMPARATORS.get(random.nextInt(COMPARATORS.size())), use(orderedValue()));
            case 3 -> {
                Both low = use(orderedValue());
                Both high = use(orderedValue());
                yield new Both(
                        path + " BETWEEN " + low.partiQl() + " AND " + high.partiQl(),
                        path + " BETWEEN " + low.expression() + " AND " + high.expression());
            }
            case 4 -> {
                List<Both> list = List.of(use(value()), use(value()), use(value()));
                yield new Both(
                        path + " IN [" + join(list.stream().map(Both::partiQl).toList()) + "]",
                        path + " IN ("
                                + join(list.stream().map(Both::expression).toList()) + ")");
            }
            case 5 -> {
                String function = List.of("begins_with", "contains").get(random.nextInt(2));
                Both part = use(string());
                yield new Both(
                        function + "(" + path + ", " + part.partiQl() + ")",
                        function + "(" + path + ", " + part.expression() + ")");
            }
            case 6 -> {
                Both size = use(number());
                yield comparison("size(" + path + ")", ">=", size);
            }
            case 7 ->
                random.nextBoolean()
                        ? new Both(path + " IS MISSING", "attribute_not_exists(" + path + ")")
                        : new Both(path + " IS NOT MISSING", "NOT attribute_not_exists(" + path + ")");
            case 8 -> {
                Both negated = predicate(depth - 1);
                yield new Both("NOT " + negated.partiQl(), "NOT " + negated.expression());
            }
            default -> {
                Both one = predicate(depth - 1);
                Both two = predicate(depth - 1);
                String operator = kind == 9 ? " AND " : " OR ";
                yield new Both(
                        "(" + one.partiQl() + operator + two.partiQl() + ")",
                        "(" + one.expression() + operator + two.expression() + ")");
            }
        };
    }

    Both comparison(String path, String comparator, Both value) {
        return new Both(
                path + " " + comparator + " " + value.partiQl(), path + " " + comparator + " " + value.expression());
    }

    /** A value's mention in both languages. */
    Both use(Value value) {
        values.add(value.json());
        String reference = ":v" + (values.size() - 1);
        if (random.nextBoolean()) {
            return new Both(value.literal(), reference);
        }
        parameters.add(value.json());
        return new Both("?", reference);
    }

    Value string() {
        String text = List.of("", "x", "xy", "y", "it", "é😀").get(random.nextInt(6));
        return new Value("'" + text + "'", "{'S':'" + text + "'}");
    }

    Value number() {
        String text = List.of("0", "1", "-1", "2.5", "10", "1e2").get(random.nextInt(6));
        return new Value(text, "{'N':'" + text + "'}");
    }

    private Value orderedValue() {
        return random.nextBoolean() ? string() : number();
    }

    /** A value of any type that has literals. */
    Value value() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> string();
            case 2, 3 -> number();
            case 4 -> random.nextBoolean() ? new Value("true", "{'BOOL':true}") : new Value("NULL", "{'NULL':true}");
            case 5 ->
                random.nextBoolean()
                        ? new Value("<<'x', 'y'>>", "{'SS':['x','y']}")
                        : new Value("<<'y', 'x'>>", "{'SS':['y','x']}");
            case 6 -> {
                Value element = orderedValue();
                yield new Value("[" + element.literal() + ", 1]", "{'L':[" + element.json() + ",{'N':'1'}]}");
            }
            default -> {
                Value field = orderedValue();
                yield new Value("{'k': " + field.literal() + "}", "{'M':{'k':" + field.json() + "}}");
            }
        };
    }

    private static String join(List<String> parts) {
        return parts.stream().collect(Collectors.joining(", "));
    }
}

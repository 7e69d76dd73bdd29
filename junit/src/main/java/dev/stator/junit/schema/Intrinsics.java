package dev.stator.junit.schema;

import dev.stator.core.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the intrinsic functions of a template as far as the template itself has what they refer to: parameters with their
 * defaults, mappings, conditions, pseudo parameters. What only a deployment knows is an error that says so.
 *
 * @see <a href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html">
 *     Intrinsic functions</a>
 */
final class Intrinsics {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
    private static final String NO_VALUE = "AWS::NoValue";
    private static final Map<String, String> PSEUDO_PARAMETERS = Map.of(
            "AWS::Region", Session.ANONYMOUS.region(),
            "AWS::AccountId", Session.ACCOUNT_ID,
            "AWS::Partition", "aws",
            "AWS::StackName", "stator",
            "AWS::URLSuffix", "amazonaws.com");

    private final Map<String, Object> template;
    private final Map<String, String> parameters;

    /** @param parameters go before the defaults in the template */
    Intrinsics(Map<String, Object> template, Map<String, String> parameters) {
        this.template = template;
        this.parameters = parameters;
        for (String name : parameters.keySet()) {
            if (!section("Parameters").containsKey(name)) {
                throw new TemplateException("the template has no parameter " + name);
            }
        }
    }

    /**
     * A value with all functions in it replaced by what they stand for; null for {@code AWS::NoValue}.
     *
     * @param path what the value belongs to, for errors
     */
    @Nullable
    Object resolve(String path, @Nullable Object value) {
        if (value instanceof List<?> elements) {
            List<Object> resolved = new ArrayList<>();
            for (int i = 0; i < elements.size(); i++) {
                Object element = resolve(path + "[" + i + "]", elements.get(i));
                if (element != null) {
                    resolved.add(element);
                }
            }
            return resolved;
        }
        if (!(value instanceof Map<?, ?> members)) {
            return value;
        }
        if (members.size() == 1) {
            String name = String.valueOf(members.keySet().iterator().next());
            if (name.equals("Ref") || name.startsWith("Fn::")) {
                return call(path, name, members.get(name));
            }
        }
        Map<String, Object> resolved = new LinkedHashMap<>();
        members.forEach((name, member) -> {
            Object found = resolve(path + "." + name, member);
            if (found != null) {
                resolved.put(String.valueOf(name), found);
            }
        });
        return resolved;
    }

    /** Whether a resource with this Condition is to be made; null is no condition. */
    boolean isWanted(@Nullable Object condition) {
        return condition == null || isTrue("Condition", Map.of("Condition", condition));
    }

    private @Nullable Object call(String path, String function, @Nullable Object argument) {
        return switch (function) {
            case "Ref" -> reference(path, String.valueOf(argument));
            case "Fn::Sub" -> substitute(path, argument);
            case "Fn::Join" -> {
                List<Object> arguments = list(path, function, argument);
                yield list(path, function, resolve(path, arguments.get(1))).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(String.valueOf(arguments.get(0))));
            }
            case "Fn::Select" -> {
                List<Object> arguments = list(path, function, resolve(path, argument));
                yield list(path, function, arguments.get(1)).get(Integer.parseInt(String.valueOf(arguments.get(0))));
            }
            case "Fn::If" -> {
                List<Object> arguments = list(path, function, argument);
                yield resolve(path, arguments.get(isTrue(path, Map.of("Condition", arguments.get(0))) ? 1 : 2));
            }
            case "Fn::FindInMap" -> find(path, list(path, function, resolve(path, argument)));
            default ->
                throw new TemplateException(path + " is " + function + " of " + argument
                        + ", which only a deployment can tell; give the value as a parameter of the template, or name the"
                        + " table in the test");
        };
    }

    private @Nullable Object reference(String path, String name) {
        if (name.equals(NO_VALUE)) {
            return null;
        }
        Object value = valueOf(name);
        if (value == null) {
            throw new TemplateException(path + " refers to " + name + ", which "
                    + (section("Parameters").containsKey(name)
                            ? "is a parameter without a default; the test has to give it a value"
                            : "is no parameter of the template, so that only a deployment knows it"));
        }
        return value;
    }

    /** The value of a parameter, or null if it has none. */
    private @Nullable Object valueOf(String name) {
        String pseudo = PSEUDO_PARAMETERS.get(name);
        if (pseudo != null) {
            return pseudo;
        }
        String given = parameters.get(name);
        if (given != null) {
            return given;
        }
        return section("Parameters").get(name) instanceof Map<?, ?> parameter ? parameter.get("Default") : null;
    }

    private String substitute(String path, @Nullable Object argument) {
        Map<?, ?> variables = Map.of();
        Object text = argument;
        if (argument instanceof List<?> arguments) {
            text = arguments.get(0);
            if (arguments.size() > 1 && arguments.get(1) instanceof Map<?, ?> given) {
                variables = given;
            }
        }
        StringBuilder result = new StringBuilder();
        Matcher placeholders = PLACEHOLDER.matcher(String.valueOf(text));
        while (placeholders.find()) {
            String name = placeholders.group(1);
            Object value;
            if (name.startsWith("!")) {
                value = "${" + name.substring(1) + "}";
            } else {
                value = variables.containsKey(name) ? resolve(path, variables.get(name)) : reference(path, name);
            }
            placeholders.appendReplacement(result, Matcher.quoteReplacement(String.valueOf(value)));
        }
        return placeholders.appendTail(result).toString();
    }

    private Object find(String path, List<Object> keys) {
        Object found = section("Mappings");
        for (Object key : keys) {
            found = found instanceof Map<?, ?> mapping ? mapping.get(String.valueOf(key)) : null;
            if (found == null) {
                throw new TemplateException(path + " looks for " + keys + " in Mappings, where there is no " + key);
            }
        }
        return found;
    }

    /** What a condition function says; {@code {"Condition": "Name"}} is the condition of that name. */
    private boolean isTrue(String path, @Nullable Object condition) {
        if (!(condition instanceof Map<?, ?> members) || members.size() != 1) {
            throw new TemplateException(path + " has the condition " + condition + ", which is none");
        }
        String function = String.valueOf(members.keySet().iterator().next());
        Object argument = members.get(function);
        return switch (function) {
            case "Condition" -> {
                Object named = section("Conditions").get(String.valueOf(argument));
                if (named == null) {
                    throw new TemplateException(
                            path + " has the condition " + argument + ", which is not in Conditions");
                }
                yield isTrue("Conditions." + argument, named);
            }
            case "Fn::Equals" -> {
                List<Object> operands = list(path, function, resolve(path, argument));
                yield String.valueOf(operands.get(0)).equals(String.valueOf(operands.get(1)));
            }
            case "Fn::Not" -> !isTrue(path, list(path, function, argument).get(0));
            case "Fn::And" -> list(path, function, argument).stream().allMatch(each -> isTrue(path, each));
            case "Fn::Or" -> list(path, function, argument).stream().anyMatch(each -> isTrue(path, each));
            default ->
                throw new TemplateException(path + " has the condition function " + function + ", which is none");
        };
    }

    private Map<?, ?> section(String name) {
        return template.get(name) instanceof Map<?, ?> section ? section : Map.of();
    }

    @SuppressWarnings("unchecked") // every list of a parsed template is one of objects
    private static List<Object> list(String path, String function, @Nullable Object argument) {
        if (argument instanceof List<?> arguments && !arguments.isEmpty()) {
            return (List<Object>) arguments;
        }
        throw new TemplateException(path + " has " + function + " of " + argument + ", which is no list");
    }
}

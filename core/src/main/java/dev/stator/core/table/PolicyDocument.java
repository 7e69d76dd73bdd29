package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonTree;
import dev.stator.core.protocol.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents of resource-based policies. DynamoDB gives them back in a form of its own, by which it also tells whether
 * two are the same: without white space, elements in one order, a list of one as that one, an account as its root.
 */
public final class PolicyDocument {
    private static final int BYTES_MAX = 20_480;
    private static final List<String> ELEMENTS = List.of("Version", "Id", "Statement");
    private static final List<String> STATEMENT_ELEMENTS = List.of(
            "Sid",
            "Effect",
            "Principal",
            "NotPrincipal",
            "Action",
            "NotAction",
            "Resource",
            "NotResource",
            "Condition");
    /** DynamoDB: what a document has that does not say, when it is read. */
    private static final String VERSION_DEFAULT = "2008-10-17";

    private PolicyDocument() {}

    /**
     * The document in DynamoDB's form.
     *
     * @throws ApiException ValidationException, if this is no policy that DynamoDB takes
     */
    public static String canonical(String policy) {
        if (policy.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
            throw ApiException.invalidParameter("Maximum policy size of " + BYTES_MAX + " bytes exceeded");
        }
        if (!(JsonTree.parse(policy) instanceof Map<?, ?> document)) {
            throw invalid("This policy contains invalid Json");
        }
        Map<String, @Nullable Object> canonical = ordered(document, ELEMENTS);
        List<@Nullable Object> statements = new ArrayList<>();
        Set<Object> sids = new HashSet<>();
        for (Object element : asList(canonical.get("Statement"))) {
            Map<String, @Nullable Object> statement = statement(element);
            Object sid = statement.get("Sid");
            if (sid != null && !sids.add(sid)) {
                throw invalid("The Statement Ids in the policy are not unique");
            }
            statements.add(statement);
        }
        if (statements.isEmpty()) {
            throw invalid("Could not parse the policy: Statement is empty!");
        }
        canonical.put("Statement", statements);
        JsonWriter out = new JsonWriter();
        JsonTree.write(canonical, out);
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    /** The canonical document as it is read: with a version. */
    public static String shown(String canonical) {
        return canonical.startsWith("{\"Version\":")
                ? canonical
                : "{\"Version\":\"" + VERSION_DEFAULT + "\"," + canonical.substring(1);
    }

    private static Map<String, @Nullable Object> statement(@Nullable Object element) {
        if (!(element instanceof Map<?, ?> given)) {
            throw invalid("This policy contains invalid Json");
        }
        Map<String, @Nullable Object> statement = ordered(given, STATEMENT_ELEMENTS);
        require(statement, "Effect");
        require(statement, "Principal", "NotPrincipal");
        require(statement, "Action", "NotAction");
        require(statement, "Resource", "NotResource");
        statement.computeIfPresent("Effect", (name, effect) -> effect(effect));
        for (String lists : List.of("Action", "NotAction", "Resource", "NotResource")) {
            statement.computeIfPresent(lists, (name, list) -> single(asList(list)));
        }
        for (String principals : List.of("Principal", "NotPrincipal")) {
            statement.computeIfPresent(principals, (name, principal) -> principal(principal));
        }
        boolean conditional = statement.get("Condition") != null;
        if ("Allow".equals(statement.get("Effect")) && isEverybody(statement.get("Principal")) && !conditional) {
            throw ApiException.validation(
                    "Resource-based policy grants unbounded access in one or more elements. Please"
                            + " revise the policy to ensure least-privilege form of access");
        }
        return statement;
    }

    private static void require(Map<String, @Nullable Object> statement, String name, String... alternatives) {
        boolean present = statement.get(name) != null;
        for (String alternative : alternatives) {
            present |= statement.get(alternative) != null;
        }
        if (!present) {
            throw invalid("Missing required field " + name);
        }
    }

    private static Object effect(Object given) {
        for (String effect : List.of("Allow", "Deny")) {
            if (given instanceof String text && text.equalsIgnoreCase(effect)) {
                return effect;
            }
        }
        throw invalid("Invalid effect: " + given);
    }

    private static Object principal(Object given) {
        if (!(given instanceof Map<?, ?> kinds)) {
            if ("*".equals(given)) {
                return given;
            }
            throw ApiException.invalidParameter("Invalid principal in policy document.");
        }
        Map<String, @Nullable Object> principals = new LinkedHashMap<>();
        kinds.forEach((kind, list) -> {
            Set<@Nullable Object> distinct = new LinkedHashSet<>();
            asList(list).forEach(principal -> distinct.add(rootOfAccount(principal)));
            principals.put(String.valueOf(kind), single(new ArrayList<>(distinct)));
        });
        return principals;
    }

    private static @Nullable Object rootOfAccount(@Nullable Object principal) {
        return principal instanceof String text && text.matches("\\d{12}")
                ? "arn:aws:iam::" + text + ":root"
                : principal;
    }

    private static boolean isEverybody(@Nullable Object principal) {
        return "*".equals(principal)
                || (principal instanceof Map<?, ?> kinds
                        && asList(kinds.get("AWS")).contains("*"));
    }

    /** The members in this order, those of other names behind. */
    private static Map<String, @Nullable Object> ordered(Map<?, ?> members, List<String> names) {
        Map<String, @Nullable Object> ordered = new LinkedHashMap<>();
        for (String name : names) {
            if (members.containsKey(name)) {
                ordered.put(name, members.get(name));
            }
        }
        members.forEach((name, value) -> ordered.putIfAbsent(String.valueOf(name), value));
        return ordered;
    }

    private static List<?> asList(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        return value instanceof List<?> list ? list : List.of(value);
    }

    private static @Nullable Object single(List<?> list) {
        return list.size() == 1 ? list.getFirst() : list;
    }

    private static ApiException invalid(String message) {
        return ApiException.invalidParameter("Invalid policy document: " + message);
    }
}

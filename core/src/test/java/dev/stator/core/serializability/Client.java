package dev.stator.core.serializability;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.core.error.CancellationReason;
import dev.stator.core.error.ConditionalCheckFailedException;
import dev.stator.core.error.TransactionCanceledException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import dev.stator.core.operation.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls the database about lists, accounts and counters in {@code Tab}. Each thread has its own. */
final class Client {
    private static final String APPEND = "'UpdateExpression':'SET l = list_append(if_not_exists(l, :none), :number)'";

    private final Database database;
    private final AtomicLong clock;
    private final List<Call> calls = new ArrayList<>();

    /** @param clock shared by all clients; each look at it shows a later time */
    Client(Database database, AtomicLong clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The calls about lists that took effect or showed something. */
    List<Call> calls() {
        return calls;
    }

    /** GetItem, strongly consistent. */
    List<Integer> read(String key) {
        long start = clock.incrementAndGet();
        Object answer = call("GetItem", "{'TableName':'Tab','ConsistentRead':true," + keyMember(key) + "}");
        List<Integer> seen = list(Json.at(answer, "Item.l.L"));
        add(start, Map.of(key, seen), Map.of());
        return seen;
    }

    /** TransactGetItems. */
    Map<String, List<Integer>> readTogether(List<String> keys) {
        long start = clock.incrementAndGet();
        Object answer = getTogether(keys);
        Map<String, List<Integer>> seen = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            seen.put(keys.get(i), list(Json.at(answer, "Responses." + i + ".Item.l.L")));
        }
        add(start, seen, Map.of());
        return seen;
    }

    /** UpdateItem, which tells the list as it was before. */
    void append(String key, int number) {
        long start = clock.incrementAndGet();
        Object answer = call(
                "UpdateItem",
                "{'TableName':'Tab'," + keyMember(key) + "," + APPEND + ",'ReturnValues':'ALL_OLD'"
                        + values(number, null) + "}");
        add(start, Map.of(key, list(Json.at(answer, "Attributes.l.L"))), Map.of(key, number));
    }

    /** UpdateItem on the condition that the list is as it was seen; a failure tells the list. */
    void appendIf(String key, List<Integer> expected, int number) {
        long start = clock.incrementAndGet();
        try {
            call(
                    "UpdateItem",
                    "{'TableName':'Tab'," + keyMember(key) + "," + APPEND + condition(expected)
                            + values(number, expected) + "}");
            add(start, Map.of(key, expected), Map.of(key, number));
        } catch (ConditionalCheckFailedException e) {
            add(start, Map.of(key, list(e.item())), Map.of());
        }
    }

    /**
     * TransactWriteItems that appends, on the condition that lists are as they were seen; a cancellation tells those that are
     * not.
     *
     * @param expected lists by key, of those appended to and of others
     */
    void appendTogether(Map<String, List<Integer>> expected, Map<String, Integer> appends) {
        List<String> keys = new ArrayList<>(new TreeMap<>(appends).keySet());
        expected.keySet().stream().filter(key -> !appends.containsKey(key)).forEach(keys::add);
        String actions = keys.stream()
                .map(key -> action(key, expected.get(key), appends.get(key)))
                .collect(Collectors.joining(","));
        long start = clock.incrementAndGet();
        try {
            call("TransactWriteItems", "{'TransactItems':[" + actions + "]}");
            add(start, expected, appends);
        } catch (TransactionCanceledException e) {
            Map<String, List<Integer>> seen = new HashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                CancellationReason reason = e.reasons().get(i);
                if (reason.code().equals("ConditionalCheckFailed")) {
                    seen.put(keys.get(i), list(reason.item()));
                } else if (!reason.isNone()) {
                    throw e;
                }
            }
            add(start, seen, Map.of());
        }
    }

    /** Moves an amount between two accounts if there is enough. */
    void transfer(String from, String to, int amount) {
        String actions = transferAction(
                        from, -amount, ",'ConditionExpression':'n >= :least'", ",':least':{'N':'" + amount + "'}")
                + "," + transferAction(to, amount, "", "");
        try {
            call("TransactWriteItems", "{'TransactItems':[" + actions + "]}");
        } catch (TransactionCanceledException e) {
            if (e.reasons().contains(CancellationReason.CONFLICT)) {
                throw e;
            }
        }
    }

    private static String transferAction(String account, int amount, String condition, String value) {
        return "{'Update':{'TableName':'Tab'," + keyMember(account) + ",'UpdateExpression':'ADD n :n'" + condition
                + ",'ExpressionAttributeValues':{':n':{'N':'" + amount + "'}" + value + "}}}";
    }

    /** The sum of all accounts at one moment. */
    int sum(List<String> accounts) {
        Object answer = getTogether(accounts);
        int sum = 0;
        for (int i = 0; i < accounts.size(); i++) {
            sum += number(Json.at(answer, "Responses." + i + ".Item.n"));
        }
        return sum;
    }

    void putNumber(String key, int number) {
        call("PutItem", "{'TableName':'Tab','Item':{'p':{'S':'" + key + "'},'n':{'N':'" + number + "'}}}");
    }

    /** Adds one to a counter, and returns what it is then. */
    int increment(String key) {
        Object answer = call(
                "UpdateItem",
                "{'TableName':'Tab'," + keyMember(key)
                        + ",'UpdateExpression':'ADD n :n','ExpressionAttributeValues':{':n':{'N':'1'}},"
                        + "'ReturnValues':'UPDATED_NEW'}");
        return number(Json.at(answer, "Attributes.n"));
    }

    private void add(long start, Map<String, List<Integer>> reads, Map<String, Integer> appends) {
        calls.add(new Call(start, clock.incrementAndGet(), reads, appends));
    }

    private Object getTogether(List<String> keys) {
        String gets = keys.stream()
                .map(key -> "{'Get':{'TableName':'Tab'," + keyMember(key) + "}}")
                .collect(Collectors.joining(","));
        return call("TransactGetItems", "{'TransactItems':[" + gets + "]}");
    }

    private Object call(String operation, String request) {
        byte[] body = request.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return Json.parse(database.execute(operation, body, Session.ANONYMOUS));
    }

    private static String action(String key, @Nullable List<Integer> expected, @Nullable Integer number) {
        return (number == null ? "{'ConditionCheck':{" : "{'Update':{" + APPEND + ",") + "'TableName':'Tab',"
                + keyMember(key) + (expected == null ? "" : condition(expected)) + values(number, expected) + "}}";
    }

    private static String keyMember(String key) {
        return "'Key':{'p':{'S':'" + key + "'}}";
    }

    // Lists only grow, so one of the same length is the same list.
    private static String condition(List<Integer> expected) {
        return ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD','ConditionExpression':'"
                + (expected.isEmpty() ? "attribute_not_exists(l)" : "size(l) = :size") + "'";
    }

    private static String values(@Nullable Integer number, @Nullable List<Integer> expected) {
        List<String> values = new ArrayList<>();
        if (number != null) {
            values.add("':none':{'L':[]},':number':{'L':[{'N':'" + number + "'}]}");
        }
        if (expected != null && !expected.isEmpty()) {
            values.add("':size':{'N':'" + expected.size() + "'}");
        }
        return values.isEmpty() ? "" : ",'ExpressionAttributeValues':{" + String.join(",", values) + "}";
    }

    private static List<Integer> list(@Nullable Object numbers) {
        List<Integer> list = new ArrayList<>();
        for (Object number : numbers == null ? List.of() : (List<?>) numbers) {
            list.add(number(number));
        }
        return list;
    }

    private static List<Integer> list(@Nullable Item item) {
        List<Integer> list = new ArrayList<>();
        if (item != null && item.attribute("l") instanceof AttributeValue.L numbers) {
            for (AttributeValue number : numbers.value()) {
                list.add(Integer.parseInt(((AttributeValue.N) number).value().text()));
            }
        }
        return list;
    }

    private static int number(@Nullable Object value) {
        Object text = Json.at(Objects.requireNonNull(value), "N");
        return Integer.parseInt((String) Objects.requireNonNull(text));
    }
}

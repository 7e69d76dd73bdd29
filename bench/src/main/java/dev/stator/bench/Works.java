package dev.stator.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tables that are measured, their items of 1 KB, and the requests; the same in every run. */
final class Works {
    private static final int ITEMS = 10_000;
    private static final int PARTITIONS = 100;
    private static final int SLICE = 100;
    private static final int REQUESTS = 2_000;
    private static final int BATCH = 25;
    private static final int TRANSACTION = 4;
    /** Together with keys, names and two numbers, an item of 1 KB in DynamoDB's measure. */
    static final String PAYLOAD = "x".repeat(980);

    private Works() {}

    /** Creates and fills the tables. */
    static List<Call> setUp() {
        List<Call> calls = new ArrayList<>();
        calls.add(createTable("Items"));
        calls.add(createTable("Slices"));
        for (int t = 0; t < 8; t++) {
            calls.add(createTable("Table" + t));
        }
        calls.addAll(fill("Items", ITEMS, Works::single));
        calls.addAll(fill("Slices", PARTITIONS * SLICE, i -> inSlice(i / SLICE, i % SLICE)));
        return calls;
    }

    /** One kind of request by its short name. */
    static Work named(String name) {
        return all().stream()
                .filter(work -> work.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static List<Work> all() {
        Random random = new Random(1);
        return List.of(
                work("get", "GetItem", 1, i -> new Call("GetItem", keyed("Items", random.nextInt(ITEMS)))),
                work("put", "PutItem", 1, i -> new Call("PutItem", put("Items", random.nextInt(ITEMS)))),
                work(
                        "update",
                        "UpdateItem, counter with condition",
                        1,
                        i -> new Call(
                                "UpdateItem",
                                keyed("Items", random.nextInt(ITEMS))
                                        .replace(
                                                "}}}",
                                                "}},\"UpdateExpression\":\"SET c = c + :1\",\"ConditionExpression\":"
                                                        + "\"attribute_exists(pk)\",\"ExpressionAttributeValues\":{\":1\":{\"N\":\"1\"}}}"))),
                work("query", "Query, 100 items", SLICE, i -> new Call("Query", query(random, ""))),
                work(
                        "filter",
                        "Query, filter keeps 10 of 100",
                        SLICE,
                        i -> new Call(
                                "Query",
                                query(random, ",\"FilterExpression\":\"n = :n\"")
                                        .replace("}}}", "},\":n\":{\"N\":\"3\"}}}"))),
                work(
                        "batch",
                        "BatchWriteItem, 25 puts",
                        BATCH,
                        i -> new Call(
                                "BatchWriteItem",
                                batch(
                                        "Items",
                                        IntStream.range(0, BATCH)
                                                .mapToObj(j -> single((i * BATCH + j) % ITEMS))
                                                .toList()))),
                work(
                        "transact",
                        "TransactWriteItems, 4 puts",
                        TRANSACTION,
                        i -> new Call("TransactWriteItems", transaction(i * TRANSACTION % ITEMS))),
                work("put-1-table", "PutItem to one table", 1, i -> new Call("PutItem", put("Table0", i))),
                work("put-8-tables", "PutItem to eight tables", 1, i -> new Call("PutItem", put("Table" + i % 8, i))));
    }

    /** A table of one partition with so many small items, of which a hundred in the middle are asked for. */
    static List<Call> setUpSlice(int items) {
        List<Call> calls = new ArrayList<>();
        calls.add(createTable("Slice" + items));
        calls.addAll(fill("Slice" + items, items, i -> "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"" + number(i) + "\"}}"));
        return calls;
    }

    static Work slice(int items) {
        Random random = new Random(2);
        return work(
                "slice-" + items,
                "Query, 100 of " + items + " items",
                SLICE,
                i -> new Call(
                        "Query",
                        "{\"TableName\":\"Slice" + items
                                + "\",\"Limit\":100,\"KeyConditionExpression\":\"pk = :p AND sk >= :s\","
                                + "\"ExpressionAttributeValues\":{\":p\":{\"S\":\"p\"},\":s\":{\"S\":\""
                                + number(random.nextInt(items - SLICE)) + "\"}}}"));
    }

    private static Work work(String name, String title, int items, IntFunction<Call> request) {
        return new Work(
                name, title, IntStream.range(0, REQUESTS).mapToObj(request).toList(), items);
    }

    private static Call createTable(String name) {
        return new Call(
                "CreateTable",
                "{\"TableName\":\"" + name + "\",\"BillingMode\":\"PAY_PER_REQUEST\","
                        + "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},"
                        + "{\"AttributeName\":\"sk\",\"AttributeType\":\"S\"}],\"KeySchema\":[{\"AttributeName\":\"pk\","
                        + "\"KeyType\":\"HASH\"},{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}]}");
    }

    private static List<Call> fill(String table, int items, IntFunction<String> item) {
        List<Call> calls = new ArrayList<>();
        for (int first = 0; first < items; first += BATCH) {
            calls.add(new Call(
                    "BatchWriteItem",
                    batch(
                            table,
                            IntStream.range(first, Math.min(items, first + BATCH))
                                    .mapToObj(item)
                                    .toList())));
        }
        return calls;
    }

    private static String batch(String table, List<String> items) {
        return items.stream()
                .map(item -> "{\"PutRequest\":{\"Item\":" + item + "}}")
                .collect(Collectors.joining(",", "{\"RequestItems\":{\"" + table + "\":[", "]}}"));
    }

    private static String transaction(int first) {
        return IntStream.range(first, first + TRANSACTION)
                .mapToObj(i -> "{\"Put\":" + put("Items", i) + "}")
                .collect(Collectors.joining(",", "{\"TransactItems\":[", "]}"));
    }

    private static String put(String table, int number) {
        return "{\"TableName\":\"" + table + "\",\"Item\":" + single(number) + "}";
    }

    private static String keyed(String table, int number) {
        return "{\"TableName\":\"" + table + "\",\"Key\":{\"pk\":{\"S\":\"item#" + number(number)
                + "\"},\"sk\":{\"S\":\"0\"}}}";
    }

    private static String query(Random random, String more) {
        return "{\"TableName\":\"Slices\",\"KeyConditionExpression\":\"pk = :p\"" + more
                + ",\"ExpressionAttributeValues\":{\":p\":{\"S\":\"slice#" + number(random.nextInt(PARTITIONS))
                + "\"}}}";
    }

    private static String single(int number) {
        return item("item#" + number(number), "0", number);
    }

    private static String inSlice(int partition, int number) {
        return item("slice#" + number(partition), number(number), number);
    }

    private static String item(String pk, String sk, int number) {
        return "{\"pk\":{\"S\":\"" + pk + "\"},\"sk\":{\"S\":\"" + sk + "\"},\"c\":{\"N\":\"0\"},\"n\":{\"N\":\""
                + number % 10 + "\"},\"data\":{\"S\":\"" + PAYLOAD + "\"}}";
    }

    private static String number(int number) {
        return "%08d".formatted(number);
    }
}

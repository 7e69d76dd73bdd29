package dev.stator.core.operation;

import static dev.stator.core.operation.Statements.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.stream.StreamLimits;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ways lead to each item, and both give the same answers, pages, units and errors. */
class PartiQlAgreementTest {
    private static final int ITEMS = 30;
    private static final int READS = 150;
    private static final int WRITES = 150;
    private static final Limits LIMITS = new Limits(1 << 30, 1_000, StreamLimits.DYNAMODB);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void inMemory(long seed) {
        check(new MemoryEngine(), new MemoryEngine(), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void onRocksDb(long seed, @TempDir Path folder) {
        check(rocksDb(folder.resolve("operations")), rocksDb(folder.resolve("statements")), seed);
    }

    private static Engine rocksDb(Path folder) {
        return RocksDbEngine.open(folder, new RocksDbOptions(Durability.OS, 8 << 20, 8 << 20, 100, 4_096));
    }

    private static void check(Engine one, Engine two, long seed) {
        Random random = new Random(seed);
        try (DatabaseFixture operations = new DatabaseFixture(one, LIMITS);
                DatabaseFixture statements = new DatabaseFixture(two, LIMITS)) {
            for (DatabaseFixture database : List.of(operations, statements)) {
                database.table(
                        "Tab",
                        "p:S s:S",
                        DatabaseFixture.local("loc", "p:S b:S", "ALL"),
                        DatabaseFixture.global("gsi", "g:S s:S", "ALL"));
            }
            for (int i = 0; i < ITEMS; i++) {
                String item = item(random);
                operations.put("Tab", item);
                statements.put("Tab", item);
            }
            for (int i = 0; i < READS; i++) {
                checkRead(statements, random, "read " + i + " of seed " + seed);
            }
            for (int i = 0; i < WRITES; i++) {
                checkWrite(operations, statements, random, "write " + i + " of seed " + seed);
            }
            for (String index : List.of("", ",'IndexName':'loc'", ",'IndexName':'gsi'")) {
                String scan = "{'TableName':'Tab'" + index + "}";
                assertThat(statements.pages("Scan", scan)).isEqualTo(operations.pages("Scan", scan));
            }
            assertThat(statements.meter().writeUnits("Tab"))
                    .isEqualTo(operations.meter().writeUnits("Tab"));
        }
    }

    private static String key(Random random) {
        return "'p':{'S':'" + "xyz".charAt(random.nextInt(3)) + "'},'s':{'S':'" + random.nextInt(8) + "'}";
    }

    private static String item(Random random) {
        RandomPredicates values = new RandomPredicates(random);
        StringBuilder item = new StringBuilder(key(random));
        for (String attribute : List.of("a", "n", "st", "l", "m")) {
            if (random.nextInt(4) > 0) {
                item.append(",'")
                        .append(attribute)
                        .append("':")
                        .append(values.value().json());
            }
        }
        if (random.nextBoolean()) {
            item.append(",'g':{'S':'G'},'b':{'S':'b").append(random.nextInt(3)).append("'}");
        }
        return item.append(",'wide':{'S':'")
                .append("x".repeat(random.nextInt(300)))
                .append("'}")
                .toString();
    }

    /** What came out: an answer without what only one of the two ways has, or an error. */
    private record Outcome(
            @Nullable Object answer,
            @Nullable ErrorType error,
            @Nullable String message) {
        static Outcome of(DatabaseFixture database, String operation, String request) {
            try {
                Map<Object, Object> answer = new LinkedHashMap<>();
                if (database.call(operation, request) instanceof Map<?, ?> members) {
                    members.forEach(answer::put);
                }
                for (String member : List.of("Count", "ScannedCount", "NextToken")) {
                    answer.remove(member);
                }
                Object attributes = answer.remove("Attributes");
                answer.putIfAbsent("Items", attributes == null ? List.of() : List.of(attributes));
                return new Outcome(answer, null, null);
            } catch (ApiException e) {
                String message = String.valueOf(e.getMessage()).replaceFirst("^Invalid \\w+Expression: ", "");
                return new Outcome(null, e.type(), message);
            }
        }
    }

    private static void checkRead(DatabaseFixture database, Random random, String name) {
        RandomPredicates predicates = new RandomPredicates(random);
        String index = List.of("", "loc", "gsi").get(random.nextInt(3));
        String partitionKey = index.equals("gsi") ? "g" : "p";
        String sortKey = index.equals("loc") ? "b" : "s";
        List<RandomPredicates.Both> keys = new ArrayList<>();
        boolean isQuery = random.nextInt(4) > 0;
        if (isQuery) {
            String value = index.equals("gsi") ? "G" : String.valueOf("xyzw".charAt(random.nextInt(4)));
            keys.add(predicates.comparison(partitionKey, "=", predicates.use(string(value))));
            if (random.nextInt(3) > 0) {
                keys.add(sortCondition(predicates, sortKey, random));
            }
        }
        RandomPredicates.Both filter = random.nextBoolean() ? predicates.predicate(3) : null;
        boolean descending = isQuery && random.nextBoolean();
        boolean consistent = random.nextBoolean() && !index.equals("gsi");
        String limit = random.nextBoolean() ? ",'Limit':" + (1 + random.nextInt(6)) : "";
        String common = limit + ",'ReturnConsumedCapacity':'INDEXES'" + (consistent ? ",'ConsistentRead':true" : "");
        String operation = isQuery ? "Query" : "Scan";
        String request = "{'TableName':'Tab'" + (index.isEmpty() ? "" : ",'IndexName':'" + index + "'") + common
                + (isQuery ? ",'KeyConditionExpression':'" + join(keys, false) + "'" : "")
                + (descending ? ",'ScanIndexForward':false" : "")
                + (filter == null ? "" : ",'FilterExpression':'" + filter.expression() + "'")
                + predicates.valuesMember();
        if (filter != null) {
            keys.add(filter);
        }
        String text = "SELECT * FROM Tab" + (index.isEmpty() ? "" : ".\"" + index + "\"")
                + (keys.isEmpty() ? "" : " WHERE " + join(keys, true))
                + (descending ? " ORDER BY " + sortKey + " DESC" : "");
        String statement = "{'Statement':" + quoted(text) + predicates.parametersMember() + common;

        assertThat(pages(database, "ExecuteStatement", statement, "NextToken"))
                .as("%s: %s, as %s %s", name, statement, operation, request)
                .isEqualTo(pages(database, operation, request, "LastEvaluatedKey"));
    }

    private static RandomPredicates.Both sortCondition(RandomPredicates predicates, String sortKey, Random random) {
        String prefix = sortKey.equals("b") ? "b" : "";
        RandomPredicates.Both value = predicates.use(string(prefix + random.nextInt(4)));
        return switch (random.nextInt(4)) {
            case 0 -> {
                RandomPredicates.Both high = predicates.use(string(prefix + (4 + random.nextInt(4))));
                yield new RandomPredicates.Both(
                        sortKey + " BETWEEN " + value.partiQl() + " AND " + high.partiQl(),
                        sortKey + " BETWEEN " + value.expression() + " AND " + high.expression());
            }
            case 1 ->
                new RandomPredicates.Both(
                        "begins_with(" + sortKey + ", " + value.partiQl() + ")",
                        "begins_with(" + sortKey + ", " + value.expression() + ")");
            default ->
                predicates.comparison(sortKey, List.of("<", "<=", ">", ">=").get(random.nextInt(4)), value);
        };
    }

    private static RandomPredicates.Value string(String text) {
        return new RandomPredicates.Value("'" + text + "'", "{'S':'" + text + "'}");
    }

    private static String join(List<RandomPredicates.Both> conditions, boolean partiQl) {
        return String.join(
                " AND ",
                conditions.stream()
                        .map(each -> partiQl ? each.partiQl() : each.expression())
                        .toList());
    }

    /** The answers to a read and to all that continue it; the request lacks its last brace. */
    private static List<Outcome> pages(DatabaseFixture database, String operation, String request, String next) {
        List<Outcome> pages = new ArrayList<>();
        String start = "";
        while (true) {
            Outcome page = Outcome.of(database, operation, request + start + "}");
            pages.add(page);
            if (page.answer() == null) {
                return pages;
            }
            Object from = DatabaseFixture.at(database.call(operation, request + start + "}"), next);
            if (from == null) {
                return pages;
            }
            start = next.equals("NextToken")
                    ? ",'NextToken':'" + from + "'"
                    : ",'ExclusiveStartKey':" + DatabaseFixture.text(from);
        }
    }

    private static void checkWrite(DatabaseFixture operations, DatabaseFixture statements, Random random, String name) {
        RandomPredicates values = new RandomPredicates(random);
        String kind =
                List.of("PutItem", "UpdateItem", "DeleteItem", "UpdateItem").get(random.nextInt(4));
        String key = key(random);
        String condition = "";
        String text;
        String request = "{'TableName':'Tab','ReturnConsumedCapacity':'INDEXES'";
        if (kind.equals("PutItem")) {
            RandomPredicates.Value value = values.value();
            RandomPredicates.Both use = values.use(value);
            text = "INSERT INTO Tab VALUE {" + literals(key) + ", 'g': 'G', 'a': " + use.partiQl() + "}";
            request += ",'Item':{" + key + ",'g':{'S':'G'},'a':" + value.json()
                    + "},'ConditionExpression':'attribute_not_exists(p)'}";
        } else {
            boolean isUpdate = kind.equals("UpdateItem");
            Change change = isUpdate ? Change.of(values, random) : new Change("", "");
            if (random.nextInt(3) == 0) {
                RandomPredicates.Both predicate = values.predicate(2);
                condition = " AND " + predicate.partiQl();
                request += ",'ConditionExpression':'"
                        + (isUpdate ? "attribute_exists(p) AND " : "attribute_not_exists(p) OR ")
                        + predicate.expression() + "'";
            } else if (isUpdate) {
                request += ",'ConditionExpression':'attribute_exists(p)'";
            }
            String[] returning = isUpdate
                    ? new String[][] {
                                {"ALL OLD", "ALL_OLD"},
                                {"ALL NEW", "ALL_NEW"},
                                {"MODIFIED OLD", "UPDATED_OLD"},
                                {"MODIFIED NEW", "UPDATED_NEW"}
                            }
                            [random.nextInt(4)]
                    : new String[] {"ALL OLD", "ALL_OLD"};
            text = (isUpdate ? "UPDATE Tab " + change.partiQl() : "DELETE FROM Tab") + " WHERE "
                    + literals(key).replace("'p': ", "p = ").replace(", 's': ", " AND s = ") + condition + " RETURNING "
                    + returning[0] + " *";
            request += (isUpdate ? ",'UpdateExpression':'" + change.expression() + "'" : "") + ",'ReturnValues':'"
                    + returning[1] + "','Key':{" + key + "}" + values.valuesMember() + "}";
        }
        String statement =
                "{'Statement':" + quoted(text) + values.parametersMember() + ",'ReturnConsumedCapacity':'INDEXES'}";

        Outcome expected = Outcome.of(operations, kind, request);
        if (kind.equals("PutItem") && expected.error() == ErrorType.CONDITIONAL_CHECK_FAILED) {
            expected = new Outcome(null, ErrorType.DUPLICATE_ITEM, "Duplicate primary key exists in table");
        }
        assertThat(Outcome.of(statements, "ExecuteStatement", statement))
                .as("%s: %s, as %s %s", name, statement, kind, request)
                .isEqualTo(expected);
    }

    /** The key's attributes as literals, {@code 'p': 'x', 's': '1'}. */
    private static String literals(String key) {
        return key.replaceAll("'(\\w)':\\{'S':'(\\w)'\\}", "'$1': '$2'").replace(",", ", ");
    }

    /** What an update does, in both languages. */
    private record Change(String partiQl, String expression) {
        static Change of(RandomPredicates values, Random random) {
            List<String> partiQlSets = new ArrayList<>();
            List<String> sets = new ArrayList<>();
            RandomPredicates.Both assigned = values.use(values.value());
            String target = List.of("a", "n", "m.k", "l[1]", "l[9]").get(random.nextInt(5));
            partiQlSets.add(target + " = " + assigned.partiQl());
            sets.add(target + " = " + assigned.expression());
            if (random.nextBoolean()) {
                RandomPredicates.Both number = values.use(values.number());
                partiQlSets.add("c = n + " + number.partiQl());
                sets.add("c = n + " + number.expression());
            }
            if (random.nextBoolean()) {
                RandomPredicates.Both list = values.use(new RandomPredicates.Value("['z']", "{'L':[{'S':'z'}]}"));
                partiQlSets.add("d = list_append(l, " + list.partiQl() + ")");
                sets.add("d = list_append(l, " + list.expression() + ")");
            }
            String partiQl = "SET " + String.join(random.nextBoolean() ? ", " : " SET ", partiQlSets);
            String expression = "SET " + String.join(", ", sets);
            if (random.nextBoolean()) {
                String removed = List.of("g", "st", "wide").get(random.nextInt(3));
                partiQl += " REMOVE " + removed;
                expression += " REMOVE " + removed;
            }
            RandomPredicates.Both members = values.use(new RandomPredicates.Value("<<'x', 'w'>>", "{'SS':['x','w']}"));
            boolean isAdd = random.nextBoolean();
            partiQl += " SET e = " + (isAdd ? "set_add" : "set_delete") + "(e, " + members.partiQl() + ")";
            expression += (isAdd ? " ADD" : " DELETE") + " e " + members.expression();
            return new Change(partiQl, expression);
        }
    }
}

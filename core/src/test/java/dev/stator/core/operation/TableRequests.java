package dev.stator.core.operation;

import java.util.stream.Stream;

/** Pieces of requests that create tables. */
final class TableRequests {
    static final String DEFINED_A = "\"AttributeDefinitions\":[{\"AttributeName\":\"a\",\"AttributeType\":\"S\"}]";
    static final String DEFINED_AB = "\"AttributeDefinitions\":[{\"AttributeName\":\"a\",\"AttributeType\":\"S\"},"
            + "{\"AttributeName\":\"b\",\"AttributeType\":\"S\"}]";
    static final String KEY_A = "\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}]";
    static final String KEY_AB = "\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"},"
            + "{\"AttributeName\":\"b\",\"KeyType\":\"RANGE\"}]";
    static final String UNITS = "\"ProvisionedThroughput\":{\"ReadCapacityUnits\":1,\"WriteCapacityUnits\":1}";
    static final String ON_DEMAND = "\"BillingMode\":\"PAY_PER_REQUEST\"";
    static final String ALL = "\"Projection\":{\"ProjectionType\":\"ALL\"}";

    private TableRequests() {}

    static String table(String... members) {
        return "{\"TableName\":\"abc\"," + String.join(",", members) + "}";
    }

    static String defined(String... namesAndTypes) {
        return "\"AttributeDefinitions\":["
                + String.join(
                        ",",
                        Stream.of(namesAndTypes)
                                .map(each -> each.split(":", 2))
                                .map(each ->
                                        "{\"AttributeName\":\"" + each[0] + "\",\"AttributeType\":\"" + each[1] + "\"}")
                                .toList())
                + "]";
    }

    static String keys(String... namesAndTypes) {
        return "\"KeySchema\":["
                + String.join(
                        ",",
                        Stream.of(namesAndTypes)
                                .map(each -> each.split(":", 2))
                                .map(each -> "{\"AttributeName\":\"" + each[0] + "\",\"KeyType\":\"" + each[1] + "\"}")
                                .toList())
                + "]";
    }

    static String index(String name, String... members) {
        return "{\"IndexName\":\"" + name + "\"," + String.join(",", members) + "}";
    }

    static String locals(String... indexes) {
        return "\"LocalSecondaryIndexes\":[" + String.join(",", indexes) + "]";
    }

    static String globals(String... indexes) {
        return "\"GlobalSecondaryIndexes\":[" + String.join(",", indexes) + "]";
    }

    static String invalid(String message) {
        return "One or more parameter values were invalid: " + message;
    }
}

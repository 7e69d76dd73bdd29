package dev.stator.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Engine;
import dev.stator.storage.Waiting;
import dev.stator.storage.memory.MemoryEngine;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseTest {
    private static final String TABLES = "DynamoDB_20120810";
    private static final String STREAMS = "DynamoDBStreams_20120810";

    private static boolean has(String api, String operation) {
        try (Database database = Database.open(new MemoryEngine(), InstantSource.system())) {
            return database.has(api, operation);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"})
    void streamsAreReadByAnApiOfTheirOwn(String operation) {
        assertThat(has(STREAMS, operation)).isTrue();
        assertThat(has(TABLES, operation)).isFalse();
    }

    @Test
    void allElseBelongsToTheOther() {
        assertThat(has(TABLES, "PutItem")).isTrue();
        assertThat(has(STREAMS, "PutItem")).isFalse();
        assertThat(has("DynamoDB_20111205", "PutItem")).isFalse();
        assertThat(has(TABLES, "putItem")).isFalse();
    }

    @Test
    void whatWaitsForNothingIsPrompt() {
        assertThat(prompt(Waiting.NEVER))
                .containsExactly("DeleteItem", "GetItem", "PutItem", "Query", "TransactWriteItems", "UpdateItem");
        assertThat(prompt(Waiting.IN_COMMITS)).containsExactly("GetItem", "Query");
        assertThat(prompt(Waiting.ALWAYS)).isEmpty();
    }

    private static List<String> prompt(Waiting waiting) {
        Engine engine = new ForwardingEngine(new MemoryEngine()) {
            @Override
            public Waiting waiting() {
                return waiting;
            }
        };
        try (Database database = Database.open(engine, InstantSource.system())) {
            return Stream.of(
                            "BatchGetItem",
                            "CreateTable",
                            "DeleteItem",
                            "GetItem",
                            "GetRecords",
                            "PutItem",
                            "Query",
                            "Scan",
                            "TransactWriteItems",
                            "UpdateItem")
                    .filter(database::isPrompt)
                    .toList();
        }
    }
}

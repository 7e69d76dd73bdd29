package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** A counter for more writes than one item takes: as many items as shards, written at random, read together. */
@StatorTest
@Table(name = "Counters", partitionKey = "shard")
class ShardedCounterTest {
    record Counter(DynamoDbAsyncClient dynamo, String name, int shards) {
        CompletableFuture<?> increment(int seed) {
            return dynamo.updateItem(update -> update.tableName("Counters")
                    .key(shard(Math.floorMod(seed * 31, shards)))
                    .updateExpression("ADD hits :one")
                    .expressionAttributeValues(Map.of(":one", n(1))));
        }

        CompletableFuture<Long> total() {
            List<Map<String, AttributeValue>> keys =
                    IntStream.range(0, shards).mapToObj(this::shard).toList();
            return dynamo.batchGetItem(get -> get.requestItems(Map.of(
                            "Counters", KeysAndAttributes.builder().keys(keys).build())))
                    .thenApply(response -> response.responses().get("Counters").stream()
                            .mapToLong(item -> number(item, "hits"))
                            .sum());
        }

        private Map<String, AttributeValue> shard(int number) {
            return Map.of("shard", s(name + "#" + number));
        }
    }

    @Test
    void noIncrementIsLost(Stator stator) {
        Counter counter = new Counter(stator.dynamoDbAsyncClient(), "visits", 8);

        CompletableFuture.allOf(
                        IntStream.range(0, 400).mapToObj(counter::increment).toArray(CompletableFuture[]::new))
                .join();

        assertThat(counter.total().join()).isEqualTo(400);
        assertThat(stator).failedNothing().table("Counters").hasItems(8);
    }

    @Test
    void aCounterThatNobodyTouchedIsZero(DynamoDbAsyncClient dynamo) {
        assertThat(new Counter(dynamo, "visits", 8).total().join()).isZero();
    }
}

package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Many clients on one item: nothing is lost, and of several who claim the same thing one wins. */
final class ConcurrencyTest extends TargetTest {
    private static final int THREADS = 50;

    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createHashTable();
    }

    @Test
    void fiftyThreadsIncrementOneCounterAndLoseNothing() throws Exception {
        List<String> seen = onThreads(
                THREADS,
                () -> at(
                                dynamo().updateItem(update -> update.tableName(table)
                                                .key(key("counter"))
                                                .updateExpression("SET c = if_not_exists(c, :zero) + :one")
                                                .expressionAttributeValues(
                                                        Map.of(":zero", fromN("0"), ":one", fromN("1")))
                                                .returnValues(ReturnValue.UPDATED_NEW))
                                        .attributes(),
                                "c")
                        .n());

        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, THREADS)
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(get(table, key("counter")).get("c")).isEqualTo(fromN("50"));
    }

    @Test
    void oneOfFiftyWhoCreateTheSameItemWins() throws Exception {
        List<Boolean> won = onThreads(THREADS, () -> {
            try {
                dynamo().putItem(put ->
                        put.tableName(table).item(key("claim")).conditionExpression("attribute_not_exists(p)"));
                return true;
            } catch (ConditionalCheckFailedException e) {
                return false;
            }
        });

        assertThat(won).containsOnlyOnce(true);
    }

    @Test
    void compareAndSetAppliesEveryChangeOnce() throws Exception {
        put(table, Map.of("p", fromS("compare"), "v", fromN("0")));

        onThreads(10, () -> {
            while (true) {
                String v = at(get(table, key("compare")), "v").n();
                try {
                    return dynamo().updateItem(update -> update.tableName(table)
                            .key(key("compare"))
                            .updateExpression("SET v = :next")
                            .conditionExpression("v = :seen")
                            .expressionAttributeValues(Map.of(
                                    ":seen", fromN(v), ":next", fromN(Integer.toString(Integer.parseInt(v) + 1)))));
                } catch (ConditionalCheckFailedException e) {
                    // Somebody was faster, so look again.
                }
            }
        });

        assertThat(get(table, key("compare")).get("v")).isEqualTo(fromN("10"));
    }

    private static <T> List<T> onThreads(int count, Callable<T> task) throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(Collections.nCopies(count, task))) {
                results.add(result.get());
            }
            return results;
        }
    }
}

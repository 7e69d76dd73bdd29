package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Jobs with priorities: waiting ones are in a sparse index, from which a job disappears by being claimed. */
@StatorTest
@Table(
        name = "Jobs",
        partitionKey = "id",
        globalIndexes = @Table.GlobalIndex(name = "waiting", partitionKey = "queue", sortKey = "priority:N"))
class JobQueueTest {
    record JobQueue(DynamoDbClient dynamo, String queue) {
        void submit(String id, int priority) {
            dynamo.putItem(
                    put -> put.tableName("Jobs").item(Map.of("id", s(id), "queue", s(queue), "priority", n(priority))));
        }

        /** Claims the most urgent job; of those who try at the same time, each gets another one. */
        Optional<String> claim(String worker) {
            while (true) {
                List<String> first = dynamo
                        .query(query -> query.tableName("Jobs")
                                .indexName("waiting")
                                .keyConditionExpression("queue = :queue")
                                .expressionAttributeValues(Map.of(":queue", s(queue)))
                                .scanIndexForward(false)
                                .limit(1))
                        .items()
                        .stream()
                        .map(job -> job.get("id").s())
                        .toList();
                if (first.isEmpty()) {
                    return Optional.empty();
                }
                if (isClaimed(first.getFirst(), worker)) {
                    return Optional.of(first.getFirst());
                }
            }
        }

        private boolean isClaimed(String id, String worker) {
            try {
                dynamo.updateItem(update -> update.tableName("Jobs")
                        .key(Map.of("id", s(id)))
                        .updateExpression("SET worker = :worker REMOVE queue")
                        .conditionExpression("attribute_exists(queue)")
                        .expressionAttributeValues(Map.of(":worker", s(worker))));
                return true;
            } catch (ConditionalCheckFailedException e) {
                return false;
            }
        }
    }

    @Injected
    private Stator stator;

    private JobQueue queue;

    @BeforeEach
    void open() {
        queue = new JobQueue(stator.dynamoDbClient(), "mail");
    }

    @Test
    void theMostUrgentIsFirst() {
        queue.submit("newsletter", 1);
        queue.submit("password-reset", 9);
        new JobQueue(stator.dynamoDbClient(), "print").submit("label", 99);

        assertThat(queue.claim("w1")).hasValue("password-reset");
        assertThat(queue.claim("w1")).hasValue("newsletter");
        assertThat(queue.claim("w1")).isEmpty();
    }

    @Test
    void noJobIsClaimedTwice() {
        for (int i = 0; i < 40; i++) {
            queue.submit("job-" + i, i % 5);
        }
        Queue<String> claimed = new ConcurrentLinkedQueue<>();
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                String worker = "w" + i;
                workers.execute(() -> {
                    for (Optional<String> job = queue.claim(worker); job.isPresent(); job = queue.claim(worker)) {
                        claimed.add(job.get());
                    }
                });
            }
        }

        assertThat(claimed).hasSize(40).doesNotHaveDuplicates();
        assertThat(stator).scannedNothing().discardedNothing();
    }
}

package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.schema.TableBlueprint;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** The one place where a Scan is right: an export, in segments. By hand, since it wants pages of a few KB. */
class ParallelExportTest {
    record Export(DynamoDbAsyncClient dynamo, int segments) {
        Queue<String> run() {
            Queue<String> ids = new ConcurrentLinkedQueue<>();
            CompletableFuture.allOf(IntStream.range(0, segments)
                            .mapToObj(segment -> dynamo.scanPaginator(scan -> scan.tableName("Customers")
                                            .segment(segment)
                                            .totalSegments(segments))
                                    .items()
                                    .subscribe(item -> ids.add(item.get("id").s())))
                            .toArray(CompletableFuture[]::new))
                    .join();
            return ids;
        }
    }

    private final Stator stator = Stator.builder().pageBytesMax(2_000).build();

    @BeforeEach
    void fill() {
        stator.create(TableBlueprint.table("Customers", "id").draw());
        List<CompletableFuture<?>> puts = IntStream.range(0, 250)
                .<CompletableFuture<?>>mapToObj(i -> stator.dynamoDbAsyncClient()
                        .putItem(put -> put.tableName("Customers")
                                .item(Map.of("id", s("customer-" + i), "revenue", n(i), "note", s("-".repeat(50))))))
                .toList();
        puts.forEach(CompletableFuture::join);
        stator.requests().clear();
    }

    @AfterEach
    void close() {
        stator.close();
    }

    @Test
    void everySegmentIsReadToItsEndAndNothingTwice() {
        Queue<String> ids = new Export(stator.dynamoDbAsyncClient(), 4).run();

        assertThat(ids).hasSize(250).doesNotHaveDuplicates();
        assertThat(stator).requestedOnly("Scan").discardedNothing();
        assertThat(stator.requests().all()).as("pages").hasSizeGreaterThan(8);
    }

    @Test
    void aSingleSegmentIsTheSame() {
        assertThat(new Export(stator.dynamoDbAsyncClient(), 1).run()).hasSize(250);
    }
}

package dev.stator.junit;

import static dev.stator.junit.StatorExtensionTest.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Test classes that {@link StatorExtensionTest} runs; surefire does not, by their name. */
@SuppressWarnings("NullAway.Init") // fields are injected
final class ExtensionCases {
    private ExtensionCases() {}

    @StatorTest(startAt = "2026-03-01T12:00:00Z")
    @Table(name = "Orders", partitionKey = "customer", sortKey = "number:N")
    static class PerTest {
        @Injected
        private DynamoDbClient dynamo;

        @BeforeEach
        void prepare() {
            dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ben", 0, "open")));
        }

        @RepeatedTest(2)
        void findsOnlyWhatWasPrepared(Stator stator) {
            leaveAnItem(stator, 1);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void mixesWithOtherParameters(int number, Stator stator) {
            leaveAnItem(stator, number);
        }

        @Test
        void hasAClockThatStands(Stator stator, StatorClock clock) {
            note("PerTest", stator);
            assertThat(clock.instant()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
            clock.advance(Duration.ofDays(1));
        }

        private void leaveAnItem(Stator stator, int number) {
            note("PerTest", stator);
            assertThat(stator.requests().all()).as("what prepared the test").isEmpty();
            assertThat(stator.table("Orders").count()).isEqualTo(1);
            dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ann", number, "open")));
            assertThat(stator.requests().all()).hasSize(1);
        }
    }

    @StatorTest(isolation = StatorTest.Isolation.PER_CLASS)
    @Table(name = "Orders", partitionKey = "customer", sortKey = "number:N")
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class PerClass {
        @Injected
        private static DynamoDbClient shared;

        @BeforeAll
        static void fill(DynamoDbClient dynamo) {
            assertThat(dynamo).isSameAs(shared);
            dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")));
        }

        @Test
        @Order(1)
        void findsWhatBeforeAllHasLeft(Stator stator) {
            note("PerClass", stator);
            assertThat(stator.table("Orders").count()).isEqualTo(1);
            shared.putItem(put -> put.tableName("Orders").item(Tables.order("ann", 2, "open")));
        }

        @Test
        @Order(2)
        void findsWhatTheTestBeforeHasLeft(Stator stator) {
            note("PerClass", stator);
            assertThat(stator.requests().all()).isEmpty();
            assertThat(stator.table("Orders").count()).isEqualTo(2);
        }

        @Nested
        class Inner {
            @Test
            void hasADatabaseOfItsOwn(Stator stator) {
                note("PerClass.Inner", stator);
                assertThat(stator.table("Orders").count()).isZero();
            }
        }
    }

    @StatorTest
    @Table(name = "Outer", partitionKey = "id")
    static class Outer {
        @Injected
        private DynamoDbClient outer;

        @Test
        void hasItsTable(DynamoDbClient dynamo) {
            assertThat(dynamo.listTables().tableNames()).containsExactly("Outer");
        }

        @Nested
        @Table(name = "Inner", partitionKey = "id")
        class Inner {
            @Injected
            private DynamoDbClient inner;

            @Test
            void hasBoth() {
                assertThat(inner).isSameAs(outer);
                assertThat(inner.listTables().tableNames()).containsExactly("Inner", "Outer");
            }
        }
    }

    @StatorTest
    static class ByConstructor {
        private final Stator given;

        ByConstructor(Stator given) {
            this.given = given;
        }

        @RepeatedTest(2)
        void isThatOfTheTest(Stator stator) {
            note("ByConstructor", stator);
            assertThat(stator).isSameAs(given);
        }
    }

    @StatorTest
    @Table(
            name = "Readings",
            partitionKey = "device:B",
            sortKey = "time:N",
            globalIndexes = {
                @Table.GlobalIndex(
                        name = "by-place",
                        partitionKey = {"country", "city"},
                        sortKey = "time:N",
                        projectedOnly = "celsius")
            },
            localIndexes = @Table.LocalIndex(name = "by-celsius", sortKey = "celsius:N", projectedOnly = "KEYS_ONLY"))
    @BeanTable(value = Note.class, name = "Notes", timeToLive = "changed")
    @TemplateTables(value = "shop.template.json", parameters = "Stage=test", names = "CartsTable=carts")
    static class AllTables {
        @Test
        void areThere(DynamoDbClient dynamo) {
            assertThat(dynamo.listTables().tableNames()).containsExactly("Notes", "Readings", "carts", "orders-test");
            TableDescription readings =
                    dynamo.describeTable(table -> table.tableName("Readings")).table();
            assertThat(readings.keySchema()).hasSize(2);
            assertThat(readings.globalSecondaryIndexes().getFirst().keySchema()).hasSize(3);
            assertThat(readings.globalSecondaryIndexes().getFirst().projection().nonKeyAttributes())
                    .containsExactly("celsius");
            assertThat(readings.localSecondaryIndexes().getFirst().projection().projectionTypeAsString())
                    .isEqualTo("KEYS_ONLY");
            assertThat(readings.billingModeSummary().billingModeAsString()).isEqualTo("PAY_PER_REQUEST");
            TableDescription notes =
                    dynamo.describeTable(table -> table.tableName("Notes")).table();
            assertThat(notes.globalSecondaryIndexes()).hasSize(1);
            assertThat(notes.localSecondaryIndexes()).hasSize(1);
            assertThat(dynamo.describeTimeToLive(describe -> describe.tableName("Notes"))
                            .timeToLiveDescription()
                            .attributeName())
                    .isEqualTo("changed");
        }
    }

    @StatorServer
    @BeanTable(Note.class)
    static class AllParts {
        @Test
        void areOfOneDatabase(
                Stator stator,
                StatorClock clock,
                RequestLog requests,
                DynamoDbClient dynamo,
                DynamoDbAsyncClient async,
                DynamoDbEnhancedClient enhanced,
                DynamoDbEnhancedAsyncClient enhancedAsync,
                DynamoDbStreamsClient streams,
                DynamoDbStreamsAsyncClient streamsAsync,
                DynamoDbTable<Note> notes,
                DynamoDbAsyncTable<Note> notesAsync,
                URI endpoint) {
            assertThat(List.of(
                            clock, requests, dynamo, async, enhanced, enhancedAsync, streams, streamsAsync, endpoint))
                    .containsExactly(
                            stator.clock(),
                            stator.requests(),
                            stator.dynamoDbClient(),
                            stator.dynamoDbAsyncClient(),
                            stator.enhancedClient(),
                            stator.enhancedAsyncClient(),
                            stator.streamsClient(),
                            stator.streamsAsyncClient(),
                            stator.endpoint());
            Note note = new Note();
            note.setAuthor("ann");
            note.setNumber(1);
            notes.putItem(note);
            assertThat(notesAsync.getItem(note).join().getAuthor()).isEqualTo("ann");
        }
    }

    @StatorServer
    @Table(name = "Orders", partitionKey = "id")
    static class WithPort {
        @Test
        void answersThere(Stator stator, URI endpoint) throws Exception {
            assertThat(stator.environment()).containsEntry("AWS_ENDPOINT_URL_DYNAMODB", endpoint.toString());
            try (var client = java.net.http.HttpClient.newHttpClient()) {
                String answer = client.send(
                                java.net.http.HttpRequest.newBuilder(endpoint.resolve("/health"))
                                        .build(),
                                java.net.http.HttpResponse.BodyHandlers.ofString())
                        .body();
                assertThat(answer).startsWith("healthy");
            }
        }
    }

    @StatorTest
    @Table(name = "Orders", partitionKey = "customer", sortKey = "number:N")
    static class InParallel {
        @Injected
        private Stator field;

        @RepeatedTest(40)
        void isAlone(Stator stator, DynamoDbClient dynamo) {
            note("InParallel", stator);
            assertThat(field).isSameAs(stator);
            for (int i = 0; i < 10; i++) {
                int number = i;
                dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ann", number, "open")));
            }
            assertThat(stator.table("Orders").count()).isEqualTo(10);
            assertThat(stator.requests().all()).hasSize(10);
        }
    }

    @StatorTest
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @Execution(ExecutionMode.CONCURRENT)
    static class SharedFields {
        @Injected
        private Stator field;

        @Test
        void isRefused() {
            assertThat(field).isNotNull();
        }
    }

    @StatorTest
    static class Failing {
        @Test
        void fails(Stator stator) {
            note("Failing", stator);
            fail("on purpose");
        }

        @Nested
        class WhilePreparing {
            @BeforeEach
            void fails(Stator stator) {
                note("Failing", stator);
                fail("on purpose");
            }

            @Test
            void isNotReached() {
                assertThat(true).isTrue();
            }
        }
    }

    @StatorTest
    static class StaticField {
        @Injected
        private static Stator early;

        @Test
        void isRefused() {
            assertThat(early).isNotNull();
        }
    }

    @StatorTest
    static class BeforeAllTooEarly {
        @BeforeAll
        static void isRefused(Stator stator) {
            assertThat(stator).isNotNull();
        }

        @Test
        void isNotReached() {
            assertThat(true).isTrue();
        }
    }

    @StatorTest
    static class WrongField {
        @Injected
        private String text;

        @Test
        void isRefused() {
            assertThat(text).isNotNull();
        }
    }

    @StatorTest
    static class NoPort {
        @Test
        void isRefused(URI endpoint) {
            assertThat(endpoint).isNotNull();
        }
    }

    @StatorTest(startAt = "noon")
    static class WrongTime {
        @Test
        void isRefused() {
            assertThat(true).isTrue();
        }
    }

    @StatorTest
    @Table(name = "Orders", partitionKey = "id:X")
    static class WrongKey {
        @Test
        void isRefused() {
            assertThat(true).isTrue();
        }
    }
}

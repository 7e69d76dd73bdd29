package dev.stator.lifecycle.event;

import static dev.stator.lifecycle.Fixture.OFFICER;
import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.moved;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.schema.TableBlueprint;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.audit.AuditRecord;
import dev.stator.lifecycle.event.LifecycleEvent.Kind;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Whoever listens hears of everything, in order. */
class EventFeedTest {
    private static final LifecycleSpec SPEC = Presets.SOCIAL
            .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
            .transition("erase", List.of("deleted"), "purged", "officer")
            .build();

    private final Fixture posts = new Fixture(SPEC);
    private final Lifecycle lifecycle = posts.lifecycle;
    private final List<LifecycleEvent> heard = new ArrayList<>();

    @AfterEach
    void close() {
        posts.close();
    }

    private EventFeed feed(EventHandler handler) {
        return lifecycle.events(posts.stator.streamsClient(), "search", handler);
    }

    private List<String> told() {
        return heard.stream()
                .map(event -> event.kind() + " " + event.from() + ">" + event.to() + " by " + event.actor())
                .toList();
    }

    @Test
    void aWholeLifeIsTold() {
        ItemKey active = posts.put("a").key();
        ItemKey archived = posts.move(active, "archived").key();
        ItemKey deleted = posts.move(archived, "deleted").key();
        moved(lifecycle.restore(deleted, OWNER, "sorry"));
        posts.pass(Duration.ofHours(1));
        posts.move(active, "deleted");
        // A stream keeps its records for 24 hours only.
        feed(heard::add).poll();
        posts.pass(Duration.ofDays(31));
        ItemKey other = posts.move(posts.put("b").key(), "deleted").key();
        lifecycle.purge(other, OFFICER, "by court order");

        assertThat(feed(heard::add).poll()).isEqualTo(3);

        assertThat(told())
                .containsExactly(
                        "ARCHIVED active>archived by ann",
                        "SOFT_DELETED archived>deleted by ann",
                        "RESTORED deleted>active by ann",
                        "SOFT_DELETED active>deleted by ann",
                        "EXPIRED deleted> by dynamodb.amazonaws.com",
                        "SOFT_DELETED active>deleted by ann",
                        "PURGED deleted> by olga");
        assertThat(heard.getLast()).satisfies(event -> {
            assertThat(event.kind()).isEqualTo(Kind.PURGED);
            assertThat(event.actor()).isEqualTo("olga");
            assertThat(event.reason()).isEqualTo("by court order");
            assertThat(event.item().attributes().get("title")).isEqualTo(s("The title of b"));
        });
        assertThat(heard.get(2).reason()).isEqualTo("sorry");
    }

    @Test
    void whatApplicationsDoThemselvesIsNoEvent() {
        LifecycleItem item = posts.put("a");
        posts.dynamo.updateItem(update -> update.tableName("Posts")
                .key(lifecycle.context().attributes(item.key()))
                .updateExpression("SET title = :new")
                .expressionAttributeValues(Map.of(":new", s("new"))));
        posts.dynamo.putItem(put -> put.tableName("Posts").item(Map.of("PK", s(USER), "SK", s("PROFILE"))));
        posts.dynamo.deleteItem(
                delete -> delete.tableName("Posts").key(lifecycle.context().attributes(item.key())));

        assertThat(feed(heard::add).poll()).isZero();
    }

    @Test
    void aPollGoesOnWhereTheLastOneEndedInAnotherProcess() {
        posts.move(posts.put("a").key(), "deleted");
        assertThat(feed(heard::add).poll()).isEqualTo(1);
        posts.move(posts.put("b").key(), "deleted");

        assertThat(feed(heard::add).poll()).isEqualTo(1);
        assertThat(feed(heard::add).poll()).isZero();
        assertThat(heard).extracting(event -> event.item().fields().text("id")).containsExactly("a", "b");
    }

    @Test
    void anotherConsumerHearsEverythingForHimself() {
        posts.move(posts.put("a").key(), "deleted");
        feed(heard::add).poll();

        assertThat(lifecycle
                        .events(posts.stator.streamsClient(), "mail", heard::add)
                        .poll())
                .isEqualTo(1);
    }

    @Test
    void anEventThatWasNotHandledComesAgainAndOthersDoNot() {
        for (String id : List.of("a", "b", "c")) {
            posts.move(posts.put(id).key(), "deleted");
        }
        EventHandler failing = event -> {
            if (heard.size() == 1) {
                throw new IOException("the index is down");
            }
            heard.add(event);
        };

        assertThatThrownBy(() -> feed(failing).poll())
                .isInstanceOf(EventException.class)
                .hasMessageContaining("the index is down");
        feed(heard::add).poll();

        assertThat(heard).extracting(event -> event.item().fields().text("id")).containsExactly("a", "b", "c");
    }

    @Test
    void onlyOneReadsForAConsumerAtATime() {
        posts.move(posts.put("a").key(), "deleted");
        List<Integer> second = new ArrayList<>();
        feed(event -> {
                    heard.add(event);
                    second.add(feed(heard::add).poll());
                })
                .poll();

        assertThat(second).containsExactly(0);
        assertThat(heard).hasSize(1);
    }

    @Test
    void eventsThatAreGoneAreAGap() {
        posts.move(posts.put("a").key(), "deleted");
        feed(heard::add).poll();
        posts.move(posts.put("b").key(), "deleted");
        posts.pass(Duration.ofHours(26));
        posts.move(posts.put("c").key(), "deleted");
        List<String> gaps = new ArrayList<>();

        feed(new EventHandler() {
                    @Override
                    public void handle(LifecycleEvent event) {
                        heard.add(event);
                    }

                    @Override
                    public void gap(String shardId) {
                        gaps.add(shardId);
                    }
                })
                .poll();

        assertThat(heard).extracting(event -> event.item().fields().text("id")).containsExactly("a", "c");
        assertThat(gaps).hasSize(1);
    }

    @Test
    void theEventsOfAnItemComeInOrderThroughShardsThatRollOver() {
        Map<String, List<String>> expected = new HashMap<>();
        Map<String, List<String>> told = new HashMap<>();
        EventFeed feed =
                feed(event -> told.computeIfAbsent(event.item().fields().text("id"), id -> new ArrayList<>())
                        .add(event.to()));
        List<LifecycleItem> items = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            items.add(posts.put("i" + i));
        }
        for (int round = 0; round < 6; round++) {
            // Shards roll over after four hours.
            posts.pass(Duration.ofHours(3));
            for (int i = 0; i < items.size(); i++) {
                String to = round % 2 == 0 ? "deleted" : "active";
                LifecycleItem moved = posts.move(items.get(i).key(), to);
                items.set(i, moved);
                expected.computeIfAbsent("i" + i, id -> new ArrayList<>()).add(to);
            }
            if (round % 3 == 1) {
                feed.poll();
            }
        }
        feed.poll();

        assertThat(told).isEqualTo(expected);
    }

    @Test
    void anExpiryIsRecordedOnce() {
        LifecycleItem active = posts.put("a");
        posts.move(active.key(), "deleted");
        posts.pass(Duration.ofDays(31));
        ExpiryRecords records = new ExpiryRecords(lifecycle.context(), heard::add);
        lifecycle.events(posts.stator.streamsClient(), "audit", records).poll();
        lifecycle.events(posts.stator.streamsClient(), "audit-again", records).poll();

        List<AuditRecord> history = lifecycle.audit().history(USER, active.key().sort());

        assertThat(history).extracting(record -> record.entry().kind().name()).containsExactly("MOVED", "EXPIRED");
        assertThat(lifecycle.audit().verifyAll().problems()).isEmpty();
    }

    @Test
    void aTableWithoutAStreamIsNamed() {
        posts.dynamo.updateTable(
                update -> update.tableName("Posts").streamSpecification(stream -> stream.streamEnabled(false)));
        posts.dynamo.deleteTable(delete -> delete.tableName("Posts"));
        posts.stator.create(TableBlueprint.table("Posts", "PK").sortKey("SK").draw());

        assertThatThrownBy(() -> feed(heard::add).poll()).hasMessageContaining("has no stream");
    }

    @Test
    void whoWasReplacedWhileHisHandlerWasAtWorkNeitherGoesOnNorMovesThePositionBack() {
        for (String id : List.of("a", "b", "c")) {
            posts.move(posts.put(id).key(), "deleted");
        }
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        EventHandler slow = event -> {
            first.add(event.item().fields().text("id"));
            if (first.size() == 1) {
                // Longer than the lease: another process takes over, and reads all there is.
                posts.pass(Duration.ofMinutes(2));
                feed(taken -> second.add(taken.item().fields().text("id"))).poll();
                EventFeed third = feed(heard::add);
                assertThat(third.poll()).isZero();
                holdLease();
            }
        };

        feed(slow).poll();

        assertThat(first).containsExactly("a");
        assertThat(second).containsExactly("a", "b", "c");
        posts.pass(Duration.ofMinutes(2));
        assertThat(feed(heard::add).poll()).isZero();
    }

    // As the other process does while it reads.
    private void holdLease() {
        String label = posts.dynamo
                .describeTable(describe -> describe.tableName("Posts"))
                .table()
                .latestStreamLabel();
        assertThat(new Positions(lifecycle.context(), "search", label).lease()).isTrue();
    }

    @Test
    void recordsBehindEmptyPagesAreFoundAndAClosedShardIsReadToItsEnd() {
        posts.move(posts.put("a").key(), "deleted");
        posts.pass(Duration.ofHours(5));
        posts.move(posts.put("b").key(), "deleted");

        // DynamoDB may answer with empty pages before it comes to the records.
        DynamoDbStreamsClient sparse = EmptyPages.before(posts.stator.streamsClient(), 2);
        lifecycle.events(sparse, "search", heard::add).poll();

        assertThat(heard).extracting(event -> event.item().fields().text("id")).containsExactly("a", "b");
    }

    @Test
    void anExpiryThatIsToldAgainAfterOtherRecordsAddsNothing() {
        LifecycleItem active = posts.put("a");
        posts.move(active.key(), "deleted");
        posts.pass(Duration.ofDays(31));
        ExpiryRecords records = new ExpiryRecords(lifecycle.context(), heard::add);
        lifecycle.events(posts.stator.streamsClient(), "audit", records).poll();
        // A new item in its place goes on with its ledger.
        posts.put("a", Fixture.START, Map.of());
        posts.move(active.key(), "deleted");

        lifecycle.events(posts.stator.streamsClient(), "audit-again", records).poll();

        assertThat(lifecycle.audit().history(USER, active.key().sort()))
                .extracting(record -> record.entry().kind().name())
                .containsExactly("MOVED", "EXPIRED", "MOVED");
    }
}

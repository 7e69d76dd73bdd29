package dev.stator.lifecycle.move;

import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.moved;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A restore against time to live, against a job, and against others: whoever comes first, nothing is lost or doubled. */
class RaceTest {
    private static final LifecycleSpec STAGED = LifecycleSpec.parse("""
            lifecycle: posts
            table: Posts
            keys:
              partition: {name: PK, template: "USER#{userId}"}
              sort: {name: SK, template: "{state}#{timestamp}#{id}"}
            states:
              active: {prefix: ACTIVE, timestamp: created}
              deleted: {prefix: DELETED, retention: 7d, then: archived}
              archived: {prefix: ARCHIVED, retention: 23d, then: purge}
            transitions:
              delete: {from: active, to: deleted, by: owner}
              restore: {from: [deleted, archived], to: active, by: owner}
              expire: {from: deleted, to: archived, trigger: retention}
              purge: {from: archived, to: purged, trigger: retention}
            due: {index: due, shards: 4}
            """);

    @Test
    void aRestoreBeforeTheTimeToLiveSavesTheItem() {
        try (Fixture posts = new Fixture(Fixture.social())) {
            ItemKey trash = posts.move(posts.put("a").key(), "deleted").key();
            posts.pass(Duration.ofDays(30).minusSeconds(1));

            LifecycleItem restored = moved(posts.lifecycle.restore(trash, OWNER, ""));
            posts.pass(Duration.ofDays(60));

            assertThat(posts.lifecycle.views().get(restored.key())).isPresent();
            assertThat(posts.count("Posts")).isEqualTo(1);
        }
    }

    @Test
    void aRestoreAfterTheTimeToLiveIsLostAndMakesNothingUp() {
        try (Fixture posts = new Fixture(Fixture.social())) {
            ItemKey trash = posts.move(posts.put("a").key(), "deleted").key();
            posts.pass(Duration.ofDays(31));

            MoveResult result = posts.lifecycle.restore(trash, OWNER, "");

            assertThat(result).isEqualTo(new MoveResult.Lost(trash, Optional.empty()));
            assertThat(posts.count("Posts")).isZero();
        }
    }

    @Test
    void aTimeToLiveThatFiresBetweenReadAndWriteWins() {
        try (Fixture posts = new Fixture(Fixture.social())) {
            ItemKey trash = posts.move(posts.put("a").key(), "deleted").key();
            Lifecycle late = posts.lifecycle(
                    posts.lifecycle.spec(),
                    BeforeTransaction.once(posts.dynamo, () -> posts.pass(Duration.ofDays(31))));

            assertThat(late.restore(trash, OWNER, "")).isEqualTo(new MoveResult.Lost(trash, Optional.empty()));
            assertThat(posts.count("Posts")).isZero();
        }
    }

    @Test
    void aRestoreBetweenAJobsReadAndWriteWins() {
        try (Fixture posts = new Fixture(STAGED)) {
            LifecycleItem active = posts.put("a");
            ItemKey trash = posts.move(active.key(), "deleted").key();
            posts.pass(Duration.ofDays(8));
            Lifecycle job = posts.lifecycle(
                    STAGED,
                    BeforeTransaction.once(
                            posts.dynamo, () -> moved(posts.lifecycle.restore(trash, OWNER, "back in time"))));

            MoveResult result = job.move(MoveRequest.job(trash, "archived", Actor.job("expire"), "", job.newId()));

            assertThat(result).isEqualTo(new MoveResult.Lost(trash, Optional.empty()));
            assertThat(posts.lifecycle.views().get(active.key())).isPresent();
            assertThat(posts.count("Posts")).isEqualTo(1);
        }
    }

    @Test
    void aJobBetweenARestoresReadAndWriteWinsAndTheItemCanStillBeRestored() {
        try (Fixture posts = new Fixture(STAGED)) {
            LifecycleItem active = posts.put("a");
            ItemKey trash = posts.move(active.key(), "deleted").key();
            posts.pass(Duration.ofDays(8));
            List<LifecycleItem> archived = new ArrayList<>();
            Lifecycle late = posts.lifecycle(
                    STAGED,
                    BeforeTransaction.once(
                            posts.dynamo,
                            () -> archived.add(moved(posts.lifecycle.move(
                                    MoveRequest.job(trash, "archived", Actor.job("expire"), "", "job-1"))))));

            assertThat(late.restore(trash, OWNER, "")).isEqualTo(new MoveResult.Lost(trash, Optional.empty()));
            LifecycleItem restored = moved(late.restore(archived.getFirst().key(), OWNER, ""));

            assertThat(restored.key()).isEqualTo(active.key());
            assertThat(restored.attributes()).containsAllEntriesOf(active.attributes());
            assertThat(posts.count("Posts")).isEqualTo(1);
        }
    }

    @Test
    void aJobMovesNothingBeforeItIsDue() {
        try (Fixture posts = new Fixture(STAGED)) {
            LifecycleItem trash = posts.move(posts.put("a").key(), "deleted");
            posts.pass(Duration.ofDays(7).minusSeconds(1));
            MoveRequest request = MoveRequest.job(trash.key(), "archived", Actor.job("expire"), "", "job-1");

            assertThat(posts.lifecycle.move(request))
                    .isEqualTo(new MoveResult.NotDue(Fixture.START.plus(Duration.ofDays(7))));
            posts.pass(Duration.ofSeconds(1));
            assertThat(posts.lifecycle.move(request).isDone()).isTrue();
        }
    }

    @Test
    void aRestoreBetweenThePurgesMarkAndItsDeletionWins() {
        try (Fixture posts = new Fixture(STAGED)) {
            LifecycleItem active = posts.put("a");
            ItemKey archived = archive(posts, active);
            Lifecycle job = posts.lifecycle(
                    STAGED,
                    BeforeTransaction.once(
                            posts.dynamo, () -> moved(posts.lifecycle.restore(archived, OWNER, "not that one"))));

            MoveResult result = job.move(MoveRequest.job(archived, "purged", Actor.job("purge"), "", "job-2"));

            assertThat(result).isEqualTo(new MoveResult.Lost(archived, Optional.empty()));
            LifecycleItem now = posts.lifecycle.views().get(active.key()).orElseThrow();
            assertThat(now.purgeMark()).isEmpty();
            assertThat(now.attributes()).containsAllEntriesOf(active.attributes());
        }
    }

    @Test
    void aPurgeOfWhatWasSeenLeavesWhatWasChangedSince() {
        for (String change : List.of("SET #t = :t ADD lc_version :one", "SET #t = :t")) {
            try (Fixture posts = new Fixture(STAGED)) {
                ItemKey archived = archive(posts, posts.put("a"));
                LifecycleItem seen = posts.lifecycle.views().get(archived).orElseThrow();
                Map<String, AttributeValue> values = new HashMap<>(Map.of(":t", AttributeValue.fromS("changed")));
                if (change.contains(":one")) {
                    values.put(":one", AttributeValue.fromN("1"));
                }
                Lifecycle job = posts.lifecycle(
                        STAGED,
                        BeforeTransaction.once(
                                posts.dynamo,
                                () -> posts.dynamo.updateItem(update -> update.tableName("Posts")
                                        .key(Map.of(
                                                "PK", AttributeValue.fromS(archived.partition()),
                                                "SK", AttributeValue.fromS(archived.sort())))
                                        .updateExpression(change)
                                        .expressionAttributeNames(Map.of("#t", "title"))
                                        .expressionAttributeValues(values))));

                MoveResult result = job.move(MoveRequest.job(archived, "purged", Actor.job("purge"), "", "job-2")
                        .ifVersion(seen.version()));

                assertThat(result).as(change).isInstanceOf(MoveResult.Lost.class);
                assertThat(posts.lifecycle.views().get(archived).orElseThrow().attributes())
                        .containsEntry("title", AttributeValue.fromS("changed"));
            }
        }
    }

    @Test
    void aPurgeOfWhatWasSeenGoesOnPastItsOwnMark() {
        try (Fixture posts = new Fixture(STAGED)) {
            ItemKey archived = archive(posts, posts.put("a"));
            LifecycleItem seen = posts.lifecycle.views().get(archived).orElseThrow();
            Lifecycle job = posts.lifecycle(STAGED, BeforeTransaction.once(posts.dynamo, () -> {
                throw TransactionCanceledException.builder()
                        .cancellationReasons(CancellationReason.builder()
                                .code("TransactionConflict")
                                .build())
                        .build();
            }));

            MoveResult result = job.move(MoveRequest.job(archived, "purged", Actor.job("purge"), "", "job-2")
                    .ifVersion(seen.version()));

            assertThat(result).isEqualTo(new MoveResult.Purged(archived, "job-2"));
            assertThat(posts.count("Posts")).isZero();
        }
    }

    @Test
    void aPurgeLeavesNothingButItsRecord() {
        try (Fixture posts = new Fixture(STAGED)) {
            LifecycleItem active = posts.put("a");
            ItemKey archived = archive(posts, active);

            MoveResult result =
                    posts.lifecycle.move(MoveRequest.job(archived, "purged", Actor.job("purge"), "", "job-2"));

            assertThat(result).isEqualTo(new MoveResult.Purged(archived, "job-2"));
            MoveRequest again = new MoveRequest(
                    archived,
                    "purged",
                    Actor.job("purge"),
                    "",
                    Trigger.RETENTION,
                    null,
                    "job-2",
                    null,
                    active.key().sort(),
                    null);
            assertThat(posts.lifecycle.move(again)).isEqualTo(result);
            assertThat(posts.count("Posts")).isZero();
            assertThat(posts.lifecycle
                            .audit()
                            .history(Fixture.USER, active.key().sort()))
                    .extracting(record ->
                            record.entry().kind() + " " + record.entry().to())
                    .containsExactly("MOVED deleted", "MOVED archived", "PURGED ");
            assertThat(posts.lifecycle.audit().verifyAll().problems()).isEmpty();
        }
    }

    private static ItemKey archive(Fixture posts, LifecycleItem active) {
        ItemKey trash = posts.move(active.key(), "deleted").key();
        posts.pass(Duration.ofDays(8));
        ItemKey archived = moved(
                        posts.lifecycle.move(MoveRequest.job(trash, "archived", Actor.job("expire"), "", "job-1")))
                .key();
        posts.pass(Duration.ofDays(24));
        return archived;
    }

    @Test
    void ofManyAtOnceExactlyOneMovesTheItem() throws Exception {
        try (Fixture posts = new Fixture(Fixture.social());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 10; round++) {
                LifecycleItem item = posts.put("item-" + round);
                CountDownLatch start = new CountDownLatch(1);
                List<Future<MoveResult>> results = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    String to = i % 2 == 0 ? "deleted" : "archived";
                    Callable<MoveResult> attempt = () -> {
                        start.await();
                        return posts.lifecycle.transition(item.key(), to, OWNER, "");
                    };
                    results.add(threads.submit(attempt));
                }
                start.countDown();
                int done = 0;
                for (Future<MoveResult> result : results) {
                    done += result.get().isDone() ? 1 : 0;
                }
                assertThat(done).isEqualTo(1);
                assertThat(posts.count("Posts")).isEqualTo(round + 1);
            }
            assertThat(posts.lifecycle.audit().verifyAll().problems()).isEmpty();
            assertThat(posts.stator.table("Posts").items())
                    .allSatisfy(
                            item -> assertThat(Attributes.text(item, "title")).startsWith("The title of"))
                    .allSatisfy(item -> assertThat(item.get("PK")).isEqualTo(s(Fixture.USER)));
        }
    }
}

package dev.stator.lifecycle.cascade;

import static dev.stator.lifecycle.Fixture.OFFICER;
import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.START;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.moved;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.lifecycle.CrashingClient;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.cascade.CascadeResult.Skipped;
import dev.stator.lifecycle.cascade.CascadeResult.Status;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import dev.stator.storage.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Many items deleted together come back together, whatever happens in between. */
class CascadesTest {
    private static LifecycleSpec social(boolean isAudited) {
        return Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
                .audit(isAudited)
                .build();
    }

    private static List<ItemKey> fill(Fixture posts, int items) {
        List<ItemKey> keys = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            keys.add(posts.put("p" + i, START, Map.of("title", s("Title " + i))).key());
        }
        return keys;
    }

    private static List<String> ids(Fixture posts, String state) {
        return posts.lifecycle.views().in(state, USER).stream()
                .map(item -> item.fields().text("id"))
                .sorted()
                .toList();
    }

    @Test
    void whatFitsIsOneTransaction() {
        try (Fixture posts = new Fixture(social(true))) {
            List<ItemKey> keys = fill(posts, 24);

            CascadeResult result = posts.lifecycle.cascades().move(keys, "deleted", OWNER, "account closed");

            assertThat(posts.stator.requests().of("TransactWriteItems")).hasSize(1);
            assertThat(result.status()).isEqualTo(Status.DONE);
            assertThat(result.moved()).hasSize(24);
            assertThat(result.skipped()).isEmpty();
            assertThat(posts.lifecycle.views().trash(USER))
                    .hasSize(24)
                    .allSatisfy(item -> assertThat(item.deletionId()).contains(result.id()));
            assertThat(posts.lifecycle.cascades().unfinished()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 25, 48, 100, 101, 250})
    void aRestoreBringsBackExactlyThatSet(int items) {
        try (Fixture posts = new Fixture(social(items % 2 == 1))) {
            LifecycleItem before = posts.put("deleted-before");
            posts.move(before.key(), "deleted");
            List<ItemKey> keys = fill(posts, items);
            posts.pass(Duration.ofDays(1));
            CascadeResult deletion = posts.lifecycle.cascades().move(keys, "deleted", OWNER, "");
            posts.pass(Duration.ofDays(1));
            posts.move(posts.put("deleted-after").key(), "deleted");

            CascadeResult restored = posts.lifecycle.cascades().restore(deletion.id(), OWNER, "");

            assertThat(restored.moved()).containsExactlyElementsOf(keys);
            assertThat(ids(posts, "deleted")).containsExactly("deleted-after", "deleted-before");
            assertThat(ids(posts, "active")).hasSize(items);
            assertThat(posts.lifecycle.views().active(USER).stream())
                    .allSatisfy(item ->
                            assertThat(item.attributes()).containsKey("title").doesNotContainKey("lc_deletion"));
            assertThat(posts.lifecycle.audit().verifyAll().problems()).isEmpty();
        }
    }

    @Test
    void whoWasRestoredAloneOrDeletedAgainIsNoLongerPartOfIt() {
        try (Fixture posts = new Fixture(social(true))) {
            List<ItemKey> keys = fill(posts, 3);
            CascadeResult deletion = posts.lifecycle.cascades().move(keys, "deleted", OWNER, "");
            posts.pass(Duration.ofDays(1));
            moved(posts.lifecycle.restore(deletion.moved().get(0), OWNER, ""));
            moved(posts.lifecycle.restore(deletion.moved().get(1), OWNER, ""));
            LifecycleItem again = posts.move(keys.get(1), "deleted");

            CascadeResult restored = posts.lifecycle.cascades().restore(deletion.id(), OWNER, "");

            assertThat(restored.moved()).containsExactly(keys.get(2));
            assertThat(restored.skipped())
                    .extracting(Skipped::why)
                    .containsOnly("it is no longer part of the deletion: it was restored or moved since");
            assertThat(posts.lifecycle.views().get(again.key())).isPresent();
        }
    }

    @Test
    void anItemThatCannotBeMovedIsLeftAndReported() {
        LifecycleSpec spec = Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
                .holds(true)
                .build();
        try (Fixture posts = new Fixture(spec)) {
            List<ItemKey> keys = fill(posts, 60);
            posts.lifecycle.holds().hold(keys.get(7), "case-7", OFFICER, "subpoena");
            ItemKey missing = new ItemKey(USER, "ACTIVE#2026-08-01T00:00:00Z#missing");
            List<ItemKey> all = new ArrayList<>(keys);
            all.add(30, missing);
            posts.pass(Duration.ofDays(1));

            CascadeResult deletion = posts.lifecycle.cascades().move(all, "deleted", OWNER, "");

            assertThat(deletion.moved()).hasSize(59);
            assertThat(deletion.skipped())
                    .containsExactly(
                            new Skipped(keys.get(7), "it is on hold: {case-7=subpoena}"),
                            new Skipped(missing, "it is not there"));
            posts.put("p5", START, Map.of());
            CascadeResult restored = posts.lifecycle.cascades().restore(deletion.id(), OWNER, "");
            assertThat(restored.moved()).hasSize(58);
            assertThat(restored.skipped())
                    .singleElement()
                    .satisfies(skip ->
                            assertThat(skip.why()).isEqualTo("its key is taken: ACTIVE#2026-08-01T00:00:00Z#p5"));
            assertThat(posts.count("Posts")).isEqualTo(61);
        }
    }

    @Test
    void anOwnersHoldStopsAllOfHis() {
        LifecycleSpec spec = Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
                .holds(true)
                .build();
        try (Fixture posts = new Fixture(spec)) {
            List<ItemKey> keys = fill(posts, 3);
            posts.lifecycle.holds().holdOwner(USER, "case-9", OFFICER, "audit");

            CascadeResult deletion = posts.lifecycle.cascades().move(keys, "deleted", OWNER, "");

            assertThat(deletion.moved()).isEmpty();
            assertThat(deletion.skipped())
                    .hasSize(3)
                    .allSatisfy(skip -> assertThat(skip.why()).isEqualTo("it is on hold: {case-9=audit}"));
        }
    }

    @Test
    void anActorWithoutTheRightMovesNothing() {
        try (Fixture posts = new Fixture(social(true))) {
            CascadeResult result =
                    posts.lifecycle.cascades().move(fill(posts, 2), "deleted", Actor.of("eve", "reader"), "");

            assertThat(result.moved()).isEmpty();
            assertThat(result.skipped())
                    .allSatisfy(skip -> assertThat(skip.why()).startsWith("eve may not move"));
        }
    }

    @Test
    void whatAJobHasMovedOnIsStillPartOfTheDeletion() {
        LifecycleSpec spec = LifecycleSpec.parse("""
                lifecycle: posts
                table: Posts
                keys:
                  partition: {name: PK, template: "USER#{userId}"}
                  sort: {name: SK, template: "{state}#{timestamp}#{id}"}
                states:
                  active: {prefix: ACTIVE, timestamp: created}
                  deleted: {prefix: DELETED, retention: 7d, then: old}
                  old: {prefix: OLD, kind: deleted, retention: 23d, then: ttl}
                transitions:
                  delete: {from: active, to: deleted, by: owner}
                  restore: {from: [deleted, old], to: active, by: owner}
                  age: {from: deleted, to: old, trigger: retention}
                due: {index: due}
                """);
        try (Fixture posts = new Fixture(spec)) {
            List<ItemKey> keys = fill(posts, 3);
            CascadeResult deletion = posts.lifecycle.cascades().move(keys, "deleted", OWNER, "");
            posts.pass(Duration.ofDays(8));
            moved(posts.lifecycle.move(MoveRequest.job(deletion.moved().get(1), "old", Actor.job("age"), "", "job-1")));

            CascadeResult restored = posts.lifecycle.cascades().restore(deletion.id(), OWNER, "");

            assertThat(restored.moved()).containsExactlyElementsOf(keys);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 110})
    void aCrashAtEveryWriteLosesNothingAndIsResumed(int items) {
        int crashes = 0;
        try (Fixture posts = new Fixture(social(true))) {
            List<ItemKey> keys = fill(posts, items);
            Snapshot filled = posts.stator.snapshot();
            for (boolean isAfter : new boolean[] {false, true}) {
                for (int at = 1; crash(posts, keys, at, isAfter); at++) {
                    crashes++;
                    posts.stator.restore(filled);
                }
                posts.stator.restore(filled);
            }
        }
        assertThat(crashes).isGreaterThan(items / 24);
    }

    // Whether there was a write of this number to crash at.
    private static boolean crash(Fixture posts, List<ItemKey> keys, int at, boolean isAfter) {
        int items = keys.size();
        String run = items + " items, crash " + (isAfter ? "after" : "before") + " write " + at;
        DynamoDbClient crashing = CrashingClient.over(posts.dynamo, at, isAfter);
        Lifecycle first = posts.lifecycle(posts.lifecycle.spec(), crashing);
        boolean isCrashed = false;
        try {
            first.cascades().move(keys, "deleted", OWNER, "");
        } catch (CrashingClient.Crash e) {
            isCrashed = true;
        }
        assertThat(posts.count("Posts")).as(run).isEqualTo(items);
        List<String> open = posts.lifecycle.cascades().unfinished();
        open.forEach(id -> assertThat(posts.lifecycle.cascades().resume(id).status())
                .as(run)
                .isEqualTo(Status.DONE));

        int deleted = ids(posts, "deleted").size();
        assertThat(deleted).as(run).isIn(0, items);
        assertThat(ids(posts, "active")).as(run).hasSize(items - deleted);
        assertThat(new TreeSet<>(ids(posts, deleted == 0 ? "active" : "deleted")))
                .as(run)
                .hasSize(items);
        assertThat(posts.lifecycle.cascades().unfinished()).as(run).isEmpty();
        assertThat(posts.lifecycle.audit().verifyAll().problems()).as(run).isEmpty();
        return isCrashed;
    }

    @Test
    void aDeletionThatIsStillAtWorkEndsWhenItIsRestored() {
        try (Fixture posts = new Fixture(social(true))) {
            List<ItemKey> keys = fill(posts, 130);
            // Two rows of the plan, its head, and two steps.
            Lifecycle first = posts.lifecycle(posts.lifecycle.spec(), CrashingClient.over(posts.dynamo, 6, false));
            assertThatThrownBy(() -> first.cascades().move(keys, "deleted", OWNER, ""))
                    .isInstanceOf(CrashingClient.Crash.class);
            String id = posts.lifecycle.cascades().unfinished().getFirst();
            assertThat(posts.lifecycle.cascades().look(id).status()).isEqualTo(Status.RUNNING);
            int half = ids(posts, "deleted").size();
            assertThat(half).isBetween(1, 129);

            CascadeResult restored = posts.lifecycle.cascades().restore(id, OWNER, "");

            assertThat(restored.moved()).hasSize(half);
            assertThat(ids(posts, "active")).hasSize(130);
            assertThat(posts.lifecycle.cascades().resume(id).status()).isEqualTo(Status.STOPPED);
            assertThat(ids(posts, "active")).hasSize(130);
        }
    }

    @Test
    void severalMayResumeOneCascadeAndEachStepIsMadeOnce() throws Exception {
        try (Fixture posts = new Fixture(social(true));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<ItemKey> keys = fill(posts, 130);
            Lifecycle first = posts.lifecycle(posts.lifecycle.spec(), CrashingClient.over(posts.dynamo, 4, false));
            assertThatThrownBy(() -> first.cascades().move(keys, "deleted", OWNER, ""))
                    .isInstanceOf(CrashingClient.Crash.class);
            String id = posts.lifecycle.cascades().unfinished().getFirst();

            List<Future<CascadeResult>> results = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                results.add(threads.submit(() -> posts.lifecycle.cascades().resume(id)));
            }

            for (Future<CascadeResult> result : results) {
                assertThat(result.get().moved()).hasSize(130).doesNotHaveDuplicates();
                assertThat(result.get().skipped()).isEmpty();
            }
            assertThat(ids(posts, "deleted")).hasSize(130).doesNotHaveDuplicates();
            assertThat(posts.lifecycle.views().trash(USER)).allMatch(item -> item.version() == 1);
            assertThat(posts.lifecycle.audit().verifyAll().problems()).isEmpty();
        }
    }

    @Test
    void largeItemsGoInMoreSteps() {
        try (Fixture posts = new Fixture(social(true))) {
            List<ItemKey> keys = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                keys.add(posts.put("p" + i, START, Map.of("body", s("x".repeat(350 * 1024))))
                        .key());
            }

            CascadeResult result = posts.lifecycle.cascades().move(keys, "deleted", OWNER, "");

            assertThat(result.moved()).hasSize(8);
            assertThat(posts.stator.requests().of("TransactWriteItems").size()).isBetween(3, 8);
        }
    }

    @Test
    void aCascadeThatIsNoneIsRefused() {
        try (Fixture posts = new Fixture(social(true))) {
            assertThatThrownBy(() -> posts.lifecycle.cascades().resume("none")).hasMessage("There is no cascade none.");
            assertThat(posts.lifecycle
                            .cascades()
                            .move(List.of(), "deleted", OWNER, "")
                            .moved())
                    .isEmpty();
        }
    }

    @Test
    void whatMeetsInOneKeyGoesOneAfterTheOtherAndWhatDoesNotFitIsReported() {
        try (Fixture posts = new Fixture(social(true))) {
            // The same id twice, of different days: in the trash both would have the time of their deletion.
            ItemKey one = posts.put("same", START, Map.of("title", s("one"))).key();
            ItemKey two = posts.put("same", START.plus(Duration.ofDays(1)), Map.of("title", s("two")))
                    .key();
            ItemKey foreign = new ItemKey(USER, "PROFILE");
            posts.dynamo.putItem(put -> put.tableName("Posts").item(Map.of("PK", s(USER), "SK", s("PROFILE"))));
            List<ItemKey> keys = new ArrayList<>(fill(posts, 110));
            keys.addAll(30, List.of(one, foreign, two));

            CascadeResult deletion = posts.lifecycle.cascades().move(keys, "deleted", OWNER, "");

            assertThat(deletion.status()).isEqualTo(Status.DONE);
            assertThat(deletion.moved()).hasSize(111);
            assertThat(deletion.skipped()).extracting(Skipped::key).containsExactly(foreign, two);
            assertThat(deletion.skipped())
                    .extracting(Skipped::why)
                    .satisfiesExactly(
                            why -> assertThat(why).contains("PROFILE"),
                            why -> assertThat(why).startsWith("its key is taken: DELETED#"));
            assertThat(posts.count("Posts")).isEqualTo(113);
        }
    }

    @Test
    void twoThatHadOneKeyAreRestoredAsFarAsThereIsRoom() {
        try (Fixture posts = new Fixture(social(true))) {
            ItemKey first =
                    posts.move(posts.put("a", START, Map.of()).key(), "deleted").key();
            posts.pass(Duration.ofHours(1));
            ItemKey second =
                    posts.move(posts.put("a", START, Map.of()).key(), "deleted").key();

            CascadeResult back = posts.lifecycle.cascades().move(List.of(first, second), "active", OWNER, "");

            assertThat(back.moved()).hasSize(1);
            assertThat(back.skipped()).extracting(Skipped::key).containsExactly(second);
            assertThat(posts.count("Posts")).isEqualTo(2);
        }
    }
}

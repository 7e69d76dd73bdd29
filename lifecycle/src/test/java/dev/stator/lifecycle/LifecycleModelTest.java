package dev.stator.lifecycle;

import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.n;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.lifecycle.cascade.CascadeResult;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.read.DuePage;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Random sequences of transitions, restores, cascades, jobs, writes of an application, expiries and crashes, against a model
 * that knows of each item only what the application has put into it and whether it may be gone. After each step every item
 * is in exactly one state, with every attribute. The seed is in every message, and replays the run.
 */
class LifecycleModelTest {
    private static final int STEPS = 50;
    private static final LifecycleSpec SPEC = LifecycleSpec.parse("""
            lifecycle: posts
            table: Posts
            keys:
              partition: {name: PK, template: "USER#{userId}"}
              sort: {name: SK, template: "{state}#{timestamp}#{id}"}
            states:
              active: {prefix: ACTIVE, timestamp: created}
              archived: {prefix: ARCHIVED, retention: 20d, then: deleted}
              deleted: {prefix: DELETED, retention: {attribute: plan, values: {free: 3d}, otherwise: 10d}, then: ttl}
            transitions:
              archive: {from: active, to: archived, by: owner}
              delete: {from: [active, archived], to: deleted, by: owner}
              restore: {from: [archived, deleted], to: active, by: owner}
              expire-archived: {from: archived, to: deleted, trigger: retention}
            due: {index: due, shards: 3}
            """);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void nothingIsLostOrDoubledWithSeed(long seed) {
        try (Run run = new Run(seed)) {
            run.all();
        }
    }

    @Test
    void nothingIsLostOrDoubledByChance() {
        long seed = ThreadLocalRandom.current().nextLong();
        try (Run run = new Run(seed)) {
            run.all();
        }
    }

    /** One sequence. */
    private static final class Run implements AutoCloseable {
        private final Fixture posts = new Fixture(SPEC);
        private final Map<String, Map<String, AttributeValue>> model = new TreeMap<>();
        private final List<String> deletions = new ArrayList<>();
        private final List<String> log = new ArrayList<>();
        private final SplittableRandom random;
        private final long seed;
        private int ids;

        Run(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void all() {
            for (int step = 0; step < STEPS; step++) {
                step();
                check();
            }
            assertThat(posts.lifecycle.audit().verifyAll().problems())
                    .as(story())
                    .isEmpty();
            assertThat(posts.stator.requests().on("Posts")).as(story()).noneMatch(request -> request.is("Scan"));
        }

        private String story() {
            return "seed " + seed + ", after "
                    + String.join("; ", log.subList(Math.max(0, log.size() - 12), log.size()));
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> create();
                case 3, 4 -> move(pick(), random.nextBoolean() ? "deleted" : "archived");
                case 5, 6 -> restore(pick());
                case 7 -> write(pick());
                case 8 -> pass(Duration.ofHours(random.nextInt(1, 24 * 6)));
                case 9 -> cascade();
                case 10 -> bringBack();
                default -> job();
            }
        }

        /** Every item there is, by its id; fails if there are two of one id. */
        private Map<String, LifecycleItem> items() {
            Map<String, LifecycleItem> items = new TreeMap<>();
            for (Map<String, AttributeValue> attributes :
                    posts.stator.table("Posts").items()) {
                LifecycleItem item = LifecycleItem.of(SPEC, attributes);
                LifecycleItem twin = items.put(item.fields().text("id"), item);
                assertThat(twin)
                        .as("%s: two states of one item: %s", story(), item)
                        .isNull();
            }
            return items;
        }

        private void check() {
            Map<String, LifecycleItem> items = items();
            assertThat(items.keySet()).as(story()).isEqualTo(model.keySet());
            Set<String> own = new HashSet<>(SPEC.attributes().all());
            own.add("SK");
            items.forEach((id, item) -> {
                Map<String, AttributeValue> payload = new HashMap<>(item.attributes());
                payload.keySet().removeAll(own);
                assertThat(payload).as(story()).isEqualTo(model.get(id));
                boolean isDeleted = item.state().name().equals("deleted");
                boolean isArchived = item.state().name().equals("archived");
                assertThat(item.attributes().containsKey("ttl")).as(story()).isEqualTo(isDeleted);
                assertThat(item.dueAt().isPresent()).as(story()).isEqualTo(isArchived);
                assertThat(item.original().isPresent()).as(story()).isTrue();
            });
        }

        private LifecycleItem pick() {
            List<LifecycleItem> items = new ArrayList<>(items().values());
            return items.isEmpty() ? create() : items.get(random.nextInt(items.size()));
        }

        private LifecycleItem create() {
            String id = "i" + ids++;
            Map<String, AttributeValue> payload = new HashMap<>();
            payload.put("PK", s(USER));
            payload.put("plan", s(random.nextBoolean() ? "free" : "paid"));
            for (int i = random.nextInt(6); i > 0; i--) {
                payload.put("a" + i, random.nextBoolean() ? s("text " + random.nextInt()) : n("" + random.nextInt()));
            }
            log.add("create " + id);
            model.put(id, payload);
            return posts.put(id, posts.clock.instant(), payload);
        }

        // A process that may end at any of its writes.
        private void perhapsCrash(String what, Consumer<Lifecycle> action) {
            if (random.nextInt(3) > 0) {
                log.add(what);
                action.accept(posts.lifecycle);
                return;
            }
            int at = random.nextInt(1, 4);
            boolean isAfter = random.nextBoolean();
            log.add(what + " with a crash " + (isAfter ? "after" : "before") + " write " + at);
            try {
                action.accept(posts.lifecycle(SPEC, CrashingClient.over(posts.dynamo, at, isAfter)));
            } catch (CrashingClient.Crash e) {
                for (String id : posts.lifecycle.cascades().unfinished()) {
                    posts.lifecycle.cascades().resume(id);
                    deletions.add(id);
                }
            }
        }

        private void move(LifecycleItem item, String to) {
            boolean isAllowed = SPEC.transitions().stream()
                    .anyMatch(rule -> rule.leads(item.state().name(), to));
            if (isAllowed) {
                perhapsCrash(to + " " + item.key(), lifecycle -> lifecycle.transition(item, to, OWNER, "step"));
            }
        }

        private void restore(LifecycleItem item) {
            if (!item.state().name().equals("active")) {
                perhapsCrash("restore " + item.key(), lifecycle -> lifecycle.restore(item.key(), OWNER, ""));
            }
        }

        private void write(LifecycleItem item) {
            String id = item.fields().text("id");
            AttributeValue value = s("written " + random.nextInt());
            log.add("write " + item.key());
            posts.dynamo.updateItem(update -> update.tableName("Posts")
                    .key(posts.lifecycle.context().attributes(item.key()))
                    .updateExpression("SET a1 = :value ADD lc_version :one")
                    .expressionAttributeValues(Map.of(":value", value, ":one", n("1"))));
            Map<String, AttributeValue> payload = new HashMap<>(model.getOrDefault(id, Map.of()));
            payload.put("a1", value);
            model.put(id, payload);
        }

        private void pass(Duration duration) {
            log.add("pass " + duration);
            Map<String, LifecycleItem> before = items();
            posts.pass(duration);
            before.forEach((id, item) -> {
                if (item.state().name().equals("deleted") && item.isExpired(posts.clock.instant())) {
                    model.remove(id);
                }
            });
        }

        private void cascade() {
            List<ItemKey> keys = new ArrayList<>();
            for (LifecycleItem item : items().values()) {
                if (random.nextInt(3) > 0) {
                    keys.add(item.key());
                }
            }
            perhapsCrash("cascade of " + keys.size(), lifecycle -> {
                CascadeResult result = lifecycle.cascades().move(keys, "deleted", OWNER, "");
                if (!keys.isEmpty()) {
                    deletions.add(result.id());
                }
            });
        }

        private void bringBack() {
            if (!deletions.isEmpty()) {
                String id = deletions.get(random.nextInt(deletions.size()));
                perhapsCrash(
                        "bring back " + id, lifecycle -> lifecycle.cascades().restore(id, OWNER, ""));
            }
        }

        private void job() {
            perhapsCrash("job", lifecycle -> {
                for (String shard : lifecycle.due().shards(SPEC.state("archived"))) {
                    DuePage due = lifecycle.due().page(shard, posts.clock.instant(), null, 100);
                    for (DuePage.Due one : due.items()) {
                        lifecycle.move(MoveRequest.job(
                                one.key(), "deleted", Actor.job("expire-archived"), "", lifecycle.newId()));
                    }
                }
            });
        }

        @Override
        public void close() {
            posts.close();
        }
    }
}

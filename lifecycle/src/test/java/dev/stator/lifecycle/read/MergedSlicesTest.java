package dev.stator.lifecycle.read;

import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.key.WriteShards;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Several runs in order are one run in order. */
class MergedSlicesTest {
    @Test
    void runsOfAnyLengthsAreMerged() {
        for (long seed = 1; seed <= 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<List<Integer>> runs = new ArrayList<>();
            List<Integer> all = new ArrayList<>();
            for (int run = random.nextInt(5); run > 0; run--) {
                List<Integer> elements = Stream.generate(() -> random.nextInt(20))
                        .limit(random.nextInt(8))
                        .sorted()
                        .toList();
                runs.add(elements);
                all.addAll(elements);
            }

            assertThat(MergedSlices.merge(runs, List::iterator, Comparator.naturalOrder()))
                    .as("seed %s", seed)
                    .containsExactlyElementsOf(all.stream().sorted().toList());
        }
    }

    @Test
    void aFeedOverWriteShardsIsReadNewestFirstAndNoFurtherThanNeeded() {
        LifecycleSpec feed = Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("feed", "Feed").partitionKey("PK", "FEED#{topic}#{shard}"))
                .build();
        WriteShards shards = new WriteShards(4);
        try (Fixture fixture = new Fixture(feed)) {
            for (int i = 0; i < 40; i++) {
                String id = "p" + i;
                Instant time = Fixture.START.plus(Duration.ofMinutes(i));
                String key = feed.keys().sort().build(Map.of("state", "ACTIVE", "timestamp", time, "id", id));
                String partition = fixture.lifecycle.partition(Map.of("topic", "java", "shard", shards.of(id)));
                fixture.dynamo.putItem(put -> put.tableName("Feed").item(Map.of("PK", s(partition), "SK", s(key))));
            }
            List<Slice> slices = shards.all().stream()
                    .map(shard -> fixture.lifecycle.partition(Map.of("topic", "java", "shard", shard)))
                    .map(partition ->
                            fixture.lifecycle.views().active(partition).limit(3))
                    .toList();

            List<String> newest = MergedSlices.byTime(feed, slices, true)
                    .limit(6)
                    .map(item -> item.fields().text("id"))
                    .toList();

            assertThat(newest).containsExactly("p39", "p38", "p37", "p36", "p35", "p34");
            assertThat(fixture.stator.requests().of("Query").size()).isBetween(4, 10);
        }
    }
}

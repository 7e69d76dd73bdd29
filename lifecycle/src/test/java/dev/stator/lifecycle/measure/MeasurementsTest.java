package dev.stator.lifecycle.measure;

import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.START;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.moved;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.RecordedRequest;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementsTest {
    private static RestoreLatency hours(int... hours) {
        return new RestoreLatency(
                IntStream.of(hours).mapToObj(Duration::ofHours).toList());
    }

    @Test
    void restoresAreFoundByTheirDays() {
        try (Fixture posts = new Fixture(Fixture.social())) {
            for (int hours : new int[] {1, 5, 30}) {
                ItemKey trash =
                        posts.move(posts.put("p" + hours).key(), "deleted").key();
                posts.pass(Duration.ofHours(hours));
                moved(posts.lifecycle.restore(trash, OWNER, ""));
            }
            ItemKey archived = posts.move(posts.put("a").key(), "archived").key();
            moved(posts.lifecycle.restore(archived, OWNER, "which was not in the trash"));
            Measurements measurements = posts.lifecycle.measurements();

            RestoreLatency all = measurements.restoreLatency(LocalDate.of(2026, 8, 1), LocalDate.of(2026, 8, 2));

            assertThat(all.latencies()).containsExactly(Duration.ofHours(1), Duration.ofHours(5), Duration.ofHours(30));
            assertThat(measurements
                            .restoreLatency(LocalDate.of(2026, 8, 2), LocalDate.of(2026, 8, 2))
                            .latencies())
                    .containsExactly(Duration.ofHours(30));
            assertThat(posts.stator.requests().of("Scan")).isEmpty();
        }
    }

    @Test
    void percentilesAreThoseOfTheNearestRank() {
        RestoreLatency ten = hours(10, 9, 8, 7, 6, 5, 4, 3, 2, 1);

        assertThat(ten.percentile(50)).isEqualTo(Duration.ofHours(5));
        assertThat(ten.percentile(80)).isEqualTo(Duration.ofHours(8));
        assertThat(ten.percentile(95)).isEqualTo(Duration.ofHours(10));
        assertThat(hours(3).percentile(1)).isEqualTo(Duration.ofHours(3));
        assertThatThrownBy(() -> hours().percentile(50)).hasMessage("there were no restores");
    }

    @Test
    void aRetentionIsSuggestedFromEnoughRestoresOnly() {
        Duration month = Duration.ofDays(30);
        RestoreLatency quick =
                hours(IntStream.range(0, 100).map(i -> 1 + i % 48).toArray());
        RestoreLatency late =
                hours(IntStream.range(0, 100).map(i -> 24 * 25 + i).toArray());

        assertThat(hours(1, 2).suggest(month).retention()).isEqualTo(month);
        assertThat(quick.suggest(month).retention()).isEqualTo(Duration.ofDays(3));
        assertThat(quick.suggest(month).why()).contains("95 percent of 100 restores came within 46 hours");
        assertThat(late.suggest(month).retention()).isEqualTo(Duration.ofDays(60));
        assertThat(late.suggest(month).why()).contains("others probably came too late");
    }

    @Test
    void sizesAreByState() {
        try (Fixture posts = new Fixture(Fixture.social())) {
            LifecycleItem a = posts.put("a");
            posts.put("b");
            LifecycleItem deleted = posts.move(posts.put("c").key(), "deleted");
            posts.dynamo.putItem(put -> put.tableName("Posts").item(Map.of("PK", s(USER), "SK", s("PROFILE"))));
            Measurements measurements = posts.lifecycle.measurements();

            Map<String, StateSize> sizes = measurements.ofOwner(USER);

            assertThat(sizes)
                    .containsEntry("active", new StateSize(2, 2L * a.sizeBytes()))
                    .containsEntry("archived", new StateSize(0, 0))
                    .containsEntry("deleted", new StateSize(1, deleted.sizeBytes()))
                    .containsEntry(Measurements.OTHERS, new StateSize(1, 2 + 8 + 2 + 7));
            assertThat(measurements.ofTable()).isEqualTo(sizes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 700, 1_000, 3_000, 50_000, 350_000})
    void theCostOfAMoveIsWhatItConsumes(int bytes) {
        try (Fixture posts = new Fixture(Fixture.social())) {
            LifecycleItem item = posts.put("a", START, Map.of("body", s("x".repeat(bytes))));
            MoveRequest request = MoveRequest.call(item.key(), "deleted", OWNER, "because", "move-1");
            MoveCost cost = posts.lifecycle.measurements().cost(request, item);
            posts.stator.requests().clear();

            moved(posts.lifecycle.move(request));

            List<RecordedRequest> sent = posts.stator.requests().of("TransactWriteItems");
            assertThat(sent)
                    .singleElement()
                    .satisfies(one -> assertThat(one.writeUnits()).isEqualTo(cost.writeUnits()));
            assertThat(cost.writeUnits()).isGreaterThanOrEqualTo(4 * cost.flagUnits());
        }
    }

    @Test
    void theCheckOfHoldsIsPartOfTheCost() {
        LifecycleSpec spec = Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
                .holds(true)
                .build();
        try (Fixture posts = new Fixture(spec)) {
            LifecycleItem item = posts.put("a");
            MoveRequest request = MoveRequest.call(item.key(), "deleted", OWNER, "", "move-1");
            MoveCost cost = posts.lifecycle.measurements().cost(request, item);
            posts.stator.requests().clear();

            moved(posts.lifecycle.move(request));

            assertThat(posts.stator.requests().of("TransactWriteItems"))
                    .extracting(RecordedRequest::writeUnits)
                    .containsExactly((double) cost.writeUnits());
        }
    }
}

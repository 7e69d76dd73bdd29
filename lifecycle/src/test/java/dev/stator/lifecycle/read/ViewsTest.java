package dev.stator.lifecycle.read;

import static dev.stator.lifecycle.Fixture.START;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Stator;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What owners see, and that nothing is read for it that they do not see. */
class ViewsTest {
    private static final LifecycleSpec STAGED = LifecycleSpec.parse("""
            lifecycle: posts
            table: Posts
            keys:
              partition: {name: PK, template: "USER#{userId}"}
              sort: {name: SK, template: "{state}#{timestamp}#{id}"}
            states:
              active: {prefix: ACTIVE, timestamp: created}
              archived: {prefix: ARCHIVED}
              fresh: {prefix: FRESH, kind: deleted, retention: 7d, then: old}
              old: {prefix: OLD, kind: deleted, retention: 23d, then: ttl}
            transitions:
              archive: {from: active, to: archived, by: owner}
              delete: {from: active, to: fresh, by: owner}
              restore: {from: [archived, fresh, old], to: active, by: owner}
              hide: {from: fresh, to: old, by: owner}
              age: {from: fresh, to: old, trigger: retention}
            due: {index: due, shards: 4}
            """);

    // Pages of 2 KB, so that there are many.
    private final Fixture posts = new Fixture(STAGED, Stator.builder().pageBytesMax(2_000));
    private final Views views = posts.lifecycle.views();

    @BeforeEach
    void fill() {
        for (int day = 0; day < 31; day++) {
            LifecycleItem item = posts.put("p" + day, posts.clock.instant(), Map.of("body", s("x".repeat(300))));
            switch (day % 4) {
                case 1 -> posts.move(item.key(), "archived");
                case 2 -> posts.move(item.key(), "fresh");
                case 3 -> posts.move(posts.move(item.key(), "fresh").key(), "old");
                default -> {}
            }
            posts.clock.advance(Duration.ofDays(1).minusSeconds(1));
            posts.clock.advance(Duration.ofSeconds(1));
        }
        // The last day's last second, which an end such as "...-31#" loses.
        posts.put("last", Instant.parse("2026-08-31T23:59:59Z"), Map.of());
    }

    @AfterEach
    void close() {
        posts.close();
    }

    private static List<String> ids(List<LifecycleItem> items) {
        return items.stream().map(item -> item.fields().text("id")).toList();
    }

    @Test
    void everyPageReadsWhatItReturns() {
        List<Slice> slices = List.of(
                views.active(USER),
                views.archive(USER).newestFirst(),
                views.in("fresh", USER),
                views.in("old", USER).newestFirst(),
                views.active(USER).between(START.plus(Duration.ofDays(5)), START.plus(Duration.ofDays(20))));
        for (Slice first : slices) {
            int pages = 0;
            Slice slice = first;
            while (true) {
                Page page = slice.limit(3).page();
                pages++;
                assertThat(page.scanned()).isEqualTo(page.items().size());
                if (page.next().isEmpty()) {
                    break;
                }
                slice = slice.after(page.next().get());
            }
            assertThat(pages).isGreaterThan(1);
        }
        assertThat(posts.stator.requests().of("Query"))
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.toString()).doesNotContain("FilterExpression"));
    }

    @Test
    void activeItemsComeNewestFirst() {
        assertThat(ids(views.active(USER).newestFirst().stream().toList()))
                .containsExactly("last", "p28", "p24", "p20", "p16", "p12", "p8", "p4", "p0");
        assertThat(ids(views.active(USER).consistent().stream().limit(2).toList()))
                .containsExactly("p0", "p4");
    }

    @Test
    void aMonthHasItsLastDayAndAWeekItsOwn() {
        assertThat(ids(views
                        .active(USER)
                        .between(Instant.parse("2026-08-29T00:00:00Z"), Instant.parse("2026-09-01T00:00:00Z"))
                        .stream()
                        .toList()))
                .containsExactly("p28", "last");
        assertThat(ids(
                        views
                                .archive(USER)
                                .between(START.plus(Duration.ofDays(5)), START.plus(Duration.ofDays(13)))
                                .stream()
                                .toList()))
                .containsExactly("p5", "p9");
        assertThat(views.active(USER).between(START, START).page()).isEqualTo(Page.EMPTY);
    }

    @Test
    void theTrashIsBothOfItsStatesMergedNewestFirst() {
        assertThat(ids(views.trash(USER).toList()))
                .containsSubsequence("p30", "p27", "p26", "p23", "p22", "p19", "p18", "p15", "p14", "p11", "p10");
        assertThat(views.trash(USER))
                .allSatisfy(item -> assertThat(item.expiresAt()).isPresent());
    }

    @Test
    void whatHasExpiredIsNoLongerRestorable() {
        // The job has not come, so what was due after seven days is still there.
        List<LifecycleItem> restorable = views.restorable(USER).toList();

        assertThat(ids(restorable)).contains("p30", "p26", "p27").doesNotContain("p2", "p22");
        assertThat(restorable).allMatch(item -> !item.isExpired(posts.clock.instant()));
        assertThat(ids(views.trash(USER).toList())).contains("p2", "p22");
    }

    @Test
    void whatIsDueIsFoundOverAllShardsByKeys() {
        DueItems due = posts.lifecycle.due();
        List<String> found = new ArrayList<>();
        for (String shard : due.shards(STAGED.state("fresh"))) {
            DuePage page = due.page(shard, posts.clock.instant(), null, 100);
            page.items().forEach(item -> found.add(item.key().sort()));
            assertThat(page.items()).isSortedAccordingTo(Comparator.comparing(DuePage.Due::at));
        }
        assertThat(found).hasSize(6).allMatch(key -> key.startsWith("FRESH#"));
        assertThat(posts.stator.requests().of("Scan")).isEmpty();
    }

    @Test
    void aStateThatIsNotDeclaredIsNamed() {
        assertThatThrownBy(() -> views.in("gone", USER))
                .hasMessageContaining("has no state gone, only [active, archived, fresh, old]");
    }
}

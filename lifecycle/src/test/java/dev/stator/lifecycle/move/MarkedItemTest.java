package dev.stator.lifecycle.move;

import static dev.stator.lifecycle.Fixture.OFFICER;
import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.moved;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.lifecycle.CrashingClient;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.event.LifecycleEvent;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The mark of a purge, which tells the stream who did it: what becomes of it if the purge was not made, or it does not fit. */
class MarkedItemTest {
    private static final LifecycleSpec SPEC = Presets.SOCIAL
            .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
            .transition("erase", List.of("active", "deleted"), "purged", "officer")
            .build();

    private final Fixture posts = new Fixture(SPEC);

    @AfterEach
    void close() {
        posts.close();
    }

    private List<String> told() {
        List<LifecycleEvent> heard = new ArrayList<>();
        posts.lifecycle
                .events(posts.stator.streamsClient(), "search", heard::add)
                .poll();
        return heard.stream()
                .map(event -> event.kind() + " by " + event.actor())
                .toList();
    }

    /** In the trash, with the mark of a purge whose process has ended before it was made. */
    private LifecycleItem marked() {
        ItemKey trash = posts.move(posts.put("a").key(), "deleted").key();
        assertThatThrownBy(() -> posts.lifecycle(SPEC, CrashingClient.over(posts.dynamo, 2, false))
                        .purge(trash, OFFICER, "by mistake"))
                .isInstanceOf(CrashingClient.Crash.class);
        LifecycleItem item = posts.lifecycle.views().get(trash).orElseThrow();
        assertThat(item.purgeMark()).isPresent();
        return item;
    }

    @Test
    void aRestoreAfterAPurgeThatWasNotMadeIsNoPurgeForThoseWhoListen() {
        LifecycleItem item = marked();

        LifecycleItem restored = moved(posts.lifecycle.transition(item, "active", OWNER, "kept"));

        assertThat(restored.purgeMark()).isEmpty();
        assertThat(told()).containsExactly("SOFT_DELETED by ann", "RESTORED by ann");
    }

    @Test
    void aCascadeTakesTheMarkAwayToo() {
        LifecycleItem item = marked();

        posts.lifecycle.cascades().move(List.of(item.key()), "active", OWNER, "kept");

        assertThat(told()).containsExactly("SOFT_DELETED by ann", "RESTORED by ann");
    }

    @Test
    void aChangeBetweenTheLossOfTheMarkAndTheMoveIsTakenAlong() {
        LifecycleItem item = marked();
        var late = posts.lifecycle(
                SPEC,
                BeforeTransaction.once(
                        posts.dynamo,
                        () -> posts.dynamo.updateItem(update -> update.tableName("Posts")
                                .key(posts.lifecycle.context().attributes(item.key()))
                                .updateExpression("SET title = :new")
                                .expressionAttributeValues(Map.of(":new", s("new"))))));

        LifecycleItem restored = moved(late.restore(item.key(), OWNER, ""));

        assertThat(restored.attributes()).containsEntry("title", s("new"));
        assertThat(told()).doesNotContain("PURGED by olga");
    }

    @Test
    void anItemWithoutRoomForTheMarkIsPurgedAllTheSameAndIsAnEvent() {
        LifecycleItem small = posts.put("a");
        int room = ItemSize.ITEM_BYTES_MAX - small.sizeBytes() - "body".length();
        LifecycleItem large = posts.put(
                "a", posts.clock.instant(), Map.of("title", s("The title of a"), "body", s("x".repeat(room))));
        assertThat(large.sizeBytes()).isEqualTo(ItemSize.ITEM_BYTES_MAX);

        assertThat(posts.lifecycle.purge(large.key(), OFFICER, "by court order"))
                .isInstanceOf(MoveResult.Purged.class);

        assertThat(posts.count("Posts")).isZero();
        assertThat(told()).containsExactly("PURGED by olga");
        assertThat(posts.lifecycle.audit().verifyAll().problems()).isEmpty();
    }

    @Test
    void aLargeItemThatIsMovedIsNotTakenForAPurge() {
        LifecycleItem large = posts.put("a", posts.clock.instant(), Map.of("body", s("x".repeat(390 * 1024))));

        posts.move(large.key(), "deleted");

        assertThat(told()).containsExactly("SOFT_DELETED by ann");
    }
}

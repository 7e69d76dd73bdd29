package dev.stator.lifecycle.hold;

import static dev.stator.lifecycle.Fixture.OFFICER;
import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.moved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.BeforeTransaction;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is on hold stays, whoever wants it gone. */
class HoldsTest {
    private static final LifecycleSpec SOCIAL = Presets.SOCIAL
            .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
            .transition("erase", List.of("deleted"), "purged", "officer")
            .holds(true)
            .build();

    private final Fixture posts = new Fixture(SOCIAL);
    private final Holds holds = posts.lifecycle.holds();

    @AfterEach
    void close() {
        posts.close();
    }

    @Test
    void aHeldItemIsNotMovedUntilItIsReleased() {
        LifecycleItem item = posts.put("a");
        assertThat(holds.hold(item.key(), "case-7", OFFICER, "subpoena")).isTrue();

        MoveResult refused = posts.lifecycle.transition(item.key(), "deleted", OWNER, "");

        assertThat(refused).isEqualTo(new MoveResult.OnHold(Map.of("case-7", "subpoena")));
        holds.release(item.key(), "case-7", OFFICER, "settled");
        LifecycleItem deleted = posts.move(item.key(), "deleted");
        assertThat(posts.lifecycle.history(deleted))
                .extracting(record -> record.entry().kind().name())
                .containsExactly("HELD", "RELEASED", "MOVED");
        assertThat(posts.lifecycle.audit().verifyAll().problems()).isEmpty();
    }

    @Test
    void aHeldItemDoesNotExpireAndAfterItsReleaseItDoes() {
        LifecycleItem trash = posts.move(posts.put("a").key(), "deleted");
        holds.hold(trash.key(), "case-7", OFFICER, "subpoena");
        posts.pass(Duration.ofDays(400));
        assertThat(posts.lifecycle.views().get(trash.key())).isPresent();

        holds.release(trash.key(), "case-7", OFFICER, "settled");

        assertThat(posts.lifecycle.views().get(trash.key()).orElseThrow().expiresAt())
                .isEqualTo(trash.expiresAt());
        posts.pass(Duration.ofMinutes(1));
        assertThat(posts.lifecycle.views().get(trash.key())).isEmpty();
    }

    @Test
    void aPurgeIsRefusedAndLeavesNoMark() {
        LifecycleItem trash = posts.move(posts.put("a").key(), "deleted");
        holds.hold(trash.key(), "case-7", OFFICER, "subpoena");

        assertThat(posts.lifecycle.purge(trash.key(), OFFICER, "")).isInstanceOf(MoveResult.OnHold.class);

        assertThat(posts.lifecycle.views().get(trash.key()).orElseThrow().purgeMark())
                .isEmpty();
    }

    @Test
    void aHoldThatComesBetweenReadAndWriteWins() {
        LifecycleItem trash = posts.move(posts.put("a").key(), "deleted");
        var late = posts.lifecycle(
                SOCIAL, BeforeTransaction.once(posts.dynamo, () -> holds.holdOwner(USER, "case-9", OFFICER, "audit")));

        MoveResult purge = late.purge(trash.key(), OFFICER, "");

        assertThat(purge).isInstanceOfAny(MoveResult.OnHold.class);
        assertThat(posts.lifecycle.views().get(trash.key()).orElseThrow().purgeMark())
                .isEmpty();
        LifecycleItem active = posts.put("b");
        var later = posts.lifecycle(
                SOCIAL, BeforeTransaction.once(posts.dynamo, () -> holds.hold(active.key(), "case-7", OFFICER, "x")));
        holds.releaseOwner(USER, "case-9", OFFICER, "");
        assertThat(later.transition(active.key(), "deleted", OWNER, ""))
                .isEqualTo(new MoveResult.OnHold(Map.of("case-7", "x")));
    }

    @Test
    void allThatAnOwnerHasIsHeld() {
        ItemKey trash = posts.move(posts.put("a").key(), "deleted").key();
        LifecycleItem active = posts.put("b");

        assertThat(holds.holdOwner(USER, "case-9", OFFICER, "audit")).isEqualTo(1);

        assertThat(posts.lifecycle.transition(active.key(), "deleted", OWNER, ""))
                .isEqualTo(new MoveResult.OnHold(Map.of("case-9", "audit")));
        posts.pass(Duration.ofDays(400));
        assertThat(posts.lifecycle.views().get(trash)).isPresent();
        assertThat(holds.all()).containsOnlyKeys("HOLD|" + USER);
        assertThat(holds.releaseOwner(USER, "case-9", OFFICER, "done")).isEqualTo(1);
        assertThat(holds.all()).isEmpty();
        moved(posts.lifecycle.transition(active.key(), "deleted", OWNER, ""));
    }

    @Test
    void oneOfTwoHoldsIsEnough() {
        LifecycleItem trash = posts.move(posts.put("a").key(), "deleted");
        holds.hold(trash.key(), "case-1", OFFICER, "one");
        holds.hold(trash.key(), "case-2", OFFICER, "two");
        holds.holdOwner(USER, "case-3", OFFICER, "three");

        holds.release(trash.key(), "case-1", OFFICER, "");
        holds.releaseOwner(USER, "case-3", OFFICER, "");
        posts.pass(Duration.ofDays(400));

        assertThat(posts.lifecycle.views().get(trash.key())).isPresent();
        assertThat(holds.onItem(posts.lifecycle.views().get(trash.key()).orElseThrow()))
                .containsOnlyKeys("case-2");
        holds.holdOwner(USER, "case-4", OFFICER, "four");
        holds.release(trash.key(), "case-2", OFFICER, "");
        posts.pass(Duration.ofDays(400));
        assertThat(posts.lifecycle.views().get(trash.key())).isPresent();
        holds.releaseOwner(USER, "case-4", OFFICER, "");
        posts.pass(Duration.ofMinutes(1));
        assertThat(posts.lifecycle.views().get(trash.key())).isEmpty();
    }

    @Test
    void aHeldItemIsNotDueForAJob() {
        try (Fixture files = new Fixture(Fixture.regulated())) {
            LifecycleItem trash =
                    moved(files.lifecycle.transition(files.put("a").key(), "deleted", Actor.of("carl", "clerk"), ""));
            files.lifecycle.holds().hold(trash.key(), "case-7", OFFICER, "subpoena");
            files.pass(Duration.ofDays(8 * 365));

            MoveResult result =
                    files.lifecycle.move(MoveRequest.job(trash.key(), "archived", Actor.job("archive"), "", "j1"));

            assertThat(result).isInstanceOf(MoveResult.NotDue.class);
            files.lifecycle.holds().release(trash.key(), "case-7", OFFICER, "");
            assertThat(files.lifecycle
                            .move(MoveRequest.job(trash.key(), "archived", Actor.job("archive"), "", "j2"))
                            .isDone())
                    .isTrue();
        }
    }

    @Test
    void holdsHaveToBeDeclared() {
        try (Fixture plain = new Fixture(Fixture.social())) {
            assertThatThrownBy(plain.lifecycle::holds).hasMessageContaining("set 'holds: true'");
        }
    }

    @Test
    void anItemEndsAgainThoughItsHoldAndItsOwnersEndInTheSameMoment() {
        LifecycleItem trash = posts.move(posts.put("a").key(), "deleted");
        holds.hold(trash.key(), "case-7", OFFICER, "subpoena");
        holds.holdOwner(USER, "case-8", OFFICER, "audit");
        Holds late = posts.lifecycle(
                        SOCIAL,
                        BeforeTransaction.once(
                                posts.dynamo, () -> holds.releaseOwner(USER, "case-8", OFFICER, "settled")))
                .holds();

        late.release(trash.key(), "case-7", OFFICER, "settled");

        assertThat(posts.lifecycle.views().get(trash.key()).orElseThrow().expiresAt())
                .isEqualTo(trash.expiresAt());
    }
}

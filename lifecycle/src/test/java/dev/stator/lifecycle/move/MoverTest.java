package dev.stator.lifecycle.move;

import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.START;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.moved;
import static dev.stator.lifecycle.Fixture.n;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.fault.Calls;
import dev.stator.core.fault.Effect;
import dev.stator.core.fault.FaultRule;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** One item, moved. */
class MoverTest {
    private final Fixture posts = new Fixture(Fixture.social());
    private final Lifecycle lifecycle = posts.lifecycle;

    @AfterEach
    void close() {
        posts.close();
    }

    @Test
    void aDeletedItemIsInTheTrashWithEveryAttribute() {
        Map<String, AttributeValue> odd = new HashMap<>(Map.of(
                "number", n("12345678901234567890.123456789"),
                "bytes", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, 1, -1})),
                "nested", AttributeValue.fromM(Map.of("list", AttributeValue.fromL(List.of(n("1"), s("two"))))),
                "set", AttributeValue.fromNs(List.of("1", "2"))));
        LifecycleItem before = posts.put("a", START, odd);
        posts.pass(Duration.ofHours(1));

        LifecycleItem after = posts.move(before.key(), "deleted");

        assertThat(after.key().sort()).isEqualTo("DELETED#2026-08-01T01:00:00Z#a");
        assertThat(after.attributes()).containsAllEntriesOf(odd);
        assertThat(after.original()).contains(before.key().sort());
        assertThat(after.movedBy()).contains("ann");
        assertThat(after.reason()).contains("because");
        assertThat(after.expiresAt()).contains(START.plus(Duration.ofHours(1)).plus(Duration.ofDays(30)));
        assertThat(lifecycle.views().get(before.key())).isEmpty();
        assertThat(lifecycle.views().get(after.key()).orElseThrow().attributes())
                .isEqualTo(after.attributes());
        assertThat(posts.count("Posts")).isEqualTo(1);
    }

    @Test
    void aRestoreIsTheOriginalWithItsKey() {
        LifecycleItem before = posts.put("a");
        posts.pass(Duration.ofDays(3));
        ItemKey trash = posts.move(before.key(), "deleted").key();
        posts.pass(Duration.ofDays(3));

        LifecycleItem restored = moved(lifecycle.restore(trash, OWNER, ""));

        assertThat(restored.key()).isEqualTo(before.key());
        assertThat(restored.attributes())
                .containsAllEntriesOf(before.attributes())
                .doesNotContainKeys("ttl", "lc_original", "lc_reason");
        assertThat(restored.version()).isEqualTo(2);
        posts.pass(Duration.ofDays(60));
        assertThat(lifecycle.views().get(before.key())).isPresent();
    }

    @Test
    void theTimestampOfAnArchivedItemIsThatOfItsArchiving() {
        LifecycleItem before = posts.put("a");
        posts.pass(Duration.ofDays(1));
        LifecycleItem archived = posts.move(before.key(), "archived");
        posts.pass(Duration.ofDays(1));
        LifecycleItem deleted = posts.move(archived.key(), "deleted");

        assertThat(archived.key().sort()).isEqualTo("ARCHIVED#2026-08-02T00:00:00Z#a");
        assertThat(archived.attributes()).doesNotContainKey("ttl");
        assertThat(deleted.key().sort()).isEqualTo("DELETED#2026-08-03T00:00:00Z#a");
        assertThat(moved(lifecycle.restore(deleted.key(), OWNER, "")).key()).isEqualTo(before.key());
    }

    @Test
    void aTakenKeyIsReportedAndNothingIsLost() {
        LifecycleItem before = posts.put("a");
        LifecycleItem trash = posts.move(before.key(), "deleted");
        posts.put("a", START, Map.of("title", s("Another one in its place")));

        MoveResult result = lifecycle.restore(trash.key(), OWNER, "");

        assertThat(result).isEqualTo(new MoveResult.TargetTaken(before.key()));
        assertThat(lifecycle.views().get(trash.key()).orElseThrow().attributes())
                .isEqualTo(trash.attributes());
        assertThat(lifecycle
                        .views()
                        .get(before.key())
                        .orElseThrow()
                        .attributes()
                        .get("title"))
                .isEqualTo(s("Another one in its place"));
    }

    @Test
    void ofTwoWhoMoveOneItemOneLearnsThatHeLost() {
        LifecycleItem seen = posts.put("a");

        MoveResult first = lifecycle.transition(seen, "deleted", OWNER, "");
        MoveResult second = lifecycle.transition(seen, "archived", OWNER, "");

        assertThat(first.isDone()).isTrue();
        assertThat(second).isEqualTo(new MoveResult.Lost(seen.key(), Optional.empty()));
        assertThat(posts.count("Posts")).isEqualTo(1);
    }

    @Test
    void aVersionThatIsNoLongerTheOneSeenIsLost() {
        LifecycleItem seen = posts.put("a");
        posts.move(posts.move(seen.key(), "deleted").key(), "active");

        MoveResult result = lifecycle.transition(seen, "deleted", OWNER, "");

        assertThat(result)
                .isInstanceOfSatisfying(
                        MoveResult.Lost.class,
                        lost -> assertThat(lost.now().orElseThrow().version()).isEqualTo(2));
    }

    @Test
    void aWriteBetweenReadAndMoveIsTakenAlong() {
        LifecycleItem seen = posts.put("a");
        // An application that knows nothing of versions writes right before the transaction.
        Lifecycle disturbed = posts.lifecycle(
                lifecycle.spec(),
                BeforeTransaction.once(
                        posts.dynamo,
                        () -> posts.dynamo.updateItem(update -> update.tableName("Posts")
                                .key(lifecycle.context().attributes(seen.key()))
                                .updateExpression("SET title = :new")
                                .expressionAttributeValues(Map.of(":new", s("A better title"))))));

        LifecycleItem after = moved(disturbed.transition(seen.key(), "deleted", OWNER, ""));

        assertThat(after.attributes().get("title")).isEqualTo(s("A better title"));
        assertThat(posts.stator.table("Posts").items())
                .singleElement()
                .satisfies(item -> assertThat(item.get("title")).isEqualTo(s("A better title")));
    }

    @Test
    void anAnswerThatIsLostLeadsToOneMove() {
        LifecycleItem seen = posts.put("a");
        posts.stator
                .faults()
                .add(FaultRule.when(Effect.Drop.AFTER)
                        .operation("TransactWriteItems")
                        .calls(Calls.first(2)));

        LifecycleItem after = posts.move(seen.key(), "deleted");

        assertThat(after.version()).isEqualTo(1);
        assertThat(lifecycle.history(after)).hasSize(1);
        assertThat(posts.count("Posts")).isEqualTo(1);
    }

    @Test
    void aMoveThatIsRepeatedDaysLaterIsDoneOnce() {
        LifecycleItem seen = posts.put("a");
        MoveRequest request = MoveRequest.call(seen.key(), "deleted", OWNER, "", "move-1");
        LifecycleItem first = moved(lifecycle.move(request));
        posts.pass(Duration.ofDays(2));

        MoveResult again = lifecycle.move(request);

        assertThat(again).isInstanceOfSatisfying(MoveResult.Moved.class, moved -> {
            assertThat(moved.isRepeated()).isTrue();
            assertThat(moved.item().key()).isEqualTo(first.key());
        });
        assertThat(lifecycle.history(first)).hasSize(1);
    }

    @Test
    void aRestoreThatIsRepeatedIsDoneOnceIfTheItemWasSeen() {
        LifecycleItem trash = posts.move(posts.put("a").key(), "deleted");
        MoveRequest request = MoveRequest.call(trash, "active", OWNER, "", "restore-1");
        LifecycleItem restored = moved(lifecycle.move(request));

        MoveResult again = lifecycle.move(request);

        assertThat(again).isInstanceOfSatisfying(MoveResult.Moved.class, moved -> {
            assertThat(moved.isRepeated()).isTrue();
            assertThat(moved.item().key()).isEqualTo(restored.key());
        });
        // A key alone does not say whose ledger it is.
        assertThat(lifecycle.move(MoveRequest.call(trash.key(), "active", OWNER, "", "restore-1")))
                .isInstanceOf(MoveResult.Lost.class);
    }

    @Test
    void anIdCanBeUsedAgainAfterARefusal() {
        LifecycleItem before = posts.put("a");
        LifecycleItem trash = posts.move(before.key(), "deleted");
        posts.put("a", START, Map.of());
        MoveRequest request = MoveRequest.call(trash, "active", OWNER, "", "restore-1");
        assertThat(lifecycle.move(request)).isInstanceOf(MoveResult.TargetTaken.class);
        posts.pass(Duration.ofSeconds(5));
        posts.move(before.key(), "archived");

        assertThat(lifecycle.move(request).isDone()).isTrue();
    }

    @Test
    void whatTheDeclarationDoesNotAllowIsRefused() {
        LifecycleItem item = posts.put("a");

        assertThatThrownBy(() -> lifecycle.transition(item, "deleted", Actor.of("eve", "reader"), ""))
                .isInstanceOf(TransitionNotAllowedException.class)
                .hasMessage("eve may not move an item from active to deleted: that is for moderator, owner, and he is"
                        + " reader.");
        LifecycleItem deleted = posts.move(item.key(), "deleted");
        assertThatThrownBy(() -> lifecycle.transition(deleted, "archived", OWNER, ""))
                .hasMessage("The lifecycle posts has no transition from deleted to archived; from there it leads to"
                        + " [active].");
        assertThatThrownBy(() -> lifecycle.transition(deleted, "gone", OWNER, ""))
                .hasMessageContaining("no transition");
    }

    @Test
    void anItemThatWouldBecomeTooLargeStaysAsItIs() {
        LifecycleItem large = posts.put("a", START, Map.of("body", s("x".repeat(400 * 1024 - 100))));

        MoveResult result = lifecycle.transition(large, "deleted", OWNER, "");

        assertThat(result).isInstanceOf(MoveResult.TooLarge.class);
        assertThat(posts.stator.table("Posts").items()).containsExactly(large.attributes());
    }

    @Test
    void anItemOfAlmost400KilobytesMovesWithItsRecord() {
        byte[] noise = new byte[400 * 1024 - 700];
        new Random(3).nextBytes(noise);
        LifecycleItem large =
                posts.put("a", START, Map.of("body", AttributeValue.fromB(SdkBytes.fromByteArray(noise))));

        LifecycleItem after = posts.move(large.key(), "deleted");

        assertThat(after.sizeBytes()).isBetween(400 * 1024 - 700, 400 * 1024);
        assertThat(after.attributes().get("body")).isEqualTo(large.attributes().get("body"));
        assertThat(lifecycle.history(after).getFirst().before()).contains(large.attributes());
        assertThat(lifecycle.audit().verifyAll().problems()).isEmpty();
    }

    @Test
    void anItemWithMoreAttributesThanAConditionCanCompareMoves() {
        Map<String, AttributeValue> many = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            many.put("attribute " + i, n(Integer.toString(i)));
        }
        LifecycleItem item = posts.put("a", START, many);

        assertThat(posts.move(item.key(), "deleted").attributes()).containsAllEntriesOf(many);
    }

    @Test
    void aMoveIsOneTransactionWithAToken() {
        LifecycleItem item = posts.put("a");
        List<TransactWriteItemsRequest> sent = new ArrayList<>();
        Lifecycle observed = posts.lifecycle(lifecycle.spec(), BeforeTransaction.each(posts.dynamo, sent::add));

        moved(observed.transition(item.key(), "deleted", OWNER, ""));

        assertThat(sent).singleElement().satisfies(request -> {
            assertThat(request.clientRequestToken()).hasSize(32);
            assertThat(request.transactItems()).hasSize(4);
        });
    }

    @Test
    void whatIsMissingIsLost() {
        ItemKey nowhere = new ItemKey(USER, "ACTIVE#2026-08-01T00:00:00Z#none");

        assertThat(lifecycle.transition(nowhere, "deleted", OWNER, ""))
                .isEqualTo(new MoveResult.Lost(nowhere, Optional.empty()));
    }
}

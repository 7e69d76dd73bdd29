package dev.stator.lifecycle.move;

import static dev.stator.lifecycle.Fixture.OFFICER;
import static dev.stator.lifecycle.Fixture.START;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.moved;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.audit.AuditRecord;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The preset for records that have to be kept: every version, no time to live, holds. */
class RevisionsTest {
    private static final Actor CLERK = Actor.of("carl", "clerk");
    private static final String KEY = "ACTIVE#2026-08-01T00:00:00Z#file-1";

    private final Fixture files = new Fixture(Fixture.regulated());
    private final Revisions revisions = files.lifecycle.revisions();

    @AfterEach
    void close() {
        files.close();
    }

    private static Map<String, AttributeValue> file(String text) {
        return Map.of("PK", s(USER), "SK", s(KEY), "text", s(text));
    }

    @Test
    void everyVersionIsKeptAndTheCurrentOneIsTheItem() {
        LifecycleItem item = moved(revisions.create(file("v1"), CLERK, "new"));
        for (int version = 2; version <= 12; version++) {
            item = moved(revisions.revise(item, Map.of("text", s("v" + version)), CLERK, "edit"));
        }
        item = moved(files.lifecycle.transition(item, "deleted", CLERK, "done with"));

        assertThat(item.attributes().get("text")).isEqualTo(s("v12"));
        assertThat(item.version()).isEqualTo(13);
        List<AttributeValue> versions = new ArrayList<>();
        for (AuditRecord record : files.lifecycle.history(item)) {
            record.before().map(before -> before.get("text")).ifPresent(versions::add);
        }
        // In order, and v10 does not come before v2.
        assertThat(versions)
                .startsWith(s("v1"), s("v2"))
                .endsWith(s("v11"), s("v12"))
                .hasSize(12);
        assertThat(files.lifecycle.audit().verifyAll().problems()).isEmpty();
    }

    @Test
    void whoRevisesAnOldVersionLearnsTheNewOne() {
        LifecycleItem first = moved(revisions.create(file("v1"), CLERK, ""));
        LifecycleItem second = moved(revisions.revise(first, Map.of("text", s("v2")), CLERK, ""));

        MoveResult late = revisions.revise(first, Map.of("text", s("other")), CLERK, "");

        assertThat(late)
                .isInstanceOfSatisfying(
                        MoveResult.Lost.class,
                        lost -> assertThat(lost.now().map(LifecycleItem::attributes))
                                .isEqualTo(Optional.of(second.attributes())));
    }

    @Test
    void aRevisionCannotChangeTheKeyOrWhatTheLifecycleKeeps() {
        LifecycleItem first = moved(revisions.create(file("v1"), CLERK, ""));

        LifecycleItem second = moved(revisions.revise(
                first,
                Map.of("SK", s("DELETED#2026-08-01T00:00:00Z#x"), "lc_version", Fixture.n("99"), "ttl", Fixture.n("1")),
                CLERK,
                ""));

        assertThat(second.key()).isEqualTo(first.key());
        assertThat(second.version()).isEqualTo(2);
        assertThat(second.attributes()).doesNotContainKeys("ttl", "text");
    }

    @Test
    void aHeldRecordIsNotRevised() {
        LifecycleItem first = moved(revisions.create(file("v1"), CLERK, ""));
        files.lifecycle.holds().hold(first.key(), "case-7", OFFICER, "subpoena");
        LifecycleItem held = files.lifecycle.views().get(first.key()).orElseThrow();

        assertThat(revisions.revise(held, Map.of("text", s("v2")), CLERK, ""))
                .isEqualTo(new MoveResult.OnHold(Map.of("case-7", "subpoena")));
        files.lifecycle.holds().holdOwner(USER, "case-9", OFFICER, "audit");
        assertThat(revisions.create(Map.of("PK", s(USER), "SK", s("ACTIVE#2026-08-01T00:00:00Z#file-2")), CLERK, ""))
                .isEqualTo(new MoveResult.OnHold(Map.of("case-9", "audit")));
    }

    @Test
    void aKeyThatIsTakenIsReported() {
        LifecycleItem first = moved(revisions.create(file("v1"), CLERK, ""));

        assertThat(revisions.create(file("other"), CLERK, "")).isEqualTo(new MoveResult.TargetTaken(first.key()));
        assertThatThrownBy(() ->
                        revisions.create(Map.of("PK", s(USER), "SK", s("DELETED#2026-08-01T00:00:00Z#x")), CLERK, ""))
                .hasMessage("An item begins in the state active, not in deleted.");
    }

    @Test
    void nothingExpiresAndNothingIsPurgedBeforeItsTime() {
        LifecycleItem item = moved(revisions.create(file("v1"), CLERK, ""));
        LifecycleItem deleted = moved(files.lifecycle.transition(item, "deleted", CLERK, ""));
        assertThat(deleted.attributes()).doesNotContainKey("ttl");
        files.pass(Duration.ofDays(7 * 365));
        LifecycleItem archived = moved(
                files.lifecycle.move(MoveRequest.job(deleted.key(), "archived", Actor.job("archive"), "", "job-1")));
        MoveRequest purge = MoveRequest.job(archived.key(), "purged", Actor.job("purge"), "", "job-2");

        assertThat(files.lifecycle.move(purge)).isInstanceOf(MoveResult.NotDue.class);
        files.pass(Duration.ofDays(10 * 365));
        assertThat(files.lifecycle.move(purge).isDone()).isTrue();
    }

    @Test
    void theDutyToKeepBeatsWhoeverMayPurge() {
        LifecycleSpec spec = Presets.REGULATED
                .applyTo(LifecycleSpec.builder("files", "Files").partitionKey("PK", "USER#{userId}"))
                .transition("erase", List.of("active", "deleted"), "purged", "officer")
                .build();
        try (Fixture kept = new Fixture(spec)) {
            LifecycleItem item = kept.put("a");
            LifecycleItem deleted = moved(kept.lifecycle.transition(kept.put("b"), "deleted", CLERK, ""));

            assertThat(kept.lifecycle.purge(item.key(), OFFICER, "")).isInstanceOf(MoveResult.NotDue.class);
            assertThat(kept.lifecycle.purge(deleted.key(), OFFICER, ""))
                    .isEqualTo(new MoveResult.NotDue(START.plus(Duration.ofDays(7 * 365))));
            kept.pass(Duration.ofDays(7 * 365));
            assertThat(kept.lifecycle.purge(deleted.key(), OFFICER, "").isDone())
                    .isTrue();
        }
    }

    @Test
    void versionsNeedRecords() {
        LifecycleSpec quiet = Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
                .audit(false)
                .build();
        try (Fixture posts = new Fixture(quiet)) {
            assertThatThrownBy(posts.lifecycle::revisions).hasMessageContaining("set 'audit: true'");
        }
    }
}

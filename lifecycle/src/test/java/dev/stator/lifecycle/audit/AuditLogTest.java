package dev.stator.lifecycle.audit;

import static dev.stator.lifecycle.Fixture.OWNER;
import static dev.stator.lifecycle.Fixture.START;
import static dev.stator.lifecycle.Fixture.USER;
import static dev.stator.lifecycle.Fixture.n;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import dev.stator.lifecycle.table.Companion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records, and that nobody changes one unseen. */
class AuditLogTest {
    private final Fixture posts = new Fixture(Fixture.social());
    private final AuditLog audit = posts.lifecycle.audit();
    private final LifecycleItem item = posts.put("a", START, Map.of("likes", n("1.5")));
    private final String ledger = Companion.ledger(USER, item.key().sort());

    @BeforeEach
    void moveThreeTimes() {
        posts.pass(Duration.ofDays(1));
        LifecycleItem deleted = posts.move(item.key(), "deleted");
        posts.pass(Duration.ofDays(1));
        posts.lifecycle.restore(deleted.key(), OWNER, "a mistake");
        posts.pass(Duration.ofDays(1));
        posts.move(item.key(), "archived");
    }

    @AfterEach
    void close() {
        posts.close();
    }

    private void tamper(String sort, String name, String value) {
        posts.dynamo.updateItem(update -> update.tableName("Posts-lifecycle")
                .key(Companion.key(ledger, sort))
                .updateExpression("SET #x = :x")
                .expressionAttributeNames(Map.of("#x", name))
                .expressionAttributeValues(Map.of(":x", s(value))));
    }

    private List<String> problems() {
        Verification one = audit.verify(USER, item.key().sort());
        assertThat(audit.verifyAll().problems()).isEqualTo(one.problems());
        return one.problems();
    }

    @Test
    void theHistorySaysWhoWhenWhyAndWhatItWas() {
        List<AuditRecord> history = audit.history(USER, item.key().sort());

        assertThat(history).extracting(record -> record.entry().to()).containsExactly("deleted", "active", "archived");
        AuditEntry first = history.getFirst().entry();
        assertThat(first.actor()).isEqualTo("ann");
        assertThat(first.principal()).isEqualTo("stator");
        assertThat(first.reason()).isEqualTo("because");
        assertThat(first.at()).isEqualTo(START.plus(Duration.ofDays(1)));
        assertThat(history.getFirst().before()).contains(item.attributes());
        assertThat(history.get(1).entry().reason()).isEqualTo("a mistake");
        assertThat(posts.lifecycle.history(
                        posts.lifecycle.views().archive(USER).page().items().getFirst()))
                .isEqualTo(history);
    }

    @Test
    void anUntouchedChainIsIntact() {
        posts.move(posts.put("b").key(), "deleted");

        Verification all = audit.verifyAll();
        assertThat(all.problems()).isEmpty();
        assertThat(all.ledgers()).isEqualTo(2);
        assertThat(all.records()).isEqualTo(4);
        assertThat(audit.verifyAll().digest()).isEqualTo(all.digest());
    }

    @Test
    void aChangedRecordIsSeen() {
        tamper("R#0000000002", "actor", "somebody else");

        assertThat(problems()).containsExactly(ledger + ": record 2 was changed");
    }

    @Test
    void aChangedImageIsSeen() {
        tamper("R#0000000001", "before", "{}");

        assertThat(problems()).containsExactly(ledger + ": the before-image of record 1 was changed");
    }

    @Test
    void aRecordThatWasTakenOutIsSeen() {
        posts.dynamo.deleteItem(
                delete -> delete.tableName("Posts-lifecycle").key(Companion.key(ledger, "R#0000000002")));

        assertThat(problems())
                .containsExactly(
                        ledger + ": after record 1 comes 3: what is between is missing",
                        ledger + ": record 3 does not follow from the one before it");
    }

    @Test
    void aChainThatWasCutIsSeen() {
        posts.dynamo.deleteItem(
                delete -> delete.tableName("Posts-lifecycle").key(Companion.key(ledger, "R#0000000003")));

        assertThat(problems()).containsExactly(ledger + ": its head is at record 3, its last record is 2");
    }

    @Test
    void aHeadThatIsGoneIsSeen() {
        posts.dynamo.deleteItem(delete -> delete.tableName("Posts-lifecycle").key(Companion.key(ledger, "HEAD")));

        assertThat(problems()).containsExactly(ledger + ": its head is missing");
    }

    @Test
    void aDigestThatWasKeptShowsAChainThatWasWrittenAnew() {
        String kept = audit.verifyAll().digest();
        tamper("R#0000000003", "hash", "f".repeat(64));

        assertThat(audit.verifyAll().digest()).isNotEqualTo(kept);
    }

    @Test
    void imagesCanBeErasedAndTheChainHolds() {
        assertThat(audit.erase(USER, item.key().sort())).isEqualTo(3);

        assertThat(audit.history(USER, item.key().sort()))
                .allMatch(AuditRecord::isErased)
                .allMatch(record -> record.before().isEmpty());
        assertThat(problems()).isEmpty();
        assertThat(audit.erase(USER, item.key().sort())).isZero();
    }

    @Test
    void itemsWithLongNamesHaveLedgersToo() {
        String id = "\u00e4".repeat(490);
        LifecycleItem deleted = posts.move(posts.put(id).key(), "archived");

        assertThat(posts.lifecycle.history(deleted)).hasSize(1);
        assertThat(audit.verifyAll().problems()).isEmpty();
    }

    @Test
    void withoutAuditThereAreNoRecords() {
        try (Fixture quiet = new Fixture(Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
                .audit(false)
                .build())) {
            LifecycleItem deleted = quiet.move(quiet.put("a").key(), "deleted");

            assertThat(quiet.lifecycle.history(deleted)).isEmpty();
            assertThat(quiet.count("Posts-lifecycle")).isZero();
        }
    }

    private List<ChainEnd> ends() {
        List<ChainEnd> ends = new ArrayList<>();
        assertThat(audit.verifyAll(List.of(), ends::add).isIntact()).isTrue();
        return ends.stream().map(ChainEnd::line).map(ChainEnd::of).toList();
    }

    @Test
    void whoeverKeepsTheEndsFindsAChainThatWasCutOffWithItsHead() {
        List<ChainEnd> kept = ends();
        AuditRecord second = audit.history(USER, item.key().sort()).get(1);
        posts.dynamo.deleteItem(
                delete -> delete.tableName("Posts-lifecycle").key(Companion.key(ledger, "R#0000000003")));
        posts.dynamo.updateItem(update -> update.tableName("Posts-lifecycle")
                .key(Companion.key(ledger, "HEAD"))
                .updateExpression("SET #n = :n, #h = :h")
                .expressionAttributeNames(Map.of("#n", "number", "#h", "hash"))
                .expressionAttributeValues(Map.of(":n", n("2"), ":h", s(second.hash()))));
        assertThat(audit.verifyAll().problems()).isEmpty();

        assertThat(audit.verifyAll(kept, end -> {}).problems())
                .containsExactly(ledger + ": it ends with record 2, and had 3 when its end was kept");
    }

    @Test
    void whoeverKeepsTheEndsFindsAChainThatWasWrittenAnewOrIsGone() {
        List<ChainEnd> kept = ends();
        erase();
        assertThat(audit.verifyAll().problems()).isEmpty();
        assertThat(audit.verifyAll(kept, end -> {}).problems())
                .containsExactly(ledger + ": the chain is gone, which had 3 records");

        LifecycleItem again = posts.put("a", START, Map.of());
        for (String to : List.of("deleted", "active", "deleted", "active")) {
            again = posts.move(again.key(), to);
        }
        assertThat(audit.verifyAll().problems()).isEmpty();
        assertThat(audit.verifyAll(kept, end -> {}).problems())
                .singleElement()
                .asString()
                .contains("record 3 is not the one that was its end");
    }

    private void erase() {
        for (String sort : List.of("HEAD", "R#0000000001", "R#0000000002", "R#0000000003")) {
            posts.dynamo.deleteItem(
                    delete -> delete.tableName("Posts-lifecycle").key(Companion.key(ledger, sort)));
        }
    }

    @Test
    void endsThatWereKeptStayRightWhenTheChainGoesOn() {
        List<ChainEnd> kept = ends();
        posts.pass(Duration.ofDays(1));
        posts.move(posts.lifecycle.views().archive(USER).iterator().next().key(), "deleted");
        posts.move(posts.put("other").key(), "deleted");

        assertThat(audit.verifyAll(kept, end -> {}).problems()).isEmpty();
        assertThatThrownBy(() -> ChainEnd.of("no JSON")).hasMessageContaining("It is no end of a chain: no JSON");
    }
}

package dev.stator.core.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.housekeeping.Duties;
import dev.stator.core.housekeeping.Housekeeping;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.stream.StreamLimits;
import dev.stator.core.stream.Streams;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Entry;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RequestTokensTest {
    private final MemoryEngine engine = new MemoryEngine();
    private Instant now = Instant.parse("2026-01-02T03:04:05.678Z");
    private final Housekeeping housekeeping = new Housekeeping(() -> now, Timer.NEVER, Runnable::run);
    private final RequestTokens tokens = new RequestTokens(engine, () -> now, housekeeping, Duties.ALL);

    @AfterEach
    void close() {
        engine.close();
    }

    private static RequestToken token(String text) {
        return new RequestToken("TransactWriteItems", "000000000000", text, new byte[] {1, 2, 3});
    }

    /** Commits a request with this token; false if it was carried out before. */
    private boolean commit(RequestToken token) {
        RequestTokens.Claim claim = tokens.claim(token);
        if (claim != null) {
            assertThat(commit(claim)).isTrue();
        }
        return claim != null;
    }

    private boolean commit(RequestTokens.Claim claim) {
        Streams streams = new Streams(engine, () -> now, StreamLimits.DYNAMODB, housekeeping, Duties.ALL);
        ItemChange change = new ItemChange(engine, streams);
        claim.addTo(change);
        return change.commit() instanceof CommitResult.Committed;
    }

    private int stored() {
        List<Entry> entries = new ArrayList<>();
        for (int family = 0; family <= 1; family++) {
            engine.scan(new Tree(2, family), TokenRange.ALL, null, Consistency.STRONG, entries::add);
        }
        return entries.size();
    }

    @Test
    void aTokenIsSeenByWhoeverOpensTheEngineAgain() {
        assertThat(commit(token("a"))).isTrue();

        assertThat(new RequestTokens(engine, () -> now, housekeeping, Duties.ALL).claim(token("a")))
                .isNull();
    }

    @Test
    void operationsAndAccountsHaveTokensOfTheirOwn() {
        commit(token("a"));

        assertThat(tokens.claim(new RequestToken("ExecuteTransaction", "000000000000", "a", new byte[0])))
                .isNotNull();
        assertThat(tokens.claim(new RequestToken("TransactWriteItems", "111111111111", "a", new byte[0])))
                .isNotNull();
    }

    @Test
    void aRequestThatIsUnderWayIsRefused() {
        tokens.begin(token("a"));
        tokens.begin(token("b"));

        assertThatThrownBy(() -> tokens.begin(token("a")))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.type()).isEqualTo(ErrorType.TRANSACTION_IN_PROGRESS))
                .hasMessage("Transaction from previous request is still in progress");
        tokens.end(token("a"));
        tokens.begin(token("a"));
    }

    @Test
    void ofTwoRequestsAtTheSameTimeOneIsCommitted() {
        RequestTokens.Claim one = Objects.requireNonNull(tokens.claim(token("a")));
        RequestTokens.Claim other = Objects.requireNonNull(tokens.claim(token("a")));

        assertThat(commit(one)).isTrue();
        assertThat(commit(other)).isFalse();
    }

    @Test
    void expiredTokensAreRemovedAndNoOthers() {
        for (int i = 0; i < 1_000; i++) {
            commit(token("old" + i));
        }
        now = now.plus(Duration.ofMinutes(5));
        commit(token("young"));
        assertThat(stored()).isEqualTo(2 * 1_001);

        now = now.plus(Duration.ofMinutes(5).plusMillis(1));
        housekeeping.runDue();

        assertThat(stored()).isEqualTo(2);
        assertThat(commit(token("young"))).isFalse();
    }

    @Test
    void aTokenThatIsUsedAgainLeavesNothingOfItsFirstLife() {
        commit(token("a"));
        now = now.plus(Duration.ofMinutes(10));

        assertThat(commit(token("a"))).isTrue();

        assertThat(stored()).isEqualTo(2);
        now = now.plus(Duration.ofMinutes(2));
        housekeeping.runDue();
        assertThat(commit(token("a"))).isFalse();
    }

    @Nested
    class StoredForm {
        @Test
        void docsFormatMdDescribesIt() {
            commit(token("a"));

            String expiry = "0000019b7cb2b6ee";
            String key = HexFormat.of().formatHex("TransactWriteItems:000000000000:a".getBytes(UTF_8));
            assertThat(entries(0)).containsExactly(key + " /  -> " + expiry + "010203");
            assertThat(entries(1)).containsExactly("15 / " + expiry + key + " -> " + key);
        }

        private List<String> entries(int family) {
            HexFormat hex = HexFormat.of();
            List<String> entries = new ArrayList<>();
            engine.scan(
                    new Tree(2, family),
                    TokenRange.ALL,
                    null,
                    Consistency.STRONG,
                    entry -> entries.add(hex.formatHex(entry.key().collection()) + " / "
                            + hex.formatHex(entry.key().position()) + " -> " + hex.formatHex(entry.value())));
            return entries;
        }
    }
}

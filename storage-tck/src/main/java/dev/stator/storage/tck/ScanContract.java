package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Consistency;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Token;
import dev.stator.storage.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link dev.stator.storage.Engine#scan}. */
public abstract class ScanContract extends EngineContract {
    protected ScanContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    /** Fills the table with collections of several entries each, and returns the keys in scan order. */
    private List<EntryKey> fill(int collections) {
        List<EntryKey> keys = new ArrayList<>();
        for (int i = 0; i < collections; i++) {
            for (String position : List.of("", "\0", "\u00ff")) {
                keys.add(key("c\0" + i, position));
            }
        }
        CommitDraft draft = new CommitDraft();
        keys.forEach(key -> draft.put(TABLE, key, bytes("v")));
        assertCommitted(draft);
        keys.sort(ReferenceModel.SCAN_ORDER);
        return keys;
    }

    @Test
    void aScanVisitsEverythingInTokenOrder() {
        List<EntryKey> keys = fill(300);
        put(GLOBAL_INDEX, key("other", ""), "v");
        put(LOCAL_INDEX, key("other", ""), "v");

        assertThat(scan(TABLE, TokenRange.ALL, null)).isEqualTo(keys);
        assertThat(scan(UNKNOWN, TokenRange.ALL, null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 1_000})
    void segmentsAreDisjointAndComplete(int count) {
        List<EntryKey> keys = fill(100);
        List<EntryKey> scanned = new ArrayList<>();

        for (int segment = 0; segment < count; segment++) {
            TokenRange range = TokenRange.segment(segment, count);
            List<EntryKey> part = scan(TABLE, range, null);
            assertThat(part).allMatch(key -> range.contains(Token.of(key.collection())));
            scanned.addAll(part);
        }

        assertThat(scanned).isEqualTo(keys);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aScanResumesBehindEachEntry(int count) {
        fill(40);
        for (int segment = 0; segment < count; segment++) {
            TokenRange range = TokenRange.segment(segment, count);
            List<EntryKey> part = scan(TABLE, range, null);
            for (int i = 0; i < part.size(); i++) {
                assertThat(scan(TABLE, range, part.get(i))).isEqualTo(part.subList(i + 1, part.size()));
            }
        }
    }

    @Test
    void aScanResumesBehindAnEntryThatIsGone() {
        List<EntryKey> keys = fill(20);
        for (int i = 0; i < keys.size(); i++) {
            delete(TABLE, keys.get(i));

            assertThat(scan(TABLE, TokenRange.ALL, keys.get(i))).isEqualTo(keys.subList(i + 1, keys.size()));
        }
    }

    @Test
    void aResumePointOutsideTheRangeIsNoTrouble() {
        List<EntryKey> keys = fill(40);
        TokenRange low = TokenRange.segment(0, 2);
        TokenRange high = TokenRange.segment(1, 2);

        assertThat(scan(TABLE, high, keys.getFirst())).isNotEmpty().isEqualTo(scan(TABLE, high, null));
        assertThat(scan(TABLE, low, keys.getLast())).isEmpty();
    }

    @Test
    void theBordersOfTheTokenRangeBelongToIt() {
        List<EntryKey> keys = fill(10);
        long token = Token.of(keys.get(12).collection());

        assertThat(scan(TABLE, new TokenRange(token, token), null)).isEqualTo(keys.subList(12, 15));
    }

    @Test
    void theVisitorStopsTheScan() {
        List<EntryKey> keys = fill(10);
        List<EntryKey> visited = new ArrayList<>();

        engine.scan(TABLE, TokenRange.ALL, null, Consistency.EVENTUAL, entry -> {
            visited.add(entry.key());
            return visited.size() < 4;
        });

        assertThat(visited).isEqualTo(keys.subList(0, 4));
    }

    @Test
    void anEmptiedCollectionIsNotVisited() {
        List<EntryKey> keys = fill(10);
        keys.subList(3, 6).forEach(key -> delete(TABLE, key));
        List<EntryKey> left = new ArrayList<>(keys);
        left.subList(3, 6).clear();

        assertThat(scan(TABLE, TokenRange.ALL, null)).isEqualTo(left);
    }

    @Test
    void entriesThatStayAreVisitedOnceWhileOthersComeAndGo() throws InterruptedException {
        List<EntryKey> keys = fill(200);
        Thread writer = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 300; i++) {
                put(TABLE, key("new" + i % 50, ""), "v");
                delete(TABLE, key("new" + (i + 25) % 50, ""));
            }
        });

        for (int i = 0; i < 20; i++) {
            List<EntryKey> scanned = scan(TABLE, TokenRange.ALL, null);
            assertThat(scanned)
                    .isSortedAccordingTo(ReferenceModel.SCAN_ORDER)
                    .doesNotHaveDuplicates()
                    .containsAll(keys);
        }
        writer.join();
    }
}

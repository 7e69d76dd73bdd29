package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Entry;
import dev.stator.storage.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of {@link dev.stator.storage.Engine#slice}. */
public abstract class SliceContract extends EngineContract {
    /** Collections that an engine may confuse with each other. */
    private static final List<String> TRICKY_COLLECTIONS =
            List.of("\0", "\0\0", "\0\u00ff", "a", "a\0", "a\0\0", "a\u00ff", "aa", "b", "\u00ff", "\u00ff\u00ff");

    protected SliceContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @ParameterizedTest
    @EnumSource
    void everyPairOfBoundsSelectsWhatLiesBetween(Direction direction) {
        // Every second position is stored, so that the bounds are as often present as absent.
        List<String> stored = new ArrayList<>();
        for (int i = 0; i < TRICKY_POSITIONS.size(); i += 2) {
            stored.add(TRICKY_POSITIONS.get(i));
        }
        for (String position : stored) {
            put(TABLE, key("c", position), position);
        }
        List<@Nullable String> bounds = new ArrayList<>(TRICKY_POSITIONS);
        bounds.add(null);

        for (String from : bounds) {
            for (String to : bounds) {
                for (int inclusive = 0; inclusive < 4; inclusive++) {
                    Range range = new Range(
                            from == null ? null : bytes(from),
                            (inclusive & 1) != 0,
                            to == null ? null : bytes(to),
                            (inclusive & 2) != 0,
                            direction);
                    assertThat(sliced("c", range))
                            .as("from %s to %s, inclusive %d", from, to, inclusive)
                            .isEqualTo(expected(stored, range));
                }
            }
        }
    }

    private static List<String> expected(List<String> ascending, Range range) {
        List<String> selected =
                ascending.stream().filter(position -> contains(range, position)).toList();
        return range.direction() == Direction.FORWARD ? selected : selected.reversed();
    }

    /** Whether a position lies in the range; strings of characters up to 0xff compare as their bytes do. */
    static boolean contains(Range range, String position) {
        byte[] from = range.from();
        byte[] to = range.to();
        int low = from == null ? 1 : position.compareTo(text(from));
        int high = to == null ? -1 : position.compareTo(text(to));
        return (low > 0 || (low == 0 && range.fromInclusive())) && (high < 0 || (high == 0 && range.toInclusive()));
    }

    @ParameterizedTest
    @EnumSource
    void aSliceStaysInItsCollection(Direction direction) {
        for (String collection : TRICKY_COLLECTIONS) {
            for (String position : List.of("", "\0", "m", "\u00ff")) {
                put(TABLE, key(collection, position), collection);
            }
        }

        for (String collection : TRICKY_COLLECTIONS) {
            List<Entry> entries = slice(TABLE, collection, Range.all(direction));

            assertThat(entries).hasSize(4).allSatisfy(entry -> {
                assertThat(text(entry.key().collection())).isEqualTo(collection);
                assertThat(text(entry.value())).isEqualTo(collection);
            });
        }
    }

    @Test
    void aSliceStaysInItsTree() {
        put(TABLE, key("a", "1"), "item");
        put(LOCAL_INDEX, key("a", "2"), "index entry");

        assertThat(positions(TABLE, "a")).containsExactly("1");
        assertThat(positions(LOCAL_INDEX, "a")).containsExactly("2");
        assertThat(positions(GLOBAL_INDEX, "a")).isEmpty();
        assertThat(positions(UNKNOWN, "a")).isEmpty();
    }

    @Test
    void aSliceBringsTheEntriesThatGetBrings() {
        put(TABLE, key("a", "1"), "one");
        put(TABLE, key("a", "2"), "two");

        List<Entry> entries = slice(TABLE, "a", Range.all(Direction.FORWARD));

        assertThat(entries)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(get(TABLE, key("a", "1")), get(TABLE, key("a", "2")));
    }

    @ParameterizedTest
    @EnumSource
    void theVisitorStopsTheSlice(Direction direction) {
        for (int i = 0; i < 10; i++) {
            put(TABLE, key("a", "" + i), "v");
        }
        List<Entry> visited = new ArrayList<>();

        engine.slice(TABLE, bytes("a"), Range.all(direction), Consistency.STRONG, entry -> {
            visited.add(entry);
            return visited.size() < 3;
        });

        assertThat(visited)
                .extracting(entry -> text(entry.key().position()))
                .containsExactlyElementsOf(
                        direction == Direction.FORWARD ? List.of("0", "1", "2") : List.of("9", "8", "7"));
    }

    @Test
    void aVisitorMayReadTheEngine() {
        put(TABLE, key("a", "1"), "one");
        put(GLOBAL_INDEX, key("one", "a"), "projected");
        List<@Nullable String> looked = new ArrayList<>();

        engine.slice(
                TABLE,
                bytes("a"),
                Range.all(Direction.FORWARD),
                Consistency.STRONG,
                entry -> looked.add(value(GLOBAL_INDEX, key(text(entry.value()), "a"))));

        assertThat(looked).containsExactly("projected");
    }

    @Test
    void anEntryThatWasDeletedIsNotVisited() {
        for (String position : TRICKY_POSITIONS) {
            put(TABLE, key("a", position), "v");
        }
        List<String> left = new ArrayList<>(TRICKY_POSITIONS);
        for (String position : TRICKY_POSITIONS) {
            delete(TABLE, key("a", position));
            left.remove(position);

            assertThat(positions(TABLE, "a")).isEqualTo(left);
        }
    }

    @Test
    void aLargeCollectionKeepsItsOrder() {
        CommitDraft draft = new CommitDraft();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            // A stride that shares no factor with the count visits each number once, in no simple order.
            draft.put(TABLE, key("a", "%04d".formatted(i * 1_009 % 3_000)), bytes("v"));
            expected.add("%04d".formatted(i));
        }
        assertCommitted(draft);

        assertThat(positions(TABLE, "a")).isEqualTo(expected);
        assertThat(sliced("a", Range.all(Direction.REVERSE))).isEqualTo(expected.reversed());
    }

    private List<String> sliced(String collection, Range range) {
        return slice(TABLE, collection, range).stream()
                .map(entry -> text(entry.key().position()))
                .toList();
    }
}

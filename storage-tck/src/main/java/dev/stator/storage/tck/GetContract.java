package dev.stator.storage.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Consistency;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The contract of {@link dev.stator.storage.Engine#get}. */
public abstract class GetContract extends EngineContract {
    protected GetContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @Test
    void anAbsentEntryIsNull() {
        put(TABLE, key("a", "1"), "one");

        assertThat(get(TABLE, key("a", "2"))).isNull();
        assertThat(get(TABLE, key("b", "1"))).isNull();
        assertThat(get(LOCAL_INDEX, key("a", "1"))).isNull();
        assertThat(get(UNKNOWN, key("a", "1"))).isNull();
    }

    @Test
    void anEntryComesBackWithItsKeyAndValue() {
        put(TABLE, key("a", "1"), "one");

        for (Consistency consistency : Consistency.values()) {
            Entry entry = requireNonNull(engine.get(TABLE, bytes("a"), bytes("1"), consistency));

            assertThat(entry.key()).isEqualTo(key("a", "1"));
            assertThat(entry.value()).isEqualTo(bytes("one"));
            assertThat(entry.version()).isNotZero();
        }
    }

    @Test
    void aValueMayBeEmpty() {
        put(TABLE, key("a", "1"), "");

        assertThat(value(TABLE, key("a", "1"))).isEmpty();
    }

    @Test
    void everyTrickyPositionIsItsOwnEntry() {
        for (String position : TRICKY_POSITIONS) {
            put(TABLE, key("a", position), "at " + position);
        }

        for (String position : TRICKY_POSITIONS) {
            assertThat(value(TABLE, key("a", position))).isEqualTo("at " + position);
        }
    }

    @Test
    void collectionsAndPositionsAreNotMixedUp() {
        // Joined without a border, all of these would be the same bytes.
        put(TABLE, key("a", "bc"), "1");
        put(TABLE, key("ab", "c"), "2");
        put(TABLE, key("abc", ""), "3");
        put(TABLE, key("a\0", "bc"), "4");
        put(TABLE, key("a", "\0bc"), "5");

        assertThat(value(TABLE, key("a", "bc"))).isEqualTo("1");
        assertThat(value(TABLE, key("ab", "c"))).isEqualTo("2");
        assertThat(value(TABLE, key("abc", ""))).isEqualTo("3");
        assertThat(value(TABLE, key("a\0", "bc"))).isEqualTo("4");
        assertThat(value(TABLE, key("a", "\0bc"))).isEqualTo("5");
    }

    @Test
    void theLongestKeyAndALargeValueAreTaken() {
        byte[] collection = new byte[EntryKey.LENGTH_MAX];
        byte[] position = new byte[EntryKey.LENGTH_MAX];
        Arrays.fill(position, (byte) 0xff);
        byte[] value = new byte[1_000_000];
        new Random(1).nextBytes(value);

        assertCommitted(new CommitDraft().put(TABLE, new EntryKey(collection, position), value));

        Entry entry = requireNonNull(engine.get(TABLE, collection, position, Consistency.STRONG));
        assertThat(entry.key()).isEqualTo(new EntryKey(collection, position));
        assertThat(entry.value()).isEqualTo(value);
    }

    @Test
    void everyPutSetsANewVersion() {
        EntryKey key = key("a", "1");
        put(TABLE, key, "same");
        long first = version(TABLE, key);
        put(TABLE, key, "same");
        long second = version(TABLE, key);
        delete(TABLE, key);
        put(TABLE, key, "same");
        long third = version(TABLE, key);

        assertThat(new long[] {first, second, third}).doesNotHaveDuplicates();
    }

    @Test
    void anotherEntrysPutLeavesTheVersion() {
        put(TABLE, key("a", "1"), "one");
        long version = version(TABLE, key("a", "1"));
        put(TABLE, key("a", "2"), "two");

        assertThat(version(TABLE, key("a", "1"))).isEqualTo(version);
    }
}

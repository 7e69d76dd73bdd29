package dev.stator.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.storage.Direction;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import dev.stator.storage.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiryTest {
    private static final TimeToLive TTL = new TimeToLive("ttl", new Tree(20, 0), TimeToLive.Status.ENABLED);
    private static final EntryKey KEY = new EntryKey(new byte[] {7, 8}, new byte[] {9});

    private static @Nullable Expiry of(AttributeValue value) {
        return Expiry.of(TTL, KEY, EncodedItem.of(new Item(Map.of("ttl", value))));
    }

    private static @Nullable Expiry ofNumber(String number) {
        return of(new AttributeValue.N(DynamoNumber.parse(number)));
    }

    @ParameterizedTest
    @CsvSource({
        "1700000000, 1700000000",
        "1700000000.001, 1700000001",
        "1.7E9, 1700000000",
        "0, 0",
        "9223372036854775807, 9223372036854775807"
    })
    void anItemExpiresAfterTheSecondThatItNames(String number, long seconds) {
        assertThat(ofNumber(number)).isEqualTo(new Expiry(seconds, KEY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.001", "9223372036854775808", "1E125"})
    void aSecondThatIsNeverOverOrAlwaysTooLongAgoIsNone(String number) {
        assertThat(ofNumber(number)).isNull();
    }

    @Test
    void trap34OnlyANumberCounts() {
        assertThat(of(new AttributeValue.S("1700000000"))).isNull();
        assertThat(Expiry.of(TTL, KEY, EncodedItem.of(new Item(Map.of("other", new AttributeValue.S("x"))))))
                .isNull();
    }

    @Nested
    class DueItems {
        private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

        private static boolean isDue(Instant now, Duration delay, Instant expiry) {
            return Expiry.Due.at(now, delay).includes(new Expiry(expiry.getEpochSecond(), KEY));
        }

        @Test
        void anItemIsDueWhenItsSecondIsOverAndNotBefore() {
            assertThat(isDue(NOW, Duration.ZERO, NOW)).isFalse();
            assertThat(isDue(NOW.plusMillis(1), Duration.ZERO, NOW)).isTrue();
            assertThat(isDue(NOW.plusMillis(999), Duration.ZERO, NOW.plusSeconds(1)))
                    .isFalse();
        }

        @Test
        void theDelayIsAddedToTheSecond() {
            Duration delay = Duration.ofDays(2);
            assertThat(isDue(NOW.plus(delay), delay, NOW)).isFalse();
            assertThat(isDue(NOW.plus(delay).plusMillis(1), delay, NOW)).isTrue();
        }

        @Test
        void trap34WhatExpiredMoreThanFiveYearsAgoIsNotDue() {
            Instant fiveYearsAgo = Instant.parse("2021-03-01T00:00:00Z");
            assertThat(isDue(NOW, Duration.ZERO, fiveYearsAgo)).isTrue();
            assertThat(isDue(NOW, Duration.ZERO, fiveYearsAgo.minusSeconds(1))).isFalse();
        }

        @Test
        void aClockBefore1970FindsNothingDue() {
            assertThat(isDue(Instant.EPOCH.minusSeconds(10), Duration.ZERO, Instant.EPOCH))
                    .isFalse();
        }
    }

    @Nested
    class StoredForm {
        private static final String POSITION = "000000006553f100" + "0002" + "0708" + "09";

        @Test
        void docsFormatMdDescribesIt() {
            EntryKey entry = Objects.requireNonNull(ofNumber("1700000000")).key();

            assertThat(entry.collection()).containsExactly(6);
            assertThat(HexFormat.of().formatHex(entry.position())).isEqualTo(POSITION);
        }

        @Test
        void anEntrySaysWhichItemItIsAbout() {
            assertThat(Expiry.at(HexFormat.of().parseHex(POSITION))).isEqualTo(new Expiry(1_700_000_000L, KEY));
        }

        @Test
        void theLongestKeyComesBack() {
            EntryKey longest = new EntryKey(new byte[40_000], new byte[1_024]);
            assertThat(Expiry.at(new Expiry(1, longest).key().position())).isEqualTo(new Expiry(1, longest));
        }

        @Test
        void aRangeHasTheDueSecondsAndGoesOnBehindAnEntry() {
            Expiry.Due due = new Expiry.Due(5, 7);

            assertThat(due.range(null))
                    .usingRecursiveComparison()
                    .isEqualTo(new Range(
                            new byte[] {0, 0, 0, 0, 0, 0, 0, 5},
                            true,
                            new byte[] {0, 0, 0, 0, 0, 0, 0, 7},
                            false,
                            Direction.FORWARD));
            assertThat(due.range(new byte[] {1}).from()).containsExactly(1);
            assertThat(due.range(new byte[] {1}).fromInclusive()).isFalse();
        }
    }
}

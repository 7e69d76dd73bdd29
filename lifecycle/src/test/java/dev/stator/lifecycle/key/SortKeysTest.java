package dev.stator.lifecycle.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortKeysTest {
    private static final SortKeys POSTS = SortKeys.of("{state}#{timestamp:seconds}#{id}");
    private static final Instant AUGUST = Instant.parse("2026-08-01T00:00:00Z");
    private static final Instant SEPTEMBER = Instant.parse("2026-09-01T00:00:00Z");

    @Test
    void aKeyIsBuiltAndTakenApart() {
        String key = POSTS.build(Map.of("state", "ACTIVE", "timestamp", AUGUST, "id", "8f3a"));

        assertThat(key).isEqualTo("ACTIVE#2026-08-01T00:00:00Z#8f3a");
        KeyFields fields = POSTS.parse(key);
        assertThat(fields.text("state")).isEqualTo("ACTIVE");
        assertThat(fields.time("timestamp")).isEqualTo(AUGUST);
        assertThat(fields.text("id")).isEqualTo("8f3a");
    }

    @Test
    void aMonthHasItsLastDayUpToItsLastSecond() {
        KeyRange month = POSTS.between(Map.of("state", "ACTIVE"), "timestamp", AUGUST, SEPTEMBER);

        assertThat(month)
                .isEqualTo(new KeyRange.Between("ACTIVE#2026-08-01T00:00:00Z", "ACTIVE#2026-08-31T23:59:59Z$"));
        assertThat(month.contains("ACTIVE#2026-08-31T23:59:59Z#zzz")).isTrue();
        assertThat(month.contains("ACTIVE#2026-08-01T00:00:00Z#0")).isTrue();
        assertThat(month.contains("ACTIVE#2026-09-01T00:00:00Z#0")).isFalse();
        assertThat(month.contains("ACTIVE#2026-07-31T23:59:59Z#zzz")).isFalse();
    }

    @Test
    void aMonthOfDaysHasItsLastDay() {
        SortKeys days = SortKeys.of("A#{day:yyyy-MM-dd}#{id}");

        KeyRange month = days.between(Map.of(), "day", AUGUST, SEPTEMBER);

        assertThat(month).isEqualTo(new KeyRange.Between("A#2026-08-01", "A#2026-08-31$"));
        assertThat(month.contains("A#2026-08-31#" + Character.toString(0x10FFFF)))
                .isTrue();
    }

    @Test
    void aFieldAtTheEndOfTheKeyIsBoundedExactly() {
        SortKeys readings = SortKeys.of("{time:seconds}");

        assertThat(readings.between(Map.of(), "time", AUGUST, AUGUST.plusSeconds(2)))
                .isEqualTo(new KeyRange.Between("2026-08-01T00:00:00Z", "2026-08-01T00:00:01Z"));
    }

    @Test
    void aRangeWithoutAnEndStaysInItsState() {
        KeyRange since = POSTS.between(Map.of("state", "ACTIVE"), "timestamp", AUGUST, null);

        assertThat(since.contains("ACTIVE#9999-12-31T23:59:59Z#x")).isTrue();
        assertThat(since.contains("ARCHIVED#2026-08-02T00:00:00Z#x")).isFalse();
        assertThat(POSTS.between(Map.of("state", "B"), "timestamp", null, AUGUST)
                        .contains("A#2026-07-01T00:00:00Z#x"))
                .isFalse();
    }

    @Test
    void anEmptyRangeAsksForNothing() {
        assertThat(POSTS.between(Map.of("state", "A"), "timestamp", AUGUST, AUGUST))
                .isEqualTo(new KeyRange.Empty());
        assertThat(POSTS.between(Map.of("state", "A"), "timestamp", SEPTEMBER, AUGUST))
                .isEqualTo(new KeyRange.Empty());
        assertThat(SortKeys.of("{n:digits/3}").between(Map.of(), "n", 0, 0)).isEqualTo(new KeyRange.Empty());
    }

    @Test
    void aPrefixEndsInItsDelimiter() {
        assertThat(POSTS.under(Map.of("state", "ACT"))).isEqualTo(new KeyRange.Prefix("ACT#"));
        assertThat(POSTS.under(Map.of())).isEqualTo(new KeyRange.All());
        assertThat(POSTS.under(Map.of("state", "A", "timestamp", AUGUST, "id", "x")))
                .isEqualTo(new KeyRange.Between("A#2026-08-01T00:00:00Z#x", "A#2026-08-01T00:00:00Z#x"));
    }

    @Test
    void versionsArePaddedSoThatTheTenthComesAfterTheSecond() {
        SortKeys versions = SortKeys.of("DOC#{id}#v{version:digits/6}");
        String second = versions.build(Map.of("id", "a", "version", 2));
        String tenth = versions.build(Map.of("id", "a", "version", 10));

        assertThat(tenth).isEqualTo("DOC#a#v000010");
        assertThat(Utf8Order.compare(second, tenth)).isNegative();
        assertThat(versions.parse(tenth).number("version")).isEqualTo(BigInteger.TEN);
        assertThat(versions.under(Map.of("id", "a"))).isEqualTo(new KeyRange.Prefix("DOC#a#v"));
        assertThat(versions.between(Map.of("id", "a"), "version", 2, 11))
                .isEqualTo(new KeyRange.Between("DOC#a#v000002", "DOC#a#v000010"));
    }

    @Test
    void aReversedKeyHasTheNewestFirst() {
        SortKeys newest = SortKeys.of("{at:reversed-time}#{id}");
        String earlier = newest.build(Map.of("at", AUGUST, "id", "x"));
        String later = newest.build(Map.of("at", SEPTEMBER, "id", "x"));

        assertThat(Utf8Order.compare(later, earlier)).isNegative();
        assertThat(newest.parse(later).time("at")).isEqualTo(SEPTEMBER);
        KeyRange month = newest.between(Map.of(), "at", AUGUST, SEPTEMBER);
        assertThat(month.contains(earlier)).isTrue();
        assertThat(month.contains(later)).isFalse();
        assertThat(month.contains(newest.build(Map.of("at", SEPTEMBER.minusMillis(1), "id", "z"))))
                .isTrue();
        assertThat(month.contains(newest.build(Map.of("at", AUGUST.minusMillis(1), "id", "0"))))
                .isFalse();
    }

    @Test
    void aPathIsTheRestOfTheKey() {
        SortKeys drive = SortKeys.of("{area}/{path:path}", '/', Map.of());

        String key = drive.build(Map.of("area", "photos", "path", "2026/08/"));

        assertThat(key).isEqualTo("photos/2026/08/");
        assertThat(drive.parse(key).text("path")).isEqualTo("2026/08/");
        // What sorts between a folder's name and its content is not the folder's.
        KeyRange folder = drive.under(Map.of("area", "photos"));
        assertThat(folder.contains("photos-old/x")).isFalse();
        assertThat(folder.contains("photos.bak")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ACTIVE#2026-08-01T00:00:00Z | it has 2 segments instead of 3",
                "ACTIVE#2026-08-01T00:00:00Z#a#b | it has more than 3 segments",
                "ACTIVE#2026-08-01T00:00:00Z# | the field id is empty",
                "ACTIVE#2026-08-01T00:00:00.5Z#a | is no timestamp of the format seconds",
            })
    void whatIsNoKeyOfTheTemplateIsRefused(String key, String why) {
        assertThat(POSTS.matches(key)).isFalse();
        assertThatThrownBy(() -> POSTS.parse(key)).hasMessageContaining(why);
    }

    @Test
    void valuesThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> POSTS.build(Map.of("state", "A", "timestamp", AUGUST, "id", "a#b")))
                .hasMessageContaining("contains the delimiter '#'");
        assertThatThrownBy(() -> POSTS.build(Map.of("state", "A", "timestamp", AUGUST)))
                .hasMessageContaining("needs a value of id");
        assertThatThrownBy(() -> POSTS.build(Map.of("state", "A", "timestamp", AUGUST, "id", "")))
                .hasMessageContaining("id is empty");
        assertThatThrownBy(() -> POSTS.build(Map.of("state", "A", "timestamp", AUGUST, "id", 7)))
                .hasMessageContaining("numbers and times sort as text only if");
        assertThatThrownBy(() -> POSTS.build(Map.of("state", "A", "timestamp", AUGUST, "id", "x", "no", "y")))
                .hasMessageContaining("has no field no");
        assertThatThrownBy(() -> POSTS.build(Map.of("state", "A", "timestamp", AUGUST, "id", "\uD83D")))
                .hasMessageContaining("half a character");
        assertThatThrownBy(() -> POSTS.build(Map.of("state", "A", "timestamp", AUGUST, "id", "\u00e4".repeat(501))))
                .hasMessageContaining("has 1025 bytes of UTF-8, and 1024 are allowed");
        assertThatThrownBy(() -> SortKeys.of("{n:digits/3}").build(Map.of("n", 1000)))
                .hasMessageContaining("does not fit into 3 digits");
        assertThatThrownBy(() -> SortKeys.of("{n:digits/3}").build(Map.of("n", -1)))
                .hasMessageContaining("does not fit");
    }

    @Test
    void aRangeNeedsTheFieldsBeforeIt() {
        assertThatThrownBy(() -> POSTS.between(Map.of(), "timestamp", AUGUST, SEPTEMBER))
                .hasMessageContaining("needs a value of state before");
        assertThatThrownBy(() -> POSTS.under(Map.of("id", "x"))).hasMessageContaining("needs a value of state before");
        assertThatThrownBy(() -> POSTS.between(Map.of("state", "A", "timestamp", AUGUST), "id", "a", "b"))
                .hasMessageContaining("is text and has no ranges");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a}{b} | put a delimiter between fields",
                "{a}#{a} | has the field a twice",
                "{a}##{b} | has an empty segment",
                "{a:path}#{b} | goes on after a path",
                "{a:digits/0} | has no width",
                "{a:digits/x} | has no width",
                "a}b | closes a brace that is not open",
                "{} | has no name",
                "{a:yyyy#MM#dd} | contains the delimiter '#'",
            })
    void aTemplateThatIsNoneIsRefused(String template, String why) {
        assertThatThrownBy(() -> SortKeys.of(template))
                .isInstanceOf(KeyException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aDelimiterIsPunctuation() {
        assertThatThrownBy(() -> SortKeys.of("a", 'x', Map.of())).hasMessageContaining("is no delimiter");
        assertThatThrownBy(() -> SortKeys.of("a", '\u00e9', Map.of())).hasMessageContaining("is no delimiter");
    }

    @Test
    void theOrderOfKeysIsTheOrderOfValuesAndRangesHaveExactlyTheirs() {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        for (String format : List.of("seconds", "millis", "yyyyMMdd", "reversed-time")) {
            SortKeys keys = SortKeys.of("S#{t:" + format + "}#{id}");
            List<Instant> times = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                times.add(AUGUST.plusMillis(random.nextLong(Duration.ofDays(2).toMillis())));
            }
            for (int i = 0; i < 60; i++) {
                Instant from = times.get(random.nextInt(times.size()));
                Instant to = times.get(random.nextInt(times.size()));
                KeyRange range = keys.between(Map.of(), "t", from, to);
                for (Instant time : times) {
                    String key = keys.build(Map.of("t", time, "id", "i" + random.nextInt(9)));
                    Instant kept = keys.parse(key).time("t");
                    assertThat(range.contains(key))
                            .as("seed %s, %s: %s in %s..%s", seed, format, kept, from, to)
                            .isEqualTo(!kept.isBefore(from) && kept.isBefore(to));
                }
            }
        }
    }

    @Test
    void shardsAreStableAndAllAreUsed() {
        WriteShards shards = new WriteShards(4);

        assertThat(shards.all()).containsExactly("00", "01", "02", "03");
        assertThat(shards.of("post-1")).isEqualTo(shards.of("post-1"));
        List<String> used = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            used.add(shards.of("post-" + i));
        }
        assertThat(used).contains("00", "01", "02", "03").isSubsetOf(shards.all());
        assertThatThrownBy(() -> new WriteShards(0)).hasMessageContaining("1 to 100");
    }
}

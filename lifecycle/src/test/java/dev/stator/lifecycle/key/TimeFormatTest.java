package dev.stator.lifecycle.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeFormatTest {
    private static final Instant TIME = Instant.parse("2026-08-31T23:59:59.123456789Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seconds | 2026-08-31T23:59:59Z",
                "millis | 2026-08-31T23:59:59.123Z",
                "micros | 2026-08-31T23:59:59.123456Z",
                "nanos | 2026-08-31T23:59:59.123456789Z",
                "yyyyMMdd | 20260831",
                "yyyy-MM-dd | 2026-08-31",
                "yyyyMMddHH | 2026083123",
                "yyyy-MM-dd'T'HH:mm | 2026-08-31T23:59",
                "yyyyMMddTHHmmss.SSSZ | 20260831T235959.123Z",
            })
    void aMomentHasOneTextThatParsesToIt(String format, String text) {
        TimeFormat times = TimeFormat.of(format);

        assertThat(times.format(TIME)).isEqualTo(text);
        Instant parsed = times.parse(text);
        assertThat(times.format(parsed)).isEqualTo(text);
        assertThat(Duration.between(parsed, TIME)).isLessThan(times.precision());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-08-31T23:59:59.5Z",
                "2026-08-31T23:59:59+00:00",
                "2026-08-31T23:59:59",
                "2026-8-31T23:59:59Z",
                "2026-02-30T00:00:00Z",
                "+12026-08-31T23:59:59Z",
                "2026-08-31T24:00:00Z",
                ""
            })
    void whatWouldNotSortIsRefused(String text) {
        assertThatThrownBy(() -> TimeFormat.SECONDS.parse(text))
                .isInstanceOf(KeyException.class)
                .hasMessageContaining("is no timestamp of the format seconds");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dd.MM.yyyy | 'dd' stands where 'yyyy' has to",
                "yyyy-MM | from the year down to at least the day",
                "yyyy-M-d | 'M' stands where 'MM' has to",
                "yyyy-MM-dd'T'HH:mm:ssxx | 'xx' is an offset",
                "MM/dd/yyyy | 'MM' stands where 'yyyy' has to",
                "yyyy-MM-dd hh:mm a | 'hh' stands where 'HH' has to",
                "yyyy-MM-dd'T | a quote is not closed",
                "rfc822 | 'r' stands where 'yyyy' has to",
            })
    void aFormatThatDoesNotSortIsRefusedWithTheReason(String format, String why) {
        assertThatThrownBy(() -> TimeFormat.of(format))
                .isInstanceOf(KeyException.class)
                .hasMessageContaining("does not sort by time")
                .hasMessageContaining(why);
    }

    @Test
    void aYearOfFiveDigitsIsRefused() {
        assertThatThrownBy(() -> TimeFormat.SECONDS.format(Instant.parse("+10000-01-01T00:00:00Z")))
                .hasMessageContaining("has not four digits");
    }

    @Test
    void boundsAreThoseOfThePrecision() {
        Instant whole = Instant.parse("2026-08-01T00:00:00Z");

        assertThat(TimeFormat.SECONDS.lastBefore(whole)).isEqualTo("2026-07-31T23:59:59Z");
        assertThat(TimeFormat.SECONDS.lastBefore(whole.plusNanos(1))).isEqualTo(whole);
        assertThat(TimeFormat.SECONDS.firstFrom(whole)).isEqualTo(whole);
        assertThat(TimeFormat.SECONDS.firstFrom(whole.plusNanos(1))).isEqualTo(whole.plusSeconds(1));
        assertThat(TimeFormat.of("yyyyMMdd").lastBefore(whole)).isEqualTo("2026-07-31T00:00:00Z");
        assertThat(TimeFormat.MILLIS.firstFrom(Instant.EPOCH.minusNanos(1))).isEqualTo(Instant.EPOCH);
    }
}

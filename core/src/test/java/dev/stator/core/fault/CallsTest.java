package dev.stator.core.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class CallsTest {
    @Test
    void callsAreCountedFromOne() {
        assertThat(included(Calls.ALL, 4)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(included(Calls.nth(2, 5), 10)).containsExactly(2L, 5L);
        assertThat(included(Calls.first(2), 10)).containsExactly(1L, 2L);
        assertThat(included(Calls.every(3), 10)).containsExactly(3L, 6L, 9L);
    }

    @Test
    void chanceIsAsOftenAsItSaysAndTheSameForOneSeed() {
        List<Long> first = included(Calls.chance(0.25, 42), 10_000);

        assertThat(first).hasSizeBetween(2_300, 2_700);
        assertThat(included(Calls.chance(0.25, 42), 10_000)).isEqualTo(first);
        assertThat(included(Calls.chance(0.25, 43), 10_000)).isNotEqualTo(first);
        assertThat(included(Calls.chance(0, 42), 100)).isEmpty();
        assertThat(included(Calls.chance(1, 42), 100)).hasSize(100);
    }

    @Test
    void whatCouldNeverFireIsRefused() {
        assertThatThrownBy(() -> Calls.nth(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Calls.nth()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Calls.first(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Calls.every(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Calls.chance(1.5, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Calls.chance(Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Long> included(Calls calls, long count) {
        return LongStream.rangeClosed(1, count).filter(calls::include).boxed().toList();
    }
}

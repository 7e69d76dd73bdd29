package dev.stator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenRangeTest {
    @Test
    void oneSegmentIsEverything() {
        assertThat(TokenRange.segment(0, 1)).isEqualTo(TokenRange.ALL);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 4_096, 1_000_000})
    void eachSegmentBeginsBehindTheOneBefore(int count) {
        long first = 0;
        for (int index = 0; index < count; index++) {
            TokenRange segment = TokenRange.segment(index, count);
            if (segment.first() != first) {
                fail("segment %d of %d begins at %x and not at %x", index, count, segment.first(), first);
            }
            first = segment.last() + 1;
        }
        assertThat(first).as("behind the highest token").isZero();
    }

    @Test
    void segmentsHaveNearlyTheSameLength() {
        long third = Long.divideUnsigned(-1L, 3);
        for (int index = 0; index < 3; index++) {
            TokenRange segment = TokenRange.segment(index, 3);
            assertThat(segment.last() - segment.first()).isBetween(third - 1, third);
        }
    }

    @Test
    void tokensAreUnsigned() {
        TokenRange upper = TokenRange.segment(1, 2);

        assertThat(upper.contains(Long.MIN_VALUE)).isTrue();
        assertThat(upper.contains(-1L)).isTrue();
        assertThat(upper.contains(0L)).isFalse();
        assertThat(upper.contains(Long.MAX_VALUE)).isFalse();
        assertThat(TokenRange.ALL.contains(-1L)).isTrue();
    }

    @Test
    void aRangeHasBothItsEnds() {
        TokenRange range = new TokenRange(5, 7);

        assertThat(range.contains(4)).isFalse();
        assertThat(range.contains(5)).isTrue();
        assertThat(range.contains(7)).isTrue();
        assertThat(range.contains(8)).isFalse();
    }

    @Test
    void impossibleRangesAreRefused() {
        assertThatThrownBy(() -> new TokenRange(-1L, 0L)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TokenRange.segment(3, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TokenRange.segment(-1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TokenRange.segment(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}

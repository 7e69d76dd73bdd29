package dev.stator.core.serializability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static Call append(long start, long end, Map<String, Integer> appends) {
        return new Call(start, end, Map.of(), appends);
    }

    private static Call read(long start, long end, Map<String, List<Integer>> reads) {
        return new Call(start, end, reads, Map.of());
    }

    private static List<String> anomalies(Call... calls) {
        return History.anomalies(List.of(calls));
    }

    @Test
    void callsOneAfterTheOtherAreInOrder() {
        assertThat(anomalies(
                        append(0, 1, Map.of("x", 1)),
                        append(2, 3, Map.of("x", 2, "y", 3)),
                        read(4, 5, Map.of("x", List.of(1, 2), "y", List.of(3)))))
                .isEmpty();
    }

    @Test
    void callsAtTheSameTimeMayHappenInAnyOrder() {
        assertThat(anomalies(
                        append(0, 10, Map.of("x", 1)),
                        append(1, 9, Map.of("x", 2)),
                        read(2, 8, Map.of("x", List.of(2))),
                        read(11, 12, Map.of("x", List.of(2, 1)))))
                .isEmpty();
    }

    @Test
    void aLostUpdateIsFound() {
        assertThat(anomalies(
                        append(0, 1, Map.of("x", 1)),
                        append(2, 3, Map.of("x", 2)),
                        read(4, 5, Map.of("x", List.of(2)))))
                .containsExactly("lost in x: 1");
    }

    @Test
    void whatACancelledCallWroteIsFound() {
        assertThat(anomalies(append(0, 1, Map.of("x", 1)), read(4, 5, Map.of("x", List.of(1, 7)))))
                .containsExactly("never appended to x: 7");
    }

    @Test
    void aDoubledUpdateIsFound() {
        assertThat(anomalies(append(0, 1, Map.of("x", 1)), read(4, 5, Map.of("x", List.of(1, 1)))))
                .containsExactly("doubled in x: [1, 1]");
    }

    @Test
    void twoReadersWhoSawWritesInDifferentOrdersAreFound() {
        assertThat(anomalies(
                        append(0, 10, Map.of("x", 1)),
                        append(0, 10, Map.of("x", 2)),
                        read(1, 2, Map.of("x", List.of(2))),
                        read(11, 12, Map.of("x", List.of(1, 2)))))
                .containsExactly("two orders of x: [2] and [1, 2]");
    }

    @Test
    void aStaleReadIsFound() {
        assertThat(anomalies(
                        append(0, 1, Map.of("x", 1)),
                        read(2, 3, Map.of("x", List.of())),
                        read(4, 5, Map.of("x", List.of(1)))))
                .isNotEmpty();
    }

    @Test
    void aReadOfHalfATransactionIsFound() {
        assertThat(anomalies(
                        append(0, 9, Map.of("x", 1, "y", 2)),
                        read(1, 8, Map.of("x", List.of(1), "y", List.of())),
                        read(10, 11, Map.of("x", List.of(1), "y", List.of(2)))))
                .isNotEmpty();
    }

    @Test
    void twoWritesThatTwoReadersSawInDifferentOrdersAreFound() {
        assertThat(anomalies(
                        append(0, 9, Map.of("x", 1)),
                        append(0, 8, Map.of("y", 2)),
                        read(1, 7, Map.of("x", List.of(1), "y", List.of())),
                        read(2, 6, Map.of("x", List.of(), "y", List.of(2))),
                        read(10, 11, Map.of("x", List.of(1), "y", List.of(2)))))
                .isNotEmpty();
    }

    @Test
    void writeSkewIsFound() {
        assertThat(anomalies(
                        new Call(0, 9, Map.of("y", List.of()), Map.of("x", 1)),
                        new Call(1, 8, Map.of("x", List.of()), Map.of("y", 2)),
                        read(10, 11, Map.of("x", List.of(1), "y", List.of(2)))))
                .isNotEmpty();
    }

    @Test
    void anAppendToAListThatWasSeenLongerIsFound() {
        assertThat(anomalies(
                        append(0, 9, Map.of("x", 1)),
                        new Call(1, 8, Map.of("x", List.of()), Map.of("x", 2)),
                        read(10, 11, Map.of("x", List.of(1, 2)))))
                .isNotEmpty();
    }
}

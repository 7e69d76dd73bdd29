package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DescribeLimitsTest {
    private final TableFixture db = new TableFixture();

    @Test
    void theLimitsAreThoseOfANewAccount() {
        assertThat(db.call("DescribeLimits", "{\"ignored\":{\"a\":[1]}}"))
                .isEqualTo(Map.of(
                        "AccountMaxReadCapacityUnits", 80_000L,
                        "AccountMaxWriteCapacityUnits", 80_000L,
                        "TableMaxReadCapacityUnits", 40_000L,
                        "TableMaxWriteCapacityUnits", 40_000L));
    }

    @Test
    void theBodyIsAnObject() {
        assertThat(db.refused("DescribeLimits", "[]")).hasMessage(null);
    }
}

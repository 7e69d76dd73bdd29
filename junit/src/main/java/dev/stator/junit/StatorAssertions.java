package dev.stator.junit;

/**
 * Assertions in AssertJ's way, for tests that have AssertJ: {@code assertThat(stator).scannedNothing()}. Without it,
 * {@link Stator#requests} and {@link Stator#table} have the same facts.
 */
public final class StatorAssertions {
    private StatorAssertions() {}

    /** Begins assertions on what was asked of a database, and on what is in it. */
    public static StatorAssert assertThat(Stator stator) {
        return new StatorAssert(stator);
    }
}

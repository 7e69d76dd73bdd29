package dev.stator.lifecycle.audit;

import java.util.List;

/**
 * What a check of chains has found.
 *
 * @param ledgers  how many chains
 * @param records  how many records
 * @param problems what is wrong, in the words of a report; empty if all is well
 * @param digest   one number for the ends of all chains, in hexadecimal: as long as nothing is moved, it is the same. For what
 *                 goes on, keep the {@link ChainEnd}s
 */
public record Verification(long ledgers, long records, List<String> problems, String digest) {
    public Verification {
        problems = List.copyOf(problems);
    }

    /** Whether nothing is wrong. */
    public boolean isIntact() {
        return problems.isEmpty();
    }
}

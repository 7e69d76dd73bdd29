package dev.stator.lifecycle.audit;

import java.util.List;

/**
 * What a check of chains has found.
 *
 * @param ledgers  how many chains
 * @param records  how many records
 * @param problems what is wrong, in the words of a report; empty if all is well
 * @param digest   one number for the ends of all chains, in hexadecimal: who keeps it elsewhere, sees later that nobody has
 *                 written a chain anew, since up to then it can be computed again
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

package dev.stator.lifecycle.spec;

import java.util.List;
import java.util.stream.Collectors;

/** A declaration that cannot be used, with everything that is wrong about it. */
public final class SpecException extends IllegalArgumentException {
    private final transient List<Finding> findings;

    SpecException(List<Finding> findings) {
        super(findings.stream().map(Finding::toString).collect(Collectors.joining("\n")));
        this.findings = List.copyOf(findings);
    }

    /** What is wrong, in the order of the declaration. */
    public List<Finding> findings() {
        return findings;
    }
}

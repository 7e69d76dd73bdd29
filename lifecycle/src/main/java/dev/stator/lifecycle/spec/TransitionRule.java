package dev.stator.lifecycle.spec;

import java.util.List;
import java.util.Set;

/**
 * A transition that is allowed.
 *
 * @param name    its name; that of the job where retention triggers it
 * @param from    from which states
 * @param to      into which
 * @param roles   who may do it; {@link #ANYBODY} for all
 * @param trigger what sets it off
 */
public record TransitionRule(String name, List<String> from, String to, Set<String> roles, Trigger trigger) {
    /** The role that everybody has. */
    public static final String ANYBODY = "*";
    /** Where a transition leads that deletes an item for good; no state. */
    public static final String PURGED = "purged";

    public TransitionRule {
        from = List.copyOf(from);
        roles = Set.copyOf(roles);
    }

    /** Whether it leads there. */
    public boolean leads(String origin, String target) {
        return from.contains(origin) && to.equals(target);
    }

    /** Whether one of these roles may do it. */
    public boolean isOpenTo(Set<String> actorRoles) {
        return roles.contains(ANYBODY) || actorRoles.stream().anyMatch(roles::contains);
    }
}

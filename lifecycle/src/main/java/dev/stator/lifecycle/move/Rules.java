package dev.stator.lifecycle.move;

import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.spec.Trigger;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who may do which transition. */
final class Rules {
    private final LifecycleSpec spec;

    Rules(LifecycleSpec spec) {
        this.spec = spec;
    }

    /** @throws TransitionNotAllowedException if the declaration does not allow it */
    void check(String from, String to, Actor actor, Trigger trigger) {
        List<TransitionRule> leading =
                spec.transitions().stream().filter(rule -> rule.leads(from, to)).toList();
        if (leading.isEmpty()) {
            throw new TransitionNotAllowedException("The lifecycle " + spec.name() + " has no transition from " + from
                    + " to " + to + "; from there it leads to " + targets(from) + ".");
        }
        List<TransitionRule> triggered =
                leading.stream().filter(rule -> rule.trigger() == trigger).toList();
        if (triggered.isEmpty()) {
            throw new TransitionNotAllowedException("The transition from " + from + " to " + to + " is not made by a "
                    + (trigger == Trigger.CALL ? "call, only by a job" : "job, only by a call") + ".");
        }
        if (trigger == Trigger.CALL && triggered.stream().noneMatch(rule -> rule.isOpenTo(actor.roles()))) {
            TreeSet<String> roles = new TreeSet<>();
            triggered.forEach(rule -> roles.addAll(rule.roles()));
            throw new TransitionNotAllowedException(actor.id() + " may not move an item from " + from + " to " + to
                    + ": that is for " + String.join(", ", roles) + ", and he is "
                    + (actor.roles().isEmpty() ? "none of that" : String.join(", ", new TreeSet<>(actor.roles())))
                    + ".");
        }
    }

    private Set<String> targets(String from) {
        Set<String> targets = new TreeSet<>();
        spec.transitions().stream().filter(rule -> rule.from().contains(from)).forEach(rule -> targets.add(rule.to()));
        return targets;
    }
}

package dev.stator.lifecycle.spec;

import dev.stator.lifecycle.key.SortKeys;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for what is wrong about a declaration, all of it at once. */
final class SpecCheck {
    // DynamoDB ignores a time to live of more than five years ago, not one that is far ahead; so far ahead it is a
    // mistake.
    private static final Duration TTL_MAX = Duration.ofDays(50 * 365L);
    private static final int STATES_MAX = 5;

    private final KeyLayout keys;
    private final List<StateSpec> states;
    private final List<TransitionRule> transitions;
    private final AttributeNames attributes;
    private final @Nullable DueIndex due;
    private final @Nullable Duration keep;
    private final List<String> neighbours;
    private final boolean hasHoldsWithoutAudit;
    private final List<Finding> findings = new ArrayList<>();

    SpecCheck(
            KeyLayout keys,
            List<StateSpec> states,
            List<TransitionRule> transitions,
            AttributeNames attributes,
            @Nullable DueIndex due,
            @Nullable Duration keep,
            List<String> neighbours,
            boolean hasHoldsWithoutAudit) {
        this.keys = keys;
        this.states = states;
        this.transitions = transitions;
        this.attributes = attributes;
        this.due = due;
        this.keep = keep;
        this.neighbours = neighbours;
        this.hasHoldsWithoutAudit = hasHoldsWithoutAudit;
    }

    List<Finding> findings() {
        if (states.size() < 2) {
            error("states", "A lifecycle has at least two states, the first of which is the initial one.");
            return findings;
        }
        checkTemplates();
        checkPrefixes();
        transitions.forEach(this::checkTransition);
        checkNames();
        checkReachable();
        states.forEach(this::checkEnding);
        checkAttributes();
        if (hasHoldsWithoutAudit) {
            error("holds", "Holds lie where the audit records do: they need 'audit: true'.");
        }
        if (states.size() > STATES_MAX) {
            findings.add(Finding.warning(
                    "states",
                    states.size() + " states are many: each is a slice of its own to read, and three to five"
                            + " are what people keep apart."));
        }
        return List.copyOf(findings);
    }

    private void error(String where, String message) {
        findings.add(Finding.error(where, message));
    }

    private void checkTemplates() {
        for (String field : List.of(KeyLayout.STATE, KeyLayout.TIMESTAMP)) {
            if (keys.partition().fields().contains(field)) {
                error(
                        "keys.partition",
                        "The field " + field + " cannot be in the partition key: an item would leave its"
                                + " item collection when it changes its state.");
            }
        }
        SortKeys sort = keys.sort();
        List<String> fields = sort.fields();
        int state = fields.indexOf(KeyLayout.STATE);
        int time = fields.indexOf(KeyLayout.TIMESTAMP);
        if (state < 0) {
            error("keys.sort", "The sort key " + sort + " has no field {state}.");
            return;
        }
        if (sort.isOrdered(KeyLayout.STATE)) {
            error("keys.sort", "The field {state} is text, the states' prefixes; it takes no format.");
        }
        if (state > 0) {
            error(
                    "keys.sort",
                    "The field {state} comes after {" + fields.getFirst() + "}, so a state would not be one"
                            + " slice of the item collection: put it first.");
        }
        if (time >= 0 && !sort.isOrdered(KeyLayout.TIMESTAMP)) {
            error("keys.sort", "The field {timestamp} needs a format that sorts, such as {timestamp:seconds}.");
        }
        if (time > state + 1) {
            error(
                    "keys.sort",
                    "The field {" + fields.get(time - 1) + "} stands before {timestamp}, so there would be no"
                            + " ranges of time: put the timestamp right after the state.");
        }
        String stateTexts = "states of this template have keys in their own order only";
        if (time < 0 && states.stream().anyMatch(one -> one.time() == StateTime.EXPIRES)) {
            error(
                    "keys.sort",
                    "A state's timestamp is its end, but the sort key has no field {timestamp}; " + stateTexts + ".");
        }
    }

    private void checkPrefixes() {
        char delimiter = keys.sort().delimiter();
        for (int i = 0; i < states.size(); i++) {
            StateSpec state = states.get(i);
            String where = "states." + state.name();
            String prefix = state.prefix();
            if (prefix.isEmpty()) {
                error(where, "The prefix is empty.");
                continue;
            }
            if (prefix.indexOf(delimiter) >= 0) {
                error(
                        where,
                        "The prefix '" + prefix + "' contains the delimiter '" + delimiter
                                + "', so a key could not be taken apart.");
            }
            for (StateSpec other : states.subList(0, i)) {
                checkPair(where, prefix, "the prefix of " + other.name(), other.prefix());
            }
            for (String neighbour : neighbours) {
                String bare = neighbour.endsWith(String.valueOf(delimiter))
                        ? neighbour.substring(0, neighbour.length() - 1)
                        : neighbour;
                checkPair(where, prefix, "the prefix of other items", bare);
            }
        }
    }

    private void checkPair(String where, String prefix, String whose, String other) {
        if (prefix.equals(other)) {
            error(where, "The prefix '" + prefix + "' is also " + whose + ", so their keys collide.");
        } else if (prefix.startsWith(other) || other.startsWith(prefix)) {
            String shorter = prefix.length() < other.length() ? prefix : other;
            error(
                    where,
                    "The prefix '" + prefix + "' and " + whose + ", '" + other + "': one begins with the other, so"
                            + " begins_with(" + keys.sortName() + ", \"" + shorter
                            + "\") finds both. Choose prefixes that differ earlier.");
        }
    }

    private void checkTransition(TransitionRule rule) {
        String where = "transitions." + rule.name();
        if (!isState(rule.to()) && !rule.to().equals(TransitionRule.PURGED)) {
            error(where, "There is no state " + rule.to() + ".");
        }
        if (rule.from().isEmpty()) {
            error(where, "It comes from no state.");
        }
        for (String from : rule.from()) {
            if (!isState(from)) {
                error(where, "There is no state " + from + ".");
            } else if (from.equals(rule.to())) {
                error(where, "It leads from " + from + " to itself.");
            }
        }
        if (rule.trigger() == Trigger.CALL && rule.roles().isEmpty()) {
            error(where, "Nobody may do it: name roles, or '*' for everybody.");
        }
        if (rule.trigger() == Trigger.RETENTION) {
            for (String from : rule.from()) {
                boolean isEnding = states.stream()
                        .anyMatch(state -> state.name().equals(from)
                                && state.ending().target().equals(rule.to()));
                if (!isEnding) {
                    error(
                            where,
                            "It is triggered by the end of the retention of " + from
                                    + ", which has none that leads to " + rule.to()
                                    + ": give it 'retention' and 'then: "
                                    + (rule.to().equals(TransitionRule.PURGED) ? "purge" : rule.to()) + "'.");
                }
            }
        }
    }

    private boolean isState(String name) {
        return states.stream().anyMatch(state -> state.name().equals(name));
    }

    private void checkNames() {
        Set<String> names = new HashSet<>();
        for (StateSpec state : states) {
            if (state.name().equals(TransitionRule.PURGED)) {
                error(
                        "states.purged",
                        "This is where transitions lead that delete for good; a state has another name.");
            }
            if (!names.add(state.name())) {
                error("states." + state.name(), "There are two states of this name.");
            }
        }
        names.clear();
        for (TransitionRule rule : transitions) {
            if (!names.add(rule.name())) {
                error("transitions." + rule.name(), "There are two transitions of this name.");
            }
        }
    }

    private void checkReachable() {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(states.getFirst().name()));
        while (!open.isEmpty()) {
            String state = open.pop();
            if (reached.add(state)) {
                transitions.stream().filter(rule -> rule.from().contains(state)).forEach(rule -> open.push(rule.to()));
            }
        }
        for (StateSpec state : states) {
            if (!reached.contains(state.name())) {
                error(
                        "states." + state.name(),
                        "No transitions lead from " + states.getFirst().name()
                                + " to it, so no item can ever be in it.");
            }
        }
    }

    private void checkEnding(StateSpec state) {
        String where = "states." + state.name();
        Retention retention = state.retention();
        if (retention == null) {
            if (!(state.ending() instanceof Ending.Stays)) {
                error(where, "It says what comes after its retention, but has no retention.");
            }
            if (state.time() == StateTime.EXPIRES) {
                error(where, "Its timestamp is the end of its retention, but it has no retention.");
            }
            return;
        }
        if (retention.shortest().isNegative() || retention.shortest().isZero()) {
            error(where, "A retention is longer than nothing.");
        }
        switch (state.ending()) {
            case Ending.Stays stays ->
                error(
                        where,
                        "It has a retention, but does not say what comes then: add 'then'"
                                + " with ttl, purge or a state.");
            case Ending.TimeToLive ttl -> checkTimeToLive(where, state, retention);
            case Ending.Purge purge -> checkKept(where, retention, "purged");
            case Ending.MovesTo moves -> {}
        }
        if (state.isDueByJob()) {
            checkJob(where, state);
        }
        if (state.isDueByJob() && due == null) {
            error(where, "A job ends it, and finds what is due in a global index: declare 'due'.");
        }
    }

    private void checkTimeToLive(String where, StateSpec state, Retention retention) {
        if (state.name().equals(states.getFirst().name())) {
            error(where, "The initial state ends by time to live, which would delete items that nobody has deleted.");
        }
        if (retention.longest().compareTo(TTL_MAX) > 0) {
            error(where, "A time to live of more than 50 years is a mistake in the unit.");
        }
        checkKept(where, retention, "removed by time to live");
    }

    private void checkKept(String where, Retention retention, String how) {
        if (keep != null && retention.shortest().compareTo(keep) < 0) {
            error(
                    where,
                    "Items are " + how + " after " + Durations.format(retention.shortest())
                            + ", but are to be kept for " + Durations.format(keep) + " at least.");
        }
    }

    private void checkJob(String where, StateSpec state) {
        String target = state.ending().target();
        if (!isState(target) && !target.equals(TransitionRule.PURGED)) {
            error(where, "There is no state " + target + " to move to after its retention.");
            return;
        }
        boolean isAllowed = transitions.stream()
                .anyMatch(rule -> rule.trigger() == Trigger.RETENTION && rule.leads(state.name(), target));
        if (!isAllowed) {
            error(
                    where,
                    "It moves to " + target + " after its retention, but there is no transition from " + state.name()
                            + " to " + target + " with 'trigger: retention'.");
        }
    }

    private void checkAttributes() {
        Set<String> taken = new HashSet<>(List.of(keys.partitionName(), keys.sortName()));
        if (taken.size() == 1) {
            error("keys", "Partition key and sort key are both " + keys.sortName() + ".");
        }
        for (AttributeNames.Role role : AttributeNames.Role.values()) {
            String name = attributes.of(role);
            if (name.isEmpty() || !taken.add(name)) {
                error("attributes." + role.title(), "The name '" + name + "' is taken by another attribute.");
            }
        }
    }
}

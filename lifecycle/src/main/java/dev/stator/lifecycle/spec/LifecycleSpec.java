package dev.stator.lifecycle.spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a lifecycle: the keys, states and transitions of the items of a table. Checked; immutable.
 *
 * <p>{@link #read} takes it from a YAML file, {@link #builder} builds it; {@code docs/soft-delete.md} has the grammar.
 *
 * @param name        what the lifecycle is called
 * @param table       the table of the items
 * @param companion   the table of records, holds, cascades and checkpoints
 * @param keys        the table's keys
 * @param states      all states; the first is the initial one
 * @param transitions what is allowed
 * @param attributes  the names of the attributes that the lifecycle keeps in items
 * @param due         the index of what is due; null if no job is needed
 * @param isAudited   whether each move leaves a record
 * @param hasHolds    whether items can be held
 * @param keep        how long items are to be kept at least, counted from the moment they leave the initial state; null
 *                    if there is no such duty
 * @param neighbours  the prefixes of other items in the same item collections
 */
public record LifecycleSpec(
        String name,
        String table,
        String companion,
        KeyLayout keys,
        List<StateSpec> states,
        List<TransitionRule> transitions,
        AttributeNames attributes,
        @Nullable DueIndex due,
        boolean isAudited,
        boolean hasHolds,
        @Nullable Duration keep,
        List<String> neighbours) {

    /**
     * Checks the declaration.
     *
     * @throws SpecException if something is wrong, with all that is
     */
    public LifecycleSpec {
        states = List.copyOf(states);
        transitions = List.copyOf(transitions);
        neighbours = List.copyOf(neighbours);
        List<Finding> errors = new SpecCheck(
                        keys, states, transitions, attributes, due, keep, neighbours, hasHolds && !isAudited)
                .findings().stream().filter(Finding::isError).toList();
        if (!errors.isEmpty()) {
            throw new SpecException(errors);
        }
    }

    /** Builds a declaration in code. */
    public static SpecBuilder builder(String name, String table) {
        return new SpecBuilder(name, table);
    }

    /**
     * Reads a declaration.
     *
     * @throws SpecException with the lines of all that is wrong
     */
    public static LifecycleSpec parse(String yaml) {
        return SpecYaml.read(yaml);
    }

    /**
     * Reads a declaration from a file of at most 256 KB.
     *
     * @throws SpecException with the lines of all that is wrong, or that the file cannot be read
     */
    public static LifecycleSpec read(Path file) {
        return SpecYaml.read(file);
    }

    /** What is unwise about it, though it can be used. */
    public List<Finding> warnings() {
        return new SpecCheck(keys, states, transitions, attributes, due, keep, neighbours, hasHolds && !isAudited)
                .findings().stream().filter(finding -> !finding.isError()).toList();
    }

    /** The state in which items begin. */
    public StateSpec initial() {
        return states.getFirst();
    }

    /**
     * The state of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public StateSpec state(String state) {
        return states.stream()
                .filter(candidate -> candidate.name().equals(state))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The lifecycle " + name + " has no state " + state
                        + ", only " + states.stream().map(StateSpec::name).toList() + "."));
    }

    /** The state with this prefix in the sort key. */
    public Optional<StateSpec> stateOfPrefix(String prefix) {
        return states.stream().filter(state -> state.prefix().equals(prefix)).findFirst();
    }

    /** The states of a kind, in their order. */
    public List<StateSpec> statesOf(StateKind kind) {
        return states.stream().filter(state -> state.kind() == kind).toList();
    }

    /**
     * The transition of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public TransitionRule transition(String transition) {
        return transitions.stream()
                .filter(candidate -> candidate.name().equals(transition))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The lifecycle " + name + " has no transition "
                        + transition + ", only "
                        + transitions.stream().map(TransitionRule::name).toList() + "."));
    }
}

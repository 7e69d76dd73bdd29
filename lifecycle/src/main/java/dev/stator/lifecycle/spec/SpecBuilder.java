package dev.stator.lifecycle.spec;

import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.key.SortKeys;
import dev.stator.lifecycle.key.WriteShards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a {@link LifecycleSpec}; what is not chosen has a default, but for keys, states and transitions. */
public final class SpecBuilder {
    private final String name;
    private final String table;
    private String companion;
    private String partitionName = "PK";
    private String partitionTemplate = "";
    private String sortName = "SK";
    private String sortTemplate = "{state}#{timestamp}#{id}";
    private char delimiter = '#';
    private String timestamp = "seconds";
    private final List<StateSpec> states = new ArrayList<>();
    private final List<TransitionRule> transitions = new ArrayList<>();
    private AttributeNames attributes = AttributeNames.USUAL;
    private @Nullable DueIndex due;
    private boolean isAudited = true;
    private boolean hasHolds;
    private @Nullable Duration keep;
    private List<String> neighbours = List.of();

    SpecBuilder(String name, String table) {
        this.name = name;
        this.table = table;
        this.companion = table + "-lifecycle";
    }

    /** The partition key's attribute and template, such as {@code USER#{userId}}. */
    public SpecBuilder partitionKey(String attribute, String template) {
        partitionName = attribute;
        partitionTemplate = template;
        return this;
    }

    /** The sort key's attribute and template; {@code SK} and {@code {state}#{timestamp}#{id}} if not chosen. */
    public SpecBuilder sortKey(String attribute, String template) {
        sortName = attribute;
        sortTemplate = template;
        return this;
    }

    /** What stands between the segments of both keys; {@code #} if not chosen. */
    public SpecBuilder delimiter(char chosen) {
        delimiter = chosen;
        return this;
    }

    /** The format of the field {@code timestamp}, where the template names none; {@code seconds} if not chosen. */
    public SpecBuilder timestamp(String format) {
        timestamp = format;
        return this;
    }

    /** One more state; the first is the initial one. */
    public SpecBuilder state(StateSpec state) {
        states.add(state);
        return this;
    }

    /** One more transition. */
    public SpecBuilder transition(TransitionRule transition) {
        transitions.add(transition);
        return this;
    }

    /** One more transition that is made when somebody with one of the roles asks for it. */
    public SpecBuilder transition(String title, List<String> from, String to, String... roles) {
        return transition(new TransitionRule(title, from, to, Set.of(roles), Trigger.CALL));
    }

    /** One more transition that a job makes at the end of the retention. */
    public SpecBuilder atEndOfRetention(String title, String from, String to) {
        return transition(new TransitionRule(title, List.of(from), to, Set.of(), Trigger.RETENTION));
    }

    /** What an attribute is called. */
    public SpecBuilder attribute(AttributeNames.Role role, String chosen) {
        attributes = attributes.with(role, chosen);
        return this;
    }

    /** The index in which jobs find what is due. */
    public SpecBuilder due(String index, int shards) {
        due = new DueIndex(index, new WriteShards(shards));
        return this;
    }

    /** Whether each move leaves a record with the item as it was; it does if not chosen. */
    public SpecBuilder audit(boolean chosen) {
        isAudited = chosen;
        return this;
    }

    /** Whether items and owners can be held; they cannot if not chosen, which saves a write a move. */
    public SpecBuilder holds(boolean chosen) {
        hasHolds = chosen;
        return this;
    }

    /** How long items are to be kept at least after they have left the initial state. */
    public SpecBuilder keep(@Nullable Duration chosen) {
        keep = chosen;
        return this;
    }

    /** The prefixes of other items in the same item collections, which states must not collide with. */
    public SpecBuilder neighbours(List<String> prefixes) {
        neighbours = List.copyOf(prefixes);
        return this;
    }

    /** The table of records, holds, cascades and checkpoints; that of the items with {@code -lifecycle} if not chosen. */
    public SpecBuilder companion(String chosen) {
        companion = chosen;
        return this;
    }

    void dropStates() {
        states.clear();
    }

    void dropTransitions() {
        transitions.clear();
    }

    /**
     * The declaration, checked.
     *
     * @throws SpecException if something is wrong, with all that is
     */
    public LifecycleSpec build() {
        List<Finding> findings = new ArrayList<>();
        SortKeys partition = keys("keys.partition", partitionTemplate, Map.of(), findings);
        SortKeys sort = keys("keys.sort", sortTemplate, Map.of(KeyLayout.TIMESTAMP, timestamp), findings);
        if (partition == null || sort == null) {
            throw new SpecException(findings);
        }
        KeyLayout keys = new KeyLayout(partitionName, partition.ofPartitionKeys(), sortName, sort);
        return new LifecycleSpec(
                name,
                table,
                companion,
                keys,
                states,
                transitions,
                attributes,
                due,
                isAudited,
                hasHolds,
                keep,
                neighbours);
    }

    private @Nullable SortKeys keys(
            String where, String template, Map<String, String> formats, List<Finding> findings) {
        try {
            return SortKeys.of(template, delimiter, formats);
        } catch (KeyException e) {
            findings.add(Finding.error(where, String.valueOf(e.getMessage())));
            return null;
        }
    }
}

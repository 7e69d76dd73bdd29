package dev.stator.lifecycle.item;

import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.key.KeyFields;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.KeyLayout;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.StateSpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item of a lifecycle as it was read: its attributes, untouched, and what they say about its state. */
public final class LifecycleItem {
    private final LifecycleSpec spec;
    private final Map<String, AttributeValue> attributes;
    private final ItemKey key;
    private final KeyFields fields;
    private final StateSpec state;

    private LifecycleItem(LifecycleSpec spec, Map<String, AttributeValue> attributes) {
        this.spec = spec;
        this.attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        this.key = keyOf(spec.keys(), attributes);
        this.fields = spec.keys().sort().parse(key.sort());
        String prefix = fields.text(KeyLayout.STATE);
        this.state = spec.stateOfPrefix(prefix)
                .orElseThrow(() -> new KeyException("'" + key.sort() + "' is in no state of the lifecycle "
                        + spec.name() + ": there is none with the prefix " + prefix + "."));
    }

    /**
     * The item of these attributes.
     *
     * @throws KeyException if its sort key is none of the lifecycle
     */
    public static LifecycleItem of(LifecycleSpec spec, Map<String, AttributeValue> attributes) {
        return new LifecycleItem(spec, attributes);
    }

    /** The key that these attributes have. */
    public static ItemKey keyOf(KeyLayout keys, Map<String, AttributeValue> attributes) {
        return new ItemKey(
                Attributes.text(attributes, keys.partitionName()), Attributes.text(attributes, keys.sortName()));
    }

    /** Where it lies. */
    public ItemKey key() {
        return key;
    }

    /** In which state it is. */
    public StateSpec state() {
        return state;
    }

    /** What its sort key says. */
    public KeyFields fields() {
        return fields;
    }

    /** All attributes, keys included. */
    public Map<String, AttributeValue> attributes() {
        return attributes;
    }

    /** The number of its version; 0 if it has none yet. */
    public long version() {
        AttributeValue value = attributes.get(spec.attributes().of(Role.VERSION));
        return value == null || value.n() == null ? 0 : Long.parseLong(value.n());
    }

    /** Its sort key in the initial state: where a restore puts it. None if it never was there. */
    public Optional<String> original() {
        return isInitial() ? Optional.of(key.sort()) : text(Role.ORIGINAL);
    }

    /** The name of its ledger: the original sort key, or its own if it has none. */
    public String identity() {
        return original().orElse(key.sort());
    }

    private boolean isInitial() {
        return state.equals(spec.initial());
    }

    /** When its state ends by itself. */
    public Optional<Instant> expiresAt() {
        return seconds(Role.TTL).or(() -> seconds(Role.DUE_AT));
    }

    /** When a job has to look after it. */
    public Optional<Instant> dueAt() {
        return seconds(Role.DUE_AT);
    }

    private Optional<Instant> seconds(Role role) {
        AttributeValue value = attributes.get(spec.attributes().of(role));
        if (value == null || value.n() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(value.n())));
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Whether its time is over though it is still there: DynamoDB may take days to remove it. */
    public boolean isExpired(Instant now) {
        return expiresAt().filter(end -> !end.isAfter(now)).isPresent();
    }

    /** From which state its last move came. */
    public Optional<String> movedFrom() {
        return text(Role.FROM);
    }

    /** When its last move was. */
    public Optional<Instant> movedAt() {
        return text(Role.AT).map(Instant::parse);
    }

    /** Who made the last move. */
    public Optional<String> movedBy() {
        return text(Role.ACTOR);
    }

    /** Why. */
    public Optional<String> reason() {
        return text(Role.REASON);
    }

    /** The id of its last move. */
    public Optional<String> moveId() {
        return text(Role.MOVE);
    }

    /** The id of the cascade that it came into its state with. */
    public Optional<String> deletionId() {
        return text(Role.DELETION);
    }

    /** A purge that is under way: its mark. */
    public Optional<PurgeMark> purgeMark() {
        AttributeValue value = attributes.get(spec.attributes().of(Role.PURGE));
        return value == null || !value.hasM() ? Optional.empty() : Optional.of(PurgeMark.of(value));
    }

    /** How large it is for DynamoDB. */
    public int sizeBytes() {
        return ItemSize.bytes(attributes);
    }

    private Optional<String> text(Role role) {
        return Attributes.find(attributes, spec.attributes().of(role));
    }

    @Override
    public String toString() {
        return key + ", version " + version();
    }
}

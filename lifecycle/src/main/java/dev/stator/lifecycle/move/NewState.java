package dev.stator.lifecycle.move;

import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.AttributeNames;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.DueIndex;
import dev.stator.lifecycle.spec.Ending;
import dev.stator.lifecycle.spec.KeyLayout;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Retention;
import dev.stator.lifecycle.spec.StateSpec;
import dev.stator.lifecycle.spec.StateTime;
import dev.stator.lifecycle.spec.Trigger;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an item becomes in another state: every attribute as it was, but for the key and those that the lifecycle keeps. */
public final class NewState {
    private NewState() {}

    static LifecycleItem of(LifecycleSpec spec, LifecycleItem item, StateSpec to, MoveRequest request, Instant now) {
        AttributeNames names = spec.attributes();
        Map<String, AttributeValue> after = new LinkedHashMap<>(item.attributes());
        after.put(spec.keys().sortName(), AttributeValue.fromS(sortKey(spec, item, to, now)));
        after.put(names.of(Role.VERSION), AttributeValue.fromN(Long.toString(item.version() + 1)));
        after.put(names.of(Role.FROM), AttributeValue.fromS(item.state().name()));
        after.put(names.of(Role.AT), AttributeValue.fromS(now.toString()));
        after.put(names.of(Role.ACTOR), AttributeValue.fromS(request.actor().id()));
        put(after, names.of(Role.REASON), request.reason().isEmpty() ? null : request.reason());
        after.put(names.of(Role.MOVE), AttributeValue.fromS(request.id()));
        put(after, names.of(Role.DELETION), deletion(item, request));
        boolean isHome = to.equals(spec.initial());
        put(after, names.of(Role.ORIGINAL), isHome ? null : item.original().orElse(null));
        after.remove(names.of(Role.PURGE));
        setEnd(spec, after, item, to, now);
        return LifecycleItem.of(spec, after);
    }

    // What a job moves on stays a part of what it was deleted with.
    private static @Nullable String deletion(LifecycleItem item, MoveRequest request) {
        boolean isByJob = request.deletion() == null && request.trigger() == Trigger.RETENTION;
        return isByJob ? item.deletionId().orElse(null) : request.deletion();
    }

    private static String sortKey(LifecycleSpec spec, LifecycleItem item, StateSpec to, Instant now) {
        if (to.equals(spec.initial()) && item.original().isPresent()) {
            return item.original().get();
        }
        Map<String, Object> fields = new HashMap<>(item.fields().values());
        fields.put(KeyLayout.STATE, to.prefix());
        if (spec.keys().hasTimestamp()) {
            fields.put(KeyLayout.TIMESTAMP, timestamp(spec, item, to, now));
        }
        return spec.keys().sort().build(fields);
    }

    private static Instant timestamp(LifecycleSpec spec, LifecycleItem item, StateSpec to, Instant now) {
        if (to.time() == StateTime.ENTERED) {
            return now;
        }
        if (to.time() == StateTime.EXPIRES) {
            return now.plus(retention(to).of(item.attributes()));
        }
        return item.original()
                .map(key -> spec.keys().sort().parse(key))
                .orElse(item.fields())
                .time(KeyLayout.TIMESTAMP);
    }

    private static Retention retention(StateSpec state) {
        Retention retention = state.retention();
        if (retention == null) {
            throw new IllegalStateException("the state " + state.name() + " ends without a retention");
        }
        return retention;
    }

    /**
     * Sets or removes what says when the state ends.
     *
     * @param entered since when the item is in the state
     */
    public static void setEnd(
            LifecycleSpec spec,
            Map<String, AttributeValue> attributes,
            LifecycleItem item,
            StateSpec state,
            Instant entered) {
        AttributeNames names = spec.attributes();
        attributes.remove(names.of(Role.TTL));
        attributes.remove(names.of(Role.DUE_SHARD));
        attributes.remove(names.of(Role.DUE_AT));
        if (state.ending() instanceof Ending.Stays) {
            return;
        }
        // Rounded up: nothing ends a moment before its time.
        Instant end = entered.plus(retention(state).of(item.attributes())).plusNanos(999_999_999L);
        AttributeValue seconds = AttributeValue.fromN(Long.toString(end.getEpochSecond()));
        DueIndex due = spec.due();
        if (state.ending() instanceof Ending.TimeToLive) {
            attributes.put(names.of(Role.TTL), seconds);
        } else if (due != null) {
            String name = item.key().partition() + "|" + item.identity();
            attributes.put(
                    names.of(Role.DUE_SHARD),
                    AttributeValue.fromS(state.prefix() + "#" + due.shards().of(name)));
            attributes.put(names.of(Role.DUE_AT), seconds);
        }
    }

    private static void put(Map<String, AttributeValue> attributes, String name, @Nullable String value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, AttributeValue.fromS(value));
        }
    }
}

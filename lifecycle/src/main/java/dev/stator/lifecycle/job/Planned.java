package dev.stator.lifecycle.job;

import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.Sameness;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.table.Companion;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item that a run is about to move. It is written down before, so that a run that was interrupted knows what it had in
 * hand.
 *
 * @param key       where it is
 * @param identity  the name of its ledger
 * @param version   the version that was seen, and that was copied if it is to be purged
 * @param content   its {@link Sameness#digest}
 * @param indexKeys its keys in the table's indexes, where a purge looks for it afterwards
 */
record Planned(ItemKey key, String identity, long version, String content, Map<String, AttributeValue> indexKeys) {
    private static final int MOVE_ID_CHARS = 32;

    static Planned of(LifecycleSpec spec, LifecycleItem item, Map<String, AttributeValue> indexKeys) {
        return new Planned(item.key(), item.identity(), item.version(), Sameness.digest(spec, item), indexKeys);
    }

    /** Whether an item is what was planned, and not what somebody has made of it since. */
    boolean isOf(LifecycleSpec spec, LifecycleItem item) {
        return version == item.version() && content.equals(Sameness.digest(spec, item));
    }

    /** The id of its move: the same for each attempt of a run, so that it is done once. */
    String moveId(String run) {
        return Companion.sha256(run + "|" + key.partition() + "|" + key.sort()).substring(0, MOVE_ID_CHARS);
    }

    AttributeValue toAttribute() {
        return AttributeValue.fromM(Map.of(
                "partition", AttributeValue.fromS(key.partition()),
                "sort", AttributeValue.fromS(key.sort()),
                "identity", AttributeValue.fromS(identity),
                "version", AttributeValue.fromN(Long.toString(version)),
                "content", AttributeValue.fromS(content),
                "index_keys", AttributeValue.fromM(indexKeys)));
    }

    static Planned of(AttributeValue stored) {
        Map<String, AttributeValue> members = stored.m();
        return new Planned(
                new ItemKey(text(members, "partition"), text(members, "sort")),
                text(members, "identity"),
                Long.parseLong(member(members, "version").n()),
                text(members, "content"),
                member(members, "index_keys").m());
    }

    private static String text(Map<String, AttributeValue> members, String name) {
        return member(members, name).s();
    }

    private static AttributeValue member(Map<String, AttributeValue> members, String name) {
        AttributeValue value = members.get(name);
        if (value == null) {
            throw new IllegalStateException("The plan of a run has no " + name + "; another version wrote it.");
        }
        return value;
    }

    int bytes() {
        return ItemSize.bytes(toAttribute());
    }
}

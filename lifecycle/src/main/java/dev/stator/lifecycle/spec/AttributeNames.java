package dev.stator.lifecycle.spec;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the attributes are called that a lifecycle keeps in items. */
public final class AttributeNames {
    /** Each such attribute, with its usual name. */
    public enum Role {
        /** A number that each move raises by one, and each other write should. */
        VERSION("lc_version"),
        /** The sort key that the item had in the initial state; there while it is in another. */
        ORIGINAL("lc_original"),
        /** From which state the last move came. */
        FROM("lc_from"),
        /** When the last move was, in ISO 8601 with milliseconds. */
        AT("lc_at"),
        /** Who made the last move. */
        ACTOR("lc_actor"),
        /** Why. */
        REASON("lc_reason"),
        /** The id of the last move. */
        MOVE("lc_move"),
        /** The id of the cascade by which the item came into its state. */
        DELETION("lc_deletion"),
        /** The id of the purge that is about to delete the item. */
        PURGE("lc_purge"),
        /** Seconds since 1970, for DynamoDB's time to live. */
        TTL("ttl"),
        /** The partition key of the index of what is due. */
        DUE_SHARD("lc_due_shard"),
        /** The sort key of the index of what is due: seconds since 1970. */
        DUE_AT("lc_due_at");

        private final String usualName;

        Role(String usualName) {
            this.usualName = usualName;
        }

        /** What it is called in declarations: {@code dueAt} and the like. */
        public String title() {
            String[] words = name().toLowerCase(Locale.ROOT).split("_", -1);
            StringBuilder title = new StringBuilder(words[0]);
            for (int i = 1; i < words.length; i++) {
                title.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
            }
            return title.toString();
        }
    }

    /** The usual names. */
    public static final AttributeNames USUAL = new AttributeNames(Map.of());

    private final Map<Role, String> names = new EnumMap<>(Role.class);

    private AttributeNames(Map<Role, String> chosen) {
        for (Role role : Role.values()) {
            names.put(role, chosen.getOrDefault(role, role.usualName));
        }
    }

    /** The same names but one. */
    public AttributeNames with(Role role, String name) {
        Map<Role, String> changed = new EnumMap<>(names);
        changed.put(role, name);
        return new AttributeNames(changed);
    }

    /** The name of one. */
    public String of(Role role) {
        String name = names.get(role);
        if (name == null) {
            throw new IllegalStateException("no name of " + role);
        }
        return name;
    }

    /** All names. */
    public Set<String> all() {
        return Set.copyOf(names.values());
    }

    /** All of them, by role. */
    public Map<Role, String> byRole() {
        return Map.copyOf(names);
    }
}

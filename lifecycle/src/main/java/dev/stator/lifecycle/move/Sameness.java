package dev.stator.lifecycle.move;

import dev.stator.lifecycle.item.ItemJson;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.table.Companion;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The condition that an item is still as it was read: its version, and, for applications that do not raise that, each
 * attribute. Only an attribute that was added meanwhile, without a new version, goes unseen.
 *
 * @param expression the condition
 * @param names      what its names stand for
 * @param values     what its values stand for
 */
public record Sameness(String expression, Map<String, String> names, Map<String, AttributeValue> values) {
    private static final Set<Role> UNCOMPARED = Set.of(Role.VERSION, Role.PURGE);

    // DynamoDB takes expressions of up to 4 KB and 300 operators; a comparison is two operators and about 20 bytes.
    private static final int COMPARISONS_MAX = 140;

    /** The condition that the item is as it was read. */
    public static Sameness of(LifecycleSpec spec, LifecycleItem item) {
        Map<String, String> names = new HashMap<>(Map.of("#pk", spec.keys().partitionName()));
        Map<String, AttributeValue> values = new HashMap<>();
        StringBuilder condition = new StringBuilder("attribute_exists(#pk)");
        String version = spec.attributes().of(Role.VERSION);
        names.put("#v", version);
        AttributeValue seen = item.attributes().get(version);
        if (seen == null) {
            condition.append(" AND attribute_not_exists(#v)");
        } else {
            condition.append(" AND #v = :v");
            values.put(":v", seen);
        }
        int number = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.attributes().entrySet()) {
            String name = attribute.getKey();
            boolean isKey = name.equals(spec.keys().partitionName())
                    || name.equals(spec.keys().sortName());
            if (isKey || name.equals(version) || number == COMPARISONS_MAX) {
                continue;
            }
            names.put("#a" + number, name);
            values.put(":a" + number, attribute.getValue());
            condition.append(" AND #a").append(number).append(" = :a").append(number);
            number++;
        }
        return new Sameness(condition.toString(), names, values);
    }

    /**
     * The SHA-256 of all that an item has but its version and the mark of a purge, which a purge itself changes. Who compares
     * it misses no attribute that was added.
     */
    public static String digest(LifecycleSpec spec, LifecycleItem item) {
        Map<String, AttributeValue> content = new HashMap<>(item.attributes());
        UNCOMPARED.forEach(role -> content.remove(spec.attributes().of(role)));
        return Companion.sha256(ItemJson.write(content));
    }
}

package dev.stator.core.write;

import dev.stator.core.write.ItemModel.ItemKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes to the table of {@link ItemModel}, over few keys so that they meet; the same random gives the same writes. */
final class RandomWrites {
    private static final List<String> ATTRIBUTES = List.of("g", "h", "l", "x", "y");

    private final Random random;

    RandomWrites(Random random) {
        this.random = random;
    }

    /** One request, and what it does to the model. */
    record Write(String operation, String request, Effect effect) {}

    /** The effect of a write. */
    @FunctionalInterface
    interface Effect {
        void on(Map<ItemKey, SortedMap<String, String>> items);
    }

    Write next() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> put(key());
            case 3, 4 -> update(key());
            case 5 -> remove(key());
            case 6 -> delete(key());
            default -> batch();
        };
    }

    ItemKey key() {
        return new ItemKey(value("p"), value("s"));
    }

    String value(String attribute) {
        return attribute + (1 + random.nextInt(3));
    }

    private Map<String, String> someAttributes() {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (String attribute : ATTRIBUTES) {
            if (random.nextInt(3) > 0) {
                attributes.put(attribute, value(attribute));
            }
        }
        return attributes;
    }

    private static SortedMap<String, String> item(ItemKey key, Map<String, String> attributes) {
        SortedMap<String, String> item = new TreeMap<>(attributes);
        item.put("p", key.p());
        item.put("s", key.s());
        return item;
    }

    private Write put(ItemKey key) {
        SortedMap<String, String> item = item(key, someAttributes());
        return new Write(
                "PutItem", "{'TableName':'tab','Item':{" + ItemModel.json(item) + "}}", items -> items.put(key, item));
    }

    private Write update(ItemKey key) {
        Map<String, String> attributes = someAttributes();
        attributes.put("y", value("y"));
        String set =
                attributes.keySet().stream().map(name -> name + " = :" + name).collect(Collectors.joining(", "));
        String values = attributes.entrySet().stream()
                .map(value -> "':" + value.getKey() + "':{'S':'" + value.getValue() + "'}")
                .collect(Collectors.joining(","));
        return new Write(
                "UpdateItem",
                "{'TableName':'tab','Key':{" + key.json() + "},'UpdateExpression':'SET " + set
                        + "','ExpressionAttributeValues':{" + values + "}}",
                items -> items.computeIfAbsent(key, absent -> item(key, Map.of()))
                        .putAll(attributes));
    }

    private Write remove(ItemKey key) {
        String attribute = ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size()));
        return new Write(
                "UpdateItem",
                "{'TableName':'tab','Key':{" + key.json() + "},'UpdateExpression':'REMOVE " + attribute + "'}",
                items -> items.computeIfPresent(key, (same, item) -> {
                    item.remove(attribute);
                    return item;
                }));
    }

    private Write delete(ItemKey key) {
        return new Write("DeleteItem", "{'TableName':'tab','Key':{" + key.json() + "}}", items -> items.remove(key));
    }

    private Write batch() {
        Set<ItemKey> keys = new LinkedHashSet<>();
        while (keys.size() < 3) {
            keys.add(key());
        }
        List<String> requests = new ArrayList<>();
        List<Effect> effects = new ArrayList<>();
        for (ItemKey key : keys) {
            if (random.nextBoolean()) {
                requests.add("{'DeleteRequest':{'Key':{" + key.json() + "}}}");
                effects.add(items -> items.remove(key));
            } else {
                SortedMap<String, String> item = item(key, someAttributes());
                requests.add("{'PutRequest':{'Item':{" + ItemModel.json(item) + "}}}");
                effects.add(items -> items.put(key, item));
            }
        }
        return new Write(
                "BatchWriteItem",
                "{'RequestItems':{'tab':[" + String.join(",", requests) + "]}}",
                items -> effects.forEach(effect -> effect.on(items)));
    }
}

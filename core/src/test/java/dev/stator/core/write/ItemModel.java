package dev.stator.core.write;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.operation.DatabaseFixture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table with three indexes as maps: what it should hold, and what its indexes then hold. All attributes are short
 * strings, so that their order is that of Java, and sizes are lengths.
 */
final class ItemModel {
    static final String TABLE = "tab";

    /** The items by their key, in the order of the table. */
    final TreeMap<ItemKey, SortedMap<String, String>> items = new TreeMap<>();

    /** The primary key. */
    record ItemKey(String p, String s) implements Comparable<ItemKey> {
        @Override
        public int compareTo(ItemKey other) {
            return Comparator.comparing(ItemKey::p).thenComparing(ItemKey::s).compare(this, other);
        }

        String json() {
            return "'p':{'S':'" + p + "'},'s':{'S':'" + s + "'}";
        }
    }

    /** An index: its keys, and what it holds besides them and the table's; null for everything. */
    record Index(
            String name,
            String partition,
            @Nullable String sort,
            @Nullable List<String> included) {
        SortedMap<String, String> project(SortedMap<String, String> item) {
            if (included == null) {
                return item;
            }
            SortedMap<String, String> projected = new TreeMap<>(item);
            List<String> held = new ArrayList<>(List.of("p", "s", partition));
            held.addAll(included);
            held.add(sort == null ? partition : sort);
            projected.keySet().retainAll(held);
            return projected;
        }

        boolean holds(SortedMap<String, String> item) {
            return item.containsKey(partition) && (sort == null || item.containsKey(sort));
        }
    }

    static final List<Index> INDEXES = List.of(
            new Index("byL", "p", "l", List.of()),
            new Index("byG", "g", "h", List.of("x")),
            new Index("byX", "x", null, null));

    static void createTable(DatabaseFixture db) {
        db.table(
                TABLE,
                "p:S s:S",
                local("byL", "p:S l:S", "KEYS_ONLY"),
                global("byG", "g:S h:S", "x"),
                global("byX", "x:S", "ALL"));
    }

    /** What the table holds now. */
    static ItemModel of(DatabaseFixture db) {
        ItemModel model = new ItemModel();
        for (SortedMap<String, String> item :
                items(db.call("Scan", "{'TableName':'" + TABLE + "','ConsistentRead':true}"))) {
            model.items.put(new ItemKey(require(item, "p"), require(item, "s")), item);
        }
        return model;
    }

    /** The entries of an index with this partition key, in its order. */
    List<SortedMap<String, String>> query(Index index, String partition) {
        Function<SortedMap<String, String>, String> sortKey =
                item -> index.sort() == null ? "" : require(item, index.sort());
        return items.values().stream()
                .filter(index::holds)
                .filter(item -> partition.equals(item.get(index.partition())))
                .sorted(Comparator.comparing(sortKey)
                        .thenComparing(item -> require(item, "p"))
                        .thenComparing(item -> require(item, "s")))
                .map(index::project)
                .toList();
    }

    /** Asserts that table and indexes hold exactly this, and that their counts and sizes say so. */
    void assertHeldBy(DatabaseFixture db) {
        assertThat(of(db).items).isEqualTo(items);
        Object description = db.call("DescribeTable", "{'TableName':'" + TABLE + "'}");
        assertSize(description, "Table.TableSizeBytes", "Table.ItemCount", List.copyOf(items.values()));
        for (Index index : INDEXES) {
            List<SortedMap<String, String>> expected = items.values().stream()
                    .filter(index::holds)
                    .map(index::project)
                    .toList();
            Object scanned = db.call("Scan", "{'TableName':'" + TABLE + "','IndexName':'" + index.name() + "'}");
            assertThat(items(scanned)).as(index.name()).containsExactlyInAnyOrderElementsOf(expected);
            String path = pathOf(description, index);
            assertSize(description, path + ".IndexSizeBytes", path + ".ItemCount", expected);
        }
    }

    private static void assertSize(
            Object description, String sizePath, String countPath, List<SortedMap<String, String>> held) {
        assertThat(at(description, countPath)).as(countPath).isEqualTo((long) held.size());
        long bytes = held.stream()
                .flatMap(item -> item.entrySet().stream())
                .mapToLong(attribute ->
                        attribute.getKey().length() + attribute.getValue().length())
                .sum();
        assertThat(at(description, sizePath)).as(sizePath).isEqualTo(bytes);
    }

    private static String pathOf(Object description, Index index) {
        for (String kind : new String[] {"Local", "Global"}) {
            for (int i = 0; i < INDEXES.size(); i++) {
                String list = "Table." + kind + "SecondaryIndexes";
                if (at(description, list) instanceof List<?> indexes
                        && i < indexes.size()
                        && index.name().equals(at(description, list + "." + i + ".IndexName"))) {
                    return list + "." + i;
                }
            }
        }
        throw new AssertionError("no index " + index.name());
    }

    /** The Items of an answer. */
    static List<SortedMap<String, String>> items(Object answer) {
        List<SortedMap<String, String>> items = new ArrayList<>();
        for (Object item : (List<?>) Objects.requireNonNull(at(answer, "Items"))) {
            items.add(strings(item));
        }
        return items;
    }

    /** The string attributes of one item. */
    static SortedMap<String, String> strings(@Nullable Object item) {
        SortedMap<String, String> strings = new TreeMap<>();
        if (item instanceof Map<?, ?> attributes) {
            attributes.forEach((name, value) -> strings.put(
                    String.valueOf(name), String.valueOf(((Map<?, ?>) Objects.requireNonNull(value)).get("S"))));
        }
        return strings;
    }

    /** An item as the members of a JSON object. */
    static String json(Map<String, String> item) {
        return item.entrySet().stream()
                .map(attribute -> "'" + attribute.getKey() + "':{'S':'" + attribute.getValue() + "'}")
                .collect(Collectors.joining(","));
    }

    private static String require(Map<String, String> item, String attribute) {
        return Objects.requireNonNull(item.get(attribute), attribute);
    }
}

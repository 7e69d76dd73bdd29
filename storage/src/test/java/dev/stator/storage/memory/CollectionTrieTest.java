package dev.stator.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CollectionTrieTest {
    private static final Object PERIOD = new Object();
    private static final byte[] NO_NAME = {};

    /** Keeps so few bits of the hash that many names meet, in one leaf or deep below one slot. */
    private static CollectionTrie.Key keepingBits(long mask) {
        return collection -> collection.token() & mask;
    }

    private record Place(long key, byte[] name) {}

    private static final Comparator<Place> ORDER = (a, b) -> {
        int order = Long.compareUnsigned(a.key, b.key);
        return order != 0 ? order : Arrays.compareUnsigned(a.name, b.name);
    };

    @ParameterizedTest
    @ValueSource(longs = {-1L, 0L, 0xFL, 0xF000_0000_0000_0000L, 0xF000_0000_0000_000FL, 0xFFL << 30})
    void randomChangesLeaveWhatASortedMapHas(long mask) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        CollectionTrie.Key key = keepingBits(mask);
        TreeMap<Place, MemoryCollection> expected = new TreeMap<>(ORDER);
        CollectionTrie trie = null;
        for (int i = 0; i < 3000; i++) {
            MemoryCollection collection = collection("n" + random.nextInt(300));
            Place place = new Place(key.of(collection), collection.name());
            CollectionTrie before = trie;
            List<MemoryCollection> contents = all(before, key);
            if (random.nextBoolean()) {
                trie = CollectionTrie.with(trie, collection, key);
                expected.put(place, collection);
            } else {
                trie = CollectionTrie.without(trie, place.key, place.name);
                expected.remove(place);
            }
            assertThat(all(before, key)).as("the old root, seed %s", seed).isEqualTo(contents);
            assertThat(all(trie, key)).as("seed %s", seed).containsExactlyElementsOf(expected.values());
            assertThat(CollectionTrie.find(trie, place.key, place.name)).isSameAs(expected.get(place));
            MemoryCollection other = collection("n" + random.nextInt(300));
            Place from = new Place(key.of(other), other.name());
            assertThat(CollectionTrie.find(trie, from.key, from.name)).isSameAs(expected.get(from));
            assertThat(from(trie, from, key))
                    .as("seed %s", seed)
                    .containsExactlyElementsOf(expected.tailMap(from, true).values());
        }
    }

    @Test
    void aTrieWithoutItsLastCollectionIsTheEmptyOne() {
        CollectionTrie.Key key = keepingBits(0);
        CollectionTrie trie = null;
        for (int i = 0; i < 10; i++) {
            trie = CollectionTrie.with(trie, collection("n" + i), key);
        }
        for (int i = 0; i < 10; i++) {
            assertThat(trie).isNotNull();
            trie = CollectionTrie.without(trie, 0, bytes("n" + i));
        }
        assertThat(trie).isNull();
    }

    @Test
    void takingOutWhatIsNotThereChangesNothing() {
        CollectionTrie trie = CollectionTrie.with(null, collection("a"), MemoryCollection::token);

        assertThat(CollectionTrie.without(trie, collection("b").token(), bytes("b")))
                .isSameAs(trie);
    }

    @Test
    void aVisitorThatHasEnoughIsNotCalledAgain() {
        CollectionTrie trie = null;
        for (int i = 0; i < 100; i++) {
            trie = CollectionTrie.with(trie, collection("n" + i), MemoryCollection::token);
        }
        List<MemoryCollection> visited = new ArrayList<>();

        boolean isAtEnd = CollectionTrie.visit(trie, 0, NO_NAME, MemoryCollection::token, each -> {
            visited.add(each);
            return visited.size() < 7;
        });

        assertThat(isAtEnd).isFalse();
        assertThat(visited).hasSize(7);
    }

    private static MemoryCollection collection(String name) {
        return new MemoryCollection(bytes(name), PERIOD);
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private static List<MemoryCollection> all(@Nullable CollectionTrie trie, CollectionTrie.Key key) {
        return from(trie, new Place(0, NO_NAME), key);
    }

    private static List<MemoryCollection> from(@Nullable CollectionTrie trie, Place from, CollectionTrie.Key key) {
        List<MemoryCollection> visited = new ArrayList<>();
        assertThat(CollectionTrie.visit(trie, from.key, from.name, key, visited::add))
                .isTrue();
        return visited;
    }
}

package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.storage.EntryKey;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyLayoutTest {
    private static final Tree TREE = new Tree(7, 2);

    @Test
    void aKeyIsLaidOutAsDocumented() {
        byte[] key = KeyLayout.entry(new Tree(0x01020304, 0xfe), new byte[] {'a', 0, 'b'}, new byte[] {0, 'c'});

        assertThat(hex(key)).isEqualTo("01020304" + "fe" + "70350f6027bce371" + "61" + "00ff" + "62" + "0000" + "0063");
    }

    @Test
    void keysOfOneTokenAreInOrderOfCollectionAndPosition() {
        List<EntryKey> keys = new ArrayList<>();
        for (byte[] collection : shortStrings(1)) {
            for (byte[] position : shortStrings(0)) {
                keys.add(new EntryKey(collection, position));
            }
        }
        keys.sort(Comparator.comparing(EntryKey::collection, Arrays::compareUnsigned)
                .thenComparing(EntryKey::position, Arrays::compareUnsigned));

        for (int i = 1; i < keys.size(); i++) {
            assertThat(Arrays.compareUnsigned(behindToken(keys.get(i - 1)), behindToken(keys.get(i))))
                    .as("%s and the one before", keys.get(i))
                    .isNegative();
        }
    }

    /** The part of the key that orders keys with the same tree and token. */
    private static byte[] behindToken(EntryKey key) {
        byte[] whole = KeyLayout.entry(TREE, key.collection(), key.position());
        return Arrays.copyOfRange(whole, KeyLayout.PREFIX_BYTES, whole.length);
    }

    @Test
    void aCollectionIsOneRangeThatHasNoOthersKeys() {
        for (byte[] collection : shortStrings(1)) {
            byte[] start = KeyLayout.collectionStart(TREE, collection);
            byte[] end = KeyLayout.collectionEnd(start);
            for (byte[] other : shortStrings(1)) {
                for (byte[] position : shortStrings(0)) {
                    // As if both had the same token, which is the hard case.
                    byte[] key = KeyLayout.entry(TREE, other, position);
                    System.arraycopy(start, 0, key, 0, KeyLayout.PREFIX_BYTES);
                    boolean inside = Arrays.compareUnsigned(start, key) <= 0 && Arrays.compareUnsigned(key, end) < 0;
                    if (inside != Arrays.equals(collection, other)) {
                        throw new AssertionError(hex(key) + " and the collection that starts at " + hex(start));
                    }
                }
            }
        }
    }

    @Test
    void aKeyIsReadBack() {
        for (byte[] collection : shortStrings(1)) {
            for (byte[] position : shortStrings(0)) {
                EntryKey key = new EntryKey(collection, position);
                assertThat(KeyLayout.entryKey(KeyLayout.entry(TREE, collection, position)))
                        .isEqualTo(key);
            }
        }
    }

    @Test
    void aKeyWithoutTheEndOfItsCollectionIsCorrupt() {
        byte[] key = KeyLayout.entry(TREE, new byte[] {'a', 'b'}, new byte[0]);

        for (int length = KeyLayout.PREFIX_BYTES; length < key.length; length++) {
            byte[] cut = Arrays.copyOf(key, length);
            assertThatThrownBy(() -> KeyLayout.entryKey(cut)).isInstanceOf(StorageException.Corrupt.class);
        }
    }

    @Test
    void theEndOfATreeIsTheStartOfTheNext() {
        assertThat(KeyLayout.treeEnd(new Tree(7, 2))).isEqualTo(KeyLayout.treeStart(new Tree(7, 3)));
        assertThat(KeyLayout.treeEnd(new Tree(7, 255))).isEqualTo(KeyLayout.treeStart(new Tree(8, 0)));
        assertThat(hex(KeyLayout.treeEnd(new Tree(Integer.MAX_VALUE, 255)))).isEqualTo("8000000000");
        assertThat(KeyLayout.tokenEnd(TREE, -1L)).isEqualTo(KeyLayout.treeEnd(TREE));
        assertThat(KeyLayout.tokenEnd(TREE, 5L)).isEqualTo(KeyLayout.tokenStart(TREE, 6L));
    }

    @Test
    void aTreesRecordNamesIt() {
        Tree tree = new Tree(0x01020304, 200);

        assertThat(hex(KeyLayout.treeRecord(tree))).isEqualTo("0000000001" + "01020304" + "c8");
        assertThat(KeyLayout.recordedTree(KeyLayout.treeRecord(tree))).isEqualTo(tree);
    }

    @Test
    void collectionSizesLieInsideTheirTreesRange() {
        byte[] key = KeyLayout.collectionSize(TREE, new byte[] {(byte) 0xff, (byte) 0xff});

        assertThat(hex(key)).isEqualTo("0000000002" + "00000007" + "02" + "ffff");
        assertThat(Arrays.compareUnsigned(KeyLayout.collectionSizesStart(TREE), key))
                .isNegative();
        assertThat(Arrays.compareUnsigned(key, KeyLayout.collectionSizesEnd(TREE)))
                .isNegative();
    }

    /** All strings of the bytes that escaping is about, from this length to three. */
    private static List<byte[]> shortStrings(int lengthMin) {
        byte[] alphabet = {0, 1, (byte) 0xff};
        List<byte[]> strings = new ArrayList<>(List.of(new byte[0]));
        for (int i = 0; i < strings.size(); i++) {
            byte[] shorter = strings.get(i);
            if (shorter.length == 3) {
                break;
            }
            for (byte each : alphabet) {
                byte[] longer = Arrays.copyOf(shorter, shorter.length + 1);
                longer[shorter.length] = each;
                strings.add(longer);
            }
        }
        return strings.stream().filter(each -> each.length >= lengthMin).toList();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}

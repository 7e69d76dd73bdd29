package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.EntryKey;
import dev.stator.storage.Tree;
import dev.stator.storage.tck.CommitDraft;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Pins every byte that is stored, to docs/format.md. If this test fails, folders in the field become unreadable. */
final class FormatTest {
    private static final Tree TABLE = new Tree(1, 0);
    private static final Tree LOCAL_INDEX = new Tree(1, 1);
    private static final Tree GLOBAL_INDEX = new Tree(258, 0);

    @TempDir
    Path temporary;

    @Test
    void storedBytesAreThoseOfFormat1() throws IOException, RocksDBException {
        writeSample();

        assertThat(temporary.resolve("FORMAT")).hasContent("stator rocksdb 1\n");
        try (InputStream golden = Objects.requireNonNull(FormatTest.class.getResourceAsStream("/format-1.txt"))) {
            assertThat(dump(temporary.resolve("rocksdb")))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    private void writeSample() {
        try (RocksDbEngine engine = RocksDbEngine.open(temporary, TemporaryHost.options(Durability.FSYNC))) {
            engine.create(TABLE);
            engine.create(LOCAL_INDEX);
            engine.create(GLOBAL_INDEX);
            engine.create(new Tree(3, 255));
            engine.drop(new Tree(3, 255));
            engine.commit(new CommitDraft()
                    .put(TABLE, key("user#1", ""), ascii("profile"))
                    .put(TABLE, key("user#1", "order#\u0000"), ascii("first"))
                    .put(LOCAL_INDEX, key("user#1", "2026"), ascii(""))
                    .derivePut(GLOBAL_INDEX, key("a\0\0", "\0\u0001"), ascii("derived"))
                    .grow(TABLE, ascii("user#1"), 2, 300)
                    .grow(GLOBAL_INDEX, null, 1, 20)
                    .done());
            engine.commit(new CommitDraft()
                    .put(TABLE, key("user#2", ""), ascii("gone"))
                    .grow(TABLE, ascii("user#2"), 1, 100)
                    .done());
            engine.commit(new CommitDraft()
                    .put(TABLE, key("user#1", ""), ascii("changed"))
                    .delete(TABLE, key("user#2", ""))
                    .grow(TABLE, ascii("user#2"), -1, -100)
                    .grow(TABLE, ascii("user#1"), 0, -1)
                    .done());
        }
        try (RocksDbEngine engine = RocksDbEngine.open(temporary, TemporaryHost.options(Durability.FSYNC))) {
            engine.commit(new CommitDraft()
                    .put(TABLE, key("user#3", ""), ascii("written after reopening"))
                    .done());
        }
    }

    private static EntryKey key(String collection, String position) {
        return new EntryKey(ascii(collection), ascii(position));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** All keys and values, as hexadecimal numbers. */
    private static String dump(Path database) throws RocksDBException {
        StringBuilder lines = new StringBuilder();
        try (Options options = new Options();
                RocksDB db = RocksDB.openReadOnly(options, database.toString());
                RocksIterator iterator = db.newIterator()) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                lines.append(HexFormat.of().formatHex(iterator.key()))
                        .append(" = ")
                        .append(HexFormat.of().formatHex(iterator.value()))
                        .append('\n');
            }
            iterator.status();
        }
        return lines.toString();
    }
}

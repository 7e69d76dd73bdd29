package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stator.storage.StorageException;
import dev.stator.storage.rocksdb.UnusableFolderException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which folders an engine opens in, and what it says of the others. */
final class FolderTest {
    @TempDir
    Path temporary;

    private static RocksDbEngine open(Path folder) {
        return RocksDbEngine.open(folder, TemporaryHost.options(Durability.OS));
    }

    /** Opens in vain, and checks that every file is still what it was. */
    private UnusableFolderException refused(Path folder) throws IOException {
        Map<String, String> before = contents();
        UnusableFolderException refusal = catchThrowableOfType(UnusableFolderException.class, () -> open(folder));
        assertThat(refusal).isNotNull();
        assertThat(contents()).isEqualTo(before);
        return refusal;
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.toList()) {
                String content =
                        Files.isRegularFile(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "not a file";
                contents.put(file.toString(), content);
            }
        }
        return contents;
    }

    @Test
    void aFolderIsMadeWithItsParents() {
        Path folder = temporary.resolve("a").resolve("b");

        open(folder).close();

        assertThat(folder.resolve("FORMAT")).hasContent("stator rocksdb 1\n");
        assertThat(folder.resolve("rocksdb")).isDirectory();
        open(folder).close();
    }

    @Test
    void anEmptyFolderAndAFreshFileSystemAreFine() throws IOException {
        Files.createDirectory(temporary.resolve("lost+found"));

        open(temporary).close();

        assertThat(temporary.resolve("FORMAT")).exists();
    }

    @Test
    void aFirstStartThatWasCutOffIsBegunAgain() throws IOException {
        Files.createFile(temporary.resolve("LOCK"));
        Files.writeString(temporary.resolve("FORMAT.new"), "sta");

        open(temporary).close();

        assertThat(temporary.resolve("FORMAT")).hasContent("stator rocksdb 1\n");
    }

    @Test
    void aFolderWithForeignFilesIsRefused() throws IOException {
        Files.writeString(temporary.resolve("thesis.txt"), "irreplaceable");

        UnusableFolderException refusal = refused(temporary);

        assertThat(refusal.reason()).isEqualTo(Reason.FOREIGN);
        assertThat(refusal)
                .hasMessage("Cannot use the folder " + temporary
                        + ": it has files that are not Stator's, such as thesis.txt. Choose an empty folder, or one that"
                        + " does not exist yet.");
    }

    @Test
    void aForeignFormatFileIsRefused() throws IOException {
        for (String content : new String[] {"", "PNG", "stator rocksdb one\n", "stator rocksdb 1\nand more"}) {
            Files.writeString(temporary.resolve("FORMAT"), content);

            assertThat(refused(temporary).reason()).isEqualTo(Reason.FOREIGN);
        }
    }

    @Test
    void aNewerFormatIsRefused() throws IOException {
        open(temporary).close();
        Files.writeString(temporary.resolve("FORMAT"), "stator rocksdb 2\n");

        UnusableFolderException refusal = refused(temporary);

        assertThat(refusal.reason()).isEqualTo(Reason.NEWER_FORMAT);
        assertThat(refusal)
                .hasMessageContaining("a newer version of Stator wrote it (format 2; this version reads up to 1)")
                .hasMessageContaining("Start that version, or choose another folder.");
    }

    @Test
    void aFileIsNoFolder() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "content");

        assertThat(refused(file).reason()).isEqualTo(Reason.NOT_WRITABLE);
        assertThat(refused(file.resolve("below")).reason()).isEqualTo(Reason.NOT_WRITABLE);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFolderThatCannotBeMadeIsRefused() throws IOException {
        // Not even root makes folders here.
        UnusableFolderException refusal = refused(Path.of("/proc/stator-data"));

        assertThat(refusal.reason()).isEqualTo(Reason.NOT_WRITABLE);
        assertThat(refusal)
                .hasMessageStartingWith("Cannot use the folder /proc/stator-data: this process may not write there (")
                .hasMessageEndingWith("Give its user write permission, or choose another folder.");
    }

    @Test
    void aFolderIsOpenOnceInAProcess() throws IOException {
        try (RocksDbEngine engine = open(temporary)) {
            assertThat(engine.capabilities()).isNotEmpty();
            UnusableFolderException refusal = refused(temporary);

            assertThat(refusal.reason()).isEqualTo(Reason.IN_USE);
            // The refusal must not have given the lock away, as closing a second handle of the lock file would.
            assertThat(refused(temporary.resolve(".")).reason()).isEqualTo(Reason.IN_USE);
        }
        open(temporary).close();
    }

    @Test
    void aFolderIsOpenInOneProcess() throws Exception {
        try (ChildWriter child = ChildWriter.start(temporary, Durability.OS, 10)) {
            child.awaitAcknowledged(1);
            // The child writes, so its files change; what must not happen is that this process opens them.
            assertThatThrownBy(() -> open(temporary))
                    .isInstanceOfSatisfying(
                            UnusableFolderException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.IN_USE));
            int acknowledged = child.acknowledgedCount();
            child.awaitAcknowledged(acknowledged + 1);
        }
        open(temporary).close();
    }

    @Test
    void aDamagedDatabaseIsCorrupt() throws IOException {
        open(temporary).close();
        Files.writeString(temporary.resolve("rocksdb").resolve("CURRENT"), "nonsense");

        assertThatThrownBy(() -> open(temporary)).isInstanceOf(StorageException.Corrupt.class);

        // A failed opening lets go of the folder.
        assertThatThrownBy(() -> open(temporary)).isInstanceOf(StorageException.Corrupt.class);
    }
}

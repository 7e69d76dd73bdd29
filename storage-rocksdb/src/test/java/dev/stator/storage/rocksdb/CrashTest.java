package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found after a process or a disk failed in the middle of writing. */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class CrashTest {
    private static final int ROUNDS = 4;

    @TempDir
    Path temporary;

    private RocksDbEngine open(Path folder) {
        return RocksDbEngine.open(folder, TemporaryHost.options(Durability.FSYNC));
    }

    @Test
    void aKilledProcessLosesNothingThatItAcknowledged() throws Exception {
        Random random = new Random(1);
        int total = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int[] acknowledged;
            try (ChildWriter child = ChildWriter.start(temporary, Durability.FSYNC, 100)) {
                child.awaitAcknowledged(total + 20 + random.nextInt(200));
                child.kill();
                acknowledged = child.acknowledged();
            }
            total = 0;
            try (RocksDbEngine engine = open(temporary)) {
                int[] counts = PairedCommits.verifyWhole(engine, ChildWriter.WRITERS);
                for (int writer = 0; writer < counts.length; writer++) {
                    // One commit of each writer may have been written and not been acknowledged yet.
                    assertThat(counts[writer]).isGreaterThan(acknowledged[writer]);
                    if (acknowledged[writer] >= 0) {
                        assertThat(counts[writer]).isLessThanOrEqualTo(acknowledged[writer] + 2);
                    }
                    total += counts[writer];
                }
            }
        }
    }

    @Test
    void withTheLogLeftToTheSystemAKilledProcessLosesNothingEither() throws Exception {
        int[] acknowledged;
        try (ChildWriter child = ChildWriter.start(temporary, Durability.OS, 100)) {
            child.awaitAcknowledged(2_000);
            child.kill();
            acknowledged = child.acknowledged();
        }
        try (RocksDbEngine engine = open(temporary)) {
            int[] counts = PairedCommits.verifyWhole(engine, ChildWriter.WRITERS);
            for (int writer = 0; writer < counts.length; writer++) {
                assertThat(counts[writer]).isGreaterThan(acknowledged[writer]);
            }
        }
    }

    @Test
    void withoutALogAKilledProcessLeavesNoHalfCommit() throws Exception {
        // Enough data that a write buffer became a file, so that there is something to find.
        try (ChildWriter child = ChildWriter.start(temporary, Durability.NONE, 20_000)) {
            child.awaitAcknowledged(600);
            child.kill();
        }
        try (RocksDbEngine engine = open(temporary)) {
            int[] counts = PairedCommits.verifyWhole(engine, ChildWriter.WRITERS);
            assertThat(counts[0]).isPositive();
        }
    }

    @Test
    void aFullDiskRefusesCommitsAndLosesNoneThatItAcknowledged() throws Exception {
        int[] acknowledged;
        try (ChildWriter child = ChildWriter.startOnSmallDisk(temporary, Durability.FSYNC, 20_000)) {
            child.awaitEnd();
            acknowledged = child.acknowledged();
            assertThat(child.remarks())
                    .hasSize(ChildWriter.WRITERS + 2)
                    .allMatch(remark -> remark.startsWith("unavailable: ")
                            || remark.startsWith("still unavailable: no more commits until a restart")
                            || remark.equals("reads go on"));
        }
        assertThat(acknowledged[0]).isPositive();
        try (RocksDbEngine engine = open(temporary)) {
            int[] counts = PairedCommits.verifyWhole(engine, ChildWriter.WRITERS);
            for (int writer = 0; writer < counts.length; writer++) {
                assertThat(counts[writer]).isGreaterThan(acknowledged[writer]);
                PairedCommits.commit(engine, writer, counts[writer], new byte[0]);
            }
        }
    }

    /** Writes commits in a row, and returns a copy of the folder as a power cut would leave it. */
    private Path crashImage(int commits) throws IOException {
        Path image = temporary.resolve("image");
        Path live = temporary.resolve("live");
        try (RocksDbEngine engine = open(live)) {
            PairedCommits.createTrees(engine);
            for (int i = 0; i < commits; i++) {
                PairedCommits.commit(engine, 0, i, new byte[50]);
            }
            copy(live, image);
        }
        return image;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static Path log(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("rocksdb"))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    @Test
    void aTornLogLosesCommitsFromItsEndAndWholeOnes() throws IOException {
        Path image = crashImage(20);
        long length = Files.size(log(image));
        int before = 20;
        for (int cut = 0; cut < 8; cut++) {
            Path torn = temporary.resolve("torn " + cut);
            copy(image, torn);
            try (RandomAccessFile log = new RandomAccessFile(log(torn).toFile(), "rw")) {
                log.setLength(length - cut * 97L);
            }
            try (RocksDbEngine engine = open(torn)) {
                int found = PairedCommits.verifyWhole(engine, 1)[0];
                assertThat(found).isLessThanOrEqualTo(before).isGreaterThanOrEqualTo(20 - cut);
                assertThat(found == 20).isEqualTo(cut == 0);
                before = found;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 40_000})
    void rubbishBehindTheLastCommitIsCutOff(int bytes) throws IOException {
        Path image = crashImage(20);
        byte[] rubbish = new byte[bytes];
        new Random(bytes).nextBytes(rubbish);
        Files.write(log(image), rubbish, StandardOpenOption.APPEND);

        try (RocksDbEngine engine = open(image)) {
            assertThat(PairedCommits.verifyWhole(engine, 1)[0]).isEqualTo(20);
            PairedCommits.commit(engine, 0, 20, new byte[0]);
        }
        try (RocksDbEngine engine = open(image)) {
            assertThat(PairedCommits.verifyWhole(engine, 1)[0]).isEqualTo(21);
        }
    }

    @Test
    void aLastCommitWhosePagesCameOutOfOrderIsCutOff() throws IOException {
        Path image = crashImage(20);
        Path log = log(image);
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            // The middle of the last record is missing, its end is there.
            file.seek(file.length() - 100);
            file.write(new byte[40]);
        }

        try (RocksDbEngine engine = open(image)) {
            assertThat(PairedCommits.verifyWhole(engine, 1)[0]).isEqualTo(19);
        }
    }
}

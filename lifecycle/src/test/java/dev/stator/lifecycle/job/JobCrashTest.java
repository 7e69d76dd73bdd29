package dev.stator.lifecycle.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.lifecycle.CrashingClient;
import dev.stator.lifecycle.CrashingClient.Crash;
import dev.stator.lifecycle.offload.FilesCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A job that ends at each of its writes, before it or after it, and is resumed: nothing is lost, and nothing done twice. */
class JobCrashTest {
    private static final int ITEMS = 4;
    private static final int WRITES_MAX = 200;

    @TempDir
    private Path folder;

    @Test
    void aMoveJobThatEndsAtAnyWriteIsResumedExactly() throws Exception {
        int crashes = 0;
        for (boolean isAfter : new boolean[] {false, true}) {
            for (int at = 1; at < WRITES_MAX; at++) {
                try (FilesFixture files = new FilesFixture().trash(ITEMS)) {
                    boolean hasCrashed = crashAndResume(files, JobRequest.of("archive"), at, isAfter);
                    crashes += hasCrashed ? 1 : 0;

                    assertThat(files.states().values()).hasSize(ITEMS).containsOnly("archived");
                    assertThat(files.moves("archived")).containsExactly((long) ITEMS, 1L);
                    assertThat(files.lifecycle.audit().verifyAll().problems()).isEmpty();
                    if (!hasCrashed) {
                        break;
                    }
                }
            }
        }
        // The run, a plan and a checkpoint for each shard, a move for each item, the end; each crashed before and
        // after.
        assertThat(crashes).isGreaterThanOrEqualTo(2 * (1 + 6 + ITEMS + 1));
    }

    @Test
    void aPurgeThatEndsAtAnyWriteIsResumedExactlyAndItsFilesAreComplete() throws Exception {
        int crashes = 0;
        for (boolean isAfter : new boolean[] {false, true}) {
            for (int at = 1; at < WRITES_MAX; at++) {
                try (FilesFixture files = new FilesFixture().archive(ITEMS)) {
                    Path own = folder.resolve(isAfter + "-" + at);
                    JobRequest purge = JobRequest.of("purge").files(own, true).partBytesMax(2_000);
                    boolean hasCrashed = crashAndResume(files, purge, at, isAfter);
                    crashes += hasCrashed ? 1 : 0;

                    assertThat(files.states()).isEmpty();
                    assertThat(files.moves("")).containsExactly((long) ITEMS, 1L);
                    assertThat(files.lifecycle.audit().verifyAll().problems()).isEmpty();
                    checkFiles(own);
                    if (!hasCrashed) {
                        break;
                    }
                }
            }
        }
        assertThat(crashes).isGreaterThanOrEqualTo(2 * (1 + 6 + 2 * ITEMS + 1));
    }

    // Whether it came to the crash.
    private static boolean crashAndResume(FilesFixture files, JobRequest request, int at, boolean isAfter)
            throws InterruptedException {
        DynamoDbClient client = CrashingClient.over(files.files.dynamo, at, isAfter);
        JobRequest serial = request.parallel(1).worker("test/1");
        Report report;
        boolean hasCrashed = false;
        RunStore store = new RunStore(files.lifecycle.context());
        List<String> before = store.all().stream().map(Run::id).toList();
        try {
            report = Job.of(files.over(client), serial).run(Progress.NONE);
        } catch (Crash crash) {
            hasCrashed = true;
            files.files.pass(Duration.ofMinutes(2));
            List<Run> begun = store.all().stream()
                    .filter(run -> !before.contains(run.id()))
                    .toList();
            boolean isOpen = !begun.isEmpty() && begun.getFirst().status() == Run.Status.RUNNING;
            Job again = Job.of(files.lifecycle, serial.worker("test/2"));
            report = isOpen
                    ? again.resume(begun.getFirst().id(), Progress.NONE)
                    : begun.isEmpty() ? again.run(Progress.NONE) : null;
        }
        if (report != null) {
            assertThat(report.counts().done()).as("crash at write %d", at).isEqualTo(ITEMS);
            assertThat(report.counts().items()).as("crash at write %d", at).isEqualTo(ITEMS);
        }
        return hasCrashed;
    }

    private static void checkFiles(Path own) throws IOException {
        List<Path> runs;
        try (Stream<Path> list = Files.list(own)) {
            runs = list.toList();
        }
        List<String> items = new ArrayList<>();
        List<String> records = new ArrayList<>();
        List<String> proofs = new ArrayList<>();
        for (Path run : runs) {
            if (!Files.exists(run.resolve("manifest.jsonl"))) {
                continue;
            }
            assertThat(FilesCheck.problems(run)).isEmpty();
            items.addAll(lines(run.resolve("data")));
            records.addAll(lines(run.resolve("history")));
            proofs.addAll(Files.readAllLines(run.resolve("proof.jsonl")));
            assertThat(run.resolve("summary.json")).content().contains("\"items\":" + ITEMS, "\"proofs\":" + ITEMS);
        }
        assertThat(items).hasSize(ITEMS).doesNotHaveDuplicates().allMatch(line -> line.startsWith("{\"Item\":{"));
        assertThat(records).hasSize(2 * ITEMS).doesNotHaveDuplicates();
        assertThat(proofs)
                .hasSize(ITEMS)
                .doesNotHaveDuplicates()
                .allMatch(line -> line.contains("\"item\":\"absent\"")
                        && line.contains("\"images\":0")
                        && line.contains("\"due\":\"absent\"")
                        && line.contains("\"complete\":true"));
    }

    static List<String> lines(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> parts = Files.list(folder)) {
            for (Path part : parts.sorted().toList()) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(part))) {
                    lines.addAll(new String(in.readAllBytes(), UTF_8).lines().toList());
                }
            }
        }
        return lines;
    }
}

package dev.stator.lifecycle.job;

import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a process of its own, over a real port, killed at random moments as kill -9 does, and started again. */
class JobKillTest {
    private static final int ITEMS = 60;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @Timeout(120)
    void aKilledRunIsResumedWithoutLossOrDoubleWork(long seed) throws Exception {
        Path spec = Files.writeString(folder.resolve("files.yaml"), FilesFixture.YAML);
        Random random = new Random(seed);
        try (Stator stator = Stator.builder().recordedRequestsMax(1_000_000).build()) {
            Lifecycle lifecycle = fill(stator);
            List<String> command = command(stator, spec);

            killAfter(moves(stator) + 1 + random.nextInt(ITEMS - 1), stator, start(command));
            String run = new RunStore(lifecycle.context()).all().getFirst().id();
            List<String> resume = new ArrayList<>(command);
            resume.addAll(List.of("--resume", run));
            killAfter(moves(stator) + random.nextInt(20), stator, start(resume));
            Process last = start(resume);

            assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(last.exitValue()).as(output()).isIn(0, 2);
            RunStore store = new RunStore(lifecycle.context());
            assertThat(store.find(run).orElseThrow().status()).isEqualTo(Run.Status.DONE);
            Counts counts = store.segments(run).stream().map(Segment::counts).reduce(Counts.NONE, Counts::plus);
            assertThat(counts.done()).as("seed %d", seed).isEqualTo(ITEMS);
            assertThat(counts.items()).as("seed %d", seed).isEqualTo(ITEMS);
            assertThat(stator.table("Files").items())
                    .hasSize(ITEMS)
                    .allMatch(item -> LifecycleItem.of(FilesFixture.SPEC, item)
                            .state()
                            .name()
                            .equals("archived"));
            assertThat(lifecycle.audit().verifyAll().problems()).isEmpty();
            assertThat(lifecycle.audit().verifyAll().records()).isEqualTo(2 * ITEMS);
        }
    }

    private static Lifecycle fill(Stator stator) {
        Instant lastWeek = Instant.now().minus(Duration.ofDays(8));
        Lifecycle then = Lifecycle.builder(FilesFixture.SPEC, stator.dynamoDbClient())
                .clock(() -> lastWeek)
                .build();
        then.tables().createTable();
        then.tables().createCompanion();
        for (int i = 0; i < ITEMS; i++) {
            ItemKey key = new ItemKey("USER#user-" + i % 7, "ACTIVE#2026-01-01T00:00:00Z#f" + i);
            stator.dynamoDbClient()
                    .putItem(put -> put.tableName("Files")
                            .item(Map.of("PK", s(key.partition()), "SK", s(key.sort()), "name", s("x"))));
            Fixture.moved(then.transition(key, "deleted", FilesFixture.CLERK, ""));
        }
        return then;
    }

    private static List<String> command(Stator stator, Path spec) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.stator.lifecycle.cli.Main",
                "run",
                spec.toString(),
                "--job",
                "archive",
                "--parallel",
                "4",
                "--endpoint-url",
                stator.endpoint().toString());
    }

    private Process start(List<String> command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output").toFile()))
                .start();
    }

    private String output() throws Exception {
        return Files.readString(folder.resolve("output"));
    }

    private static long moves(Stator stator) {
        return stator.requests().of("TransactWriteItems").stream()
                .filter(request -> request.concerns("Files"))
                .count();
    }

    // As soon as the database has answered so many moves, or the process has ended before that.
    private static void killAfter(long moves, Stator stator, Process process) throws InterruptedException {
        while (process.isAlive() && moves(stator) < moves) {
            process.waitFor(1, TimeUnit.MILLISECONDS);
        }
        process.destroyForcibly();
        process.waitFor();
    }
}

package dev.stator.lifecycle.job;

import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.fault.Calls;
import dev.stator.core.fault.Effect;
import dev.stator.core.fault.FaultError;
import dev.stator.core.fault.FaultRule;
import dev.stator.lifecycle.CrashingClient;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.BeforeTransaction;
import dev.stator.lifecycle.offload.FilesCheck;
import dev.stator.lifecycle.offload.RunFiles;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** What happens to a job from outside: others change items under it, the declaration changes, a table is short of units. */
class JobHazardsTest {
    @TempDir
    private Path folder;

    private final FilesFixture files = new FilesFixture();

    @AfterEach
    void close() {
        files.close();
    }

    private JobRequest purge() {
        return JobRequest.of("purge").files(folder, true).parallel(1).worker("test/1");
    }

    private ItemKey onlyArchived() {
        return files.lifecycle
                .views()
                .in("archived", "USER#user-0")
                .iterator()
                .next()
                .key();
    }

    private void update(ItemKey key, String expression) {
        files.files.dynamo.updateItem(update -> update.tableName("Files")
                .key(files.lifecycle.context().attributes(key))
                .updateExpression(expression)
                .expressionAttributeValues(Map.of(":new", s("new"))));
    }

    // The second transaction is the plan, for which the items were read.
    @ParameterizedTest
    @ValueSource(strings = {"SET body = :new", "SET added = :new", "REMOVE body SET added = :new"})
    void whatIsChangedAfterItWasCopiedIsNotPurged(String change) throws Exception {
        files.archive(1);
        ItemKey key = onlyArchived();
        int[] transactions = {0};
        DynamoDbClient client = BeforeTransaction.each(files.files.dynamo, request -> {
            if (++transactions[0] == 2) {
                update(key, change);
            }
        });

        Report report = Job.of(files.over(client), purge()).run(Progress.NONE);

        assertThat(report.counts().done()).isZero();
        assertThat(report.counts().lost()).isEqualTo(1);
        LifecycleItem item = files.lifecycle.views().get(key).orElseThrow();
        assertThat(item.attributes()).containsValue(s("new"));
        assertThat(item.purgeMark()).isEmpty();
    }

    @Test
    void whatIsChangedBetweenTheMarkAndTheCrashIsNotPurgedByTheResumedRun() throws Exception {
        files.archive(1);
        ItemKey key = onlyArchived();
        // The run, the plan, the mark.
        DynamoDbClient crashing = CrashingClient.over(files.files.dynamo, 4, false);
        assertThatThrownBy(() -> Job.of(files.over(crashing), purge()).run(Progress.NONE))
                .isInstanceOf(CrashingClient.Crash.class);
        assertThat(files.lifecycle.views().get(key).orElseThrow().purgeMark()).isPresent();
        update(key, "SET body = :new");
        files.files.pass(Duration.ofMinutes(2));

        Report report = Job.of(files.lifecycle, purge().worker("test/2")).resume(latest(), Progress.NONE);

        assertThat(report.counts().lost()).isEqualTo(1);
        LifecycleItem item = files.lifecycle.views().get(key).orElseThrow();
        assertThat(item.attributes()).containsEntry("body", s("new"));
        assertThat(item.purgeMark()).isEmpty();
    }

    private String latest() {
        return new RunStore(files.lifecycle.context()).all().getFirst().id();
    }

    @Test
    void aRunIsNotResumedWithADeclarationThatItsCheckpointsDoNotFit() throws Exception {
        files.trash(4);
        assertThatThrownBy(() -> Job.of(
                                files.over(CrashingClient.over(files.files.dynamo, 3, false)),
                                JobRequest.of("archive").parallel(1).worker("test/1"))
                        .run(Progress.NONE))
                .isInstanceOf(CrashingClient.Crash.class);
        files.files.pass(Duration.ofMinutes(2));
        String run = latest();
        JobRequest request = JobRequest.of("archive").worker("test/2");

        for (String yaml : List.of(
                FilesFixture.YAML.replace("shards: 3", "shards: 2"),
                FilesFixture.YAML.replace("prefix: ARCHIVED", "prefix: OLD"),
                FilesFixture.YAML.replace("holds: true", "holds: false"))) {
            Lifecycle changed = files.files.lifecycle(LifecycleSpec.parse(yaml), files.files.dynamo);
            assertThatThrownBy(() -> Job.of(changed, request).resume(run, Progress.NONE))
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining("The declaration is not the one with which the run " + run + " began");
        }
        assertThatThrownBy(() -> Job.of(files.lifecycle, JobRequest.of("purge").files(folder, true))
                        .resume(run, Progress.NONE))
                .hasMessageContaining("is one of the job archive, not purge");
        // Nobody has taken it up, and a state may be called otherwise and last longer.
        String renamed = FilesFixture.YAML
                .replaceAll("\\barchived\\b", "attic")
                .replace(
                        "deleted: {prefix: DELETED, kind: deleted, retention: 7d",
                        "deleted: {prefix: DELETED, kind: deleted, retention: 6d");
        Report report = Job.of(files.files.lifecycle(LifecycleSpec.parse(renamed), files.files.dynamo), request)
                .resume(run, Progress.NONE);
        assertThat(report.counts().done()).isEqualTo(4);
        assertThat(report.run().epoch()).isEqualTo(2);
    }

    @Test
    void aRunWhoseProcessOfThisMachineHasEndedIsNotTakenForOneAtWork() {
        files.trash(1);
        String here = JobRequest.of("archive").worker();
        String ended = here.substring(0, here.indexOf('/')) + "/999999999";
        for (String worker : List.of(ended, "another-machine/1")) {
            assertThatThrownBy(() -> Job.of(
                                    files.over(CrashingClient.over(files.files.dynamo, 2, false)),
                                    JobRequest.of("archive").worker(worker))
                            .run(Progress.NONE))
                    .isInstanceOf(CrashingClient.Crash.class);
            files.files.pass(Duration.ofSeconds(1));
        }

        List<Run> runs = new RunStore(files.lifecycle.context()).all();

        assertThat(runs)
                .extracting(run -> run.worker() + " " + run.isWorkedOn(files.files.clock.instant()))
                .containsExactly("another-machine/1 true", ended + " false");
    }

    @Test
    void aRunThatCannotBeginLeavesNothing() throws Exception {
        files.archive(1);
        RunStore store = new RunStore(files.lifecycle.context());
        int before = store.all().size();
        Path taken = Files.writeString(folder.resolve("file"), "not a folder");

        assertThatThrownBy(() ->
                        Job.of(files.lifecycle, purge().files(taken, true)).run(Progress.NONE))
                .isInstanceOf(RunFiles.FilesException.class)
                .hasMessageContaining("cannot be used");
        Lifecycle elsewhere = files.files.lifecycle(
                LifecycleSpec.parse(FilesFixture.YAML.replace("index: due", "index: none")), files.files.dynamo);
        assertThatThrownBy(() -> Job.of(elsewhere, purge()).run(Progress.NONE))
                .hasMessageContaining("does not have the specified index");
        Lifecycle noTable = files.files.lifecycle(
                LifecycleSpec.parse(FilesFixture.YAML.replace("table: Files", "table: None")), files.files.dynamo);
        assertThatThrownBy(() -> Job.of(noTable, purge()).run(Progress.NONE))
                .isInstanceOf(ResourceNotFoundException.class);

        assertThat(store.all()).hasSize(before);
        assertThat(folder)
                .isDirectoryContaining(path -> path.equals(taken))
                .isDirectoryNotContaining(Files::isDirectory);
        assertThat(files.states()).hasSize(1);
    }

    @Test
    void aTableThatIsShortOfUnitsOnlyTakesLonger() throws Exception {
        files.archive(50);
        files.files
                .stator
                .faults()
                .add(FaultRule.when(new Effect.LeaveUnprocessed(5))
                        .operation("BatchGetItem")
                        .calls(Calls.every(2)));
        files.files
                .stator
                .faults()
                .add(FaultRule.when(
                                new Effect.Fail(new FaultError(FaultError.Kind.ProvisionedThroughputExceededException)))
                        .operation("Query")
                        .calls(Calls.first(2)));
        files.files
                .stator
                .faults()
                .add(FaultRule.when(new Effect.Fail(new FaultError(
                                FaultError.Kind.TransactionCanceledException, List.of("TransactionConflict"))))
                        .operation("TransactWriteItems")
                        .calls(Calls.every(4)));

        Report report = Job.of(files.lifecycle, purge().parallel(4)).run(Progress.NONE);

        assertThat(report.counts().done()).isEqualTo(50);
        assertThat(report.counts().items()).isEqualTo(50);
        assertThat(files.states()).isEmpty();
        assertThat(FilesCheck.problems(folder)).isEmpty();
        assertThat(files.moves("")).containsExactly(50L, 1L);
    }

    @Test
    void theSummarySaysWhatNoPurgeReaches() throws Exception {
        files.archive(1);
        files.files.dynamo.updateContinuousBackups(update -> update.tableName("Files-lifecycle")
                .pointInTimeRecoverySpecification(
                        recovery -> recovery.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(7)));

        Report report = Job.of(files.lifecycle, purge()).run(Progress.NONE);

        String summary = Files.readString(folder.resolve(report.run().id()).resolve("summary.json"));
        assertThat(summary)
                .contains("{\"table\":\"Files\",\"stream\":\"until "
                        + files.files.clock.instant().plus(Duration.ofHours(24))
                        + "\",\"point_in_time_recovery\":\"off\"")
                .contains("{\"table\":\"Files-lifecycle\",\"stream\":\"none\",\"point_in_time_recovery\":\"until "
                        + files.files.clock.instant().plus(Duration.ofDays(7)) + "\"");
    }

    @Test
    void changedFilesAreFound() throws Exception {
        files.archive(3);
        Job.of(files.lifecycle, purge()).run(Progress.NONE);
        assertThat(FilesCheck.problems(folder)).isEmpty();
        Path run = onlyFolder();
        Path part = run.resolve("data/part-00001.json.gz");
        byte[] bytes = Files.readAllBytes(part);
        bytes[bytes.length / 2] ^= 1;
        Files.write(part, bytes);
        Files.delete(run.resolve("history/part-00001.json.gz"));
        Path proof = run.resolve("proof.jsonl");
        Files.writeString(proof, Files.readString(proof).replaceFirst("\"complete\":true", "\"complete\":false"));

        assertThat(FilesCheck.problems(run))
                .containsExactly(
                        part + " is not as the manifest has it.",
                        run.resolve("history/part-00001.json.gz") + " is missing.",
                        proof + " is not as the summary has it.",
                        "1 items in " + proof + " are not purged as a whole: something is left of them.");
        assertThat(FilesCheck.problems(folder)).hasSize(4);
        assertThat(FilesCheck.problems(folder.resolve("nothing")))
                .singleElement()
                .asString()
                .contains("There is no run of a purge");
    }

    private Path onlyFolder() throws IOException {
        try (var list = Files.list(folder)) {
            return list.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }
}

package dev.stator.lifecycle.job;

import static dev.stator.lifecycle.Fixture.OFFICER;
import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stator.junit.RecordedRequest;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.move.BeforeTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a job finds, moves, leaves, and says about it. */
class JobTest {
    private static final JobRequest ARCHIVE = JobRequest.of("archive").worker("test/1");

    private final FilesFixture files = new FilesFixture();

    @AfterEach
    void close() {
        files.close();
    }

    private Job archive() {
        return Job.of(files.lifecycle, ARCHIVE);
    }

    @Test
    void whatIsDueIsMovedAndWhatIsNotDueStays() throws Exception {
        files.trash(90);
        files.delete("user-1", "late");

        Report report = archive().run(Progress.NONE);

        assertThat(report.counts().done()).isEqualTo(90);
        assertThat(report.counts().items()).isEqualTo(90);
        assertThat(files.states()).hasSize(91).containsEntry("late", "deleted");
        assertThat(files.states().values().stream().filter("archived"::equals)).hasSize(90);
        assertThat(files.lifecycle.audit().verifyAll().problems()).isEmpty();
        assertThat(report.run().status()).isEqualTo(Run.Status.DONE);
    }

    @Test
    void noRequestIsAScan() throws Exception {
        files.archive(50);
        files.files.stator.requests().clear();

        archive().preview();
        archive().run(Progress.NONE);

        assertThat(files.files.stator.requests().all()).isNotEmpty().noneMatch(RecordedRequest::scan);
        assertThat(files.files.stator.requests().of("Query")).allMatch(query -> query.discarded() == 0);
    }

    @Test
    void theUnitsOfARunAreThoseThatTheDatabaseCounts() throws Exception {
        files.trash(45);
        files.files.stator.requests().clear();

        Report report = archive().run(Progress.NONE);

        // The two last writes are the checkpoint of the last batch and the end of the run, after it was counted.
        double all = files.files.stator.requests().writeUnits();
        assertThat(report.counts().units()).isBetween(all - 20, all);
        assertThat(report.readUnits()).isCloseTo(files.files.stator.requests().readUnits(), within(3.0));
    }

    @Test
    void aPreviewWritesNothingAndItsUnitsAreThoseOfTheRun() throws Exception {
        files.trash(60);
        files.files.stator.requests().clear();

        Preview preview = archive().preview();

        assertThat(files.files.stator.requests().writeUnits()).isZero();
        assertThat(preview.due()).isEqualTo(60);
        assertThat(preview.byShard()).hasSize(3);
        assertThat(preview.oldest()).contains(Fixture.START.plus(Duration.ofDays(7)));
        assertThat(preview.samples()).hasSize(15).allMatch(sample -> sample.bytes() > 100);
        assertThat(preview.readUnits()).isPositive();
        double before = preview.writeUnits();
        files.files.stator.requests().clear();
        archive().run(Progress.NONE);
        double moves = files.files.stator.requests().of("TransactWriteItems").stream()
                .filter(request -> request.concerns("Files"))
                .mapToDouble(RecordedRequest::writeUnits)
                .sum();
        assertThat(before).isEqualTo(moves);
    }

    @Test
    void theUnitsOfAPurgeArePreviewedToo(@TempDir Path folder) throws Exception {
        files.archive(20);
        Job purge = Job.of(files.lifecycle, JobRequest.of("purge").files(folder, true));
        double previewed = purge.preview().writeUnits();
        files.files.stator.requests().clear();

        Report report = purge.run(Progress.NONE);

        double all = files.files.stator.requests().writeUnits();
        assertThat(report.counts().done()).isEqualTo(20);
        // What the run writes down about itself comes on top: run, plans, checkpoints.
        assertThat(previewed).isBetween(all - 80, all);
    }

    @Test
    void aHeldItemIsReportedInThePreviewAndStays() throws Exception {
        files.trash(5);
        ItemKey held = files.lifecycle
                .views()
                .trash("USER#user-0")
                .findFirst()
                .orElseThrow()
                .key();
        files.lifecycle.holds().hold(held, "case-7", OFFICER, "subpoena");
        files.lifecycle.holds().holdOwner("USER#user-1", "case-8", OFFICER, "audit");

        Preview preview = archive().preview();
        Report report = archive().run(Progress.NONE);

        assertThat(preview.due()).isEqualTo(3);
        assertThat(preview.held())
                .extracting(failure -> failure.key().partition() + " " + failure.reason())
                .containsExactlyInAnyOrder(
                        "USER#user-0 It is on hold: {case-7=subpoena}.", "USER#user-1 It is on hold: {case-8=audit}.");
        assertThat(report.counts().done()).isEqualTo(3);
        assertThat(files.states()).containsEntry("f0", "deleted").containsEntry("f1", "deleted");
    }

    @Test
    void aHoldThatIsPlacedMeanwhileWinsAndIsReported() throws Exception {
        files.trash(4);
        ItemKey held = files.lifecycle
                .views()
                .trash("USER#user-2")
                .findFirst()
                .orElseThrow()
                .key();
        AtomicInteger transactions = new AtomicInteger();
        DynamoDbClient client = BeforeTransaction.each(files.files.dynamo, request -> {
            boolean isOfItem = request.transactItems().stream()
                    .anyMatch(action -> action.delete() != null
                            && s("USER#user-2").equals(action.delete().key().get("PK")));
            if (isOfItem && transactions.incrementAndGet() == 1) {
                files.lifecycle.holds().holdOwner("USER#user-2", "case-9", OFFICER, "raid");
            }
        });
        List<Failure> skipped = new ArrayList<>();

        Report report = Job.of(files.over(client), ARCHIVE).run(new Progress() {
            @Override
            public void skipped(Failure failure) {
                skipped.add(failure);
            }
        });

        assertThat(report.counts().done()).isEqualTo(3);
        assertThat(report.counts().held()
                        + report.counts().lost()
                        + report.counts().notDue())
                .isEqualTo(1);
        assertThat(files.states()).containsEntry("f2", "deleted");
        assertThat(files.lifecycle.views().get(held)).isPresent();
        assertThat(skipped).allMatch(Failure::isHeld);
    }

    @Test
    void whatCannotBeMovedIsReportedAndTheOthersAreMoved() throws Exception {
        files.trash(10);
        // Somebody has put another item where f3 has to go.
        Instant now = files.files.clock.instant();
        String taken = "ARCHIVED#"
                + FilesFixture.SPEC
                        .keys()
                        .sort()
                        .build(Map.of("state", "X", "timestamp", now, "id", "f3"))
                        .substring(2);
        files.files.dynamo.putItem(put -> put.tableName("Files")
                .item(Map.of(
                        "PK", AttributeValue.fromS("USER#user-3"),
                        "SK", AttributeValue.fromS(taken),
                        "name", AttributeValue.fromS("squatter"))));
        // And something in the index that is none of the lifecycle.
        files.files.dynamo.putItem(put -> put.tableName("Files")
                .item(Map.of(
                        "PK", AttributeValue.fromS("USER#user-3"),
                        "SK", AttributeValue.fromS("PROFILE"),
                        "name", AttributeValue.fromS("profile"),
                        "lc_due_shard", AttributeValue.fromS("DELETED#00"),
                        "lc_due_at", AttributeValue.fromN("1"))));

        Job job = archive();
        files.files.stator.requests().clear();
        assertThatThrownBy(() -> files.states()).hasMessageContaining("PROFILE");
        Report report = job.run(Progress.NONE);

        assertThat(report.counts().done()).isEqualTo(9);
        assertThat(report.counts().failed()).isEqualTo(2);
        assertThat(new RunStore(files.lifecycle.context()).failures(report.run().id()))
                .extracting(Failure::reason)
                .anyMatch(reason -> reason.contains("Another item has the key that it would get"))
                .anyMatch(reason -> reason.contains("PROFILE"));
    }

    @Test
    void twoRunsAtOnceDoNoHarm() throws Exception {
        files.trash(80);
        Report[] reports = new Report[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = Thread.ofVirtual().start(() -> {
                try {
                    reports[number] = archive().run(Progress.NONE);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(files.states().values().stream().filter("archived"::equals)).hasSize(80);
        assertThat(files.moves("archived")).containsExactly(80L, 1L);
        assertThat(reports[0].counts().done() + reports[1].counts().done()).isEqualTo(80);
        assertThat(reports[0].counts().failed() + reports[1].counts().failed()).isZero();
        assertThat(files.lifecycle.audit().verifyAll().problems()).isEmpty();
    }

    @Test
    void whoeverIsReplacedStopsAndTheOtherCountsRightly() throws Exception {
        files.trash(60);
        AtomicInteger transactions = new AtomicInteger();
        Report[] second = new Report[1];
        DynamoDbClient slow = BeforeTransaction.each(files.files.dynamo, request -> {
            if (transactions.incrementAndGet() == 30) {
                // The first worker seems to be dead for longer than his lease.
                files.files.pass(Duration.ofMinutes(2));
                String id =
                        new RunStore(files.lifecycle.context()).all().getFirst().id();
                second[0] = resume(id);
            }
        });

        assertThatThrownBy(() -> Job.of(files.over(slow), ARCHIVE.parallel(1)).run(Progress.NONE))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("taken up by somebody else");

        assertThat(second[0].counts().done() + second[0].counts().lost()).isEqualTo(60);
        assertThat(second[0].counts().done()).isEqualTo(60);
        assertThat(files.moves("archived")).containsExactly(60L, 1L);
    }

    private Report resume(String id) {
        try {
            return Job.of(files.lifecycle, ARCHIVE.worker("test/2")).resume(id, Progress.NONE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRunThatSomebodyWorksOnIsNotResumed() throws Exception {
        files.trash(3);
        AtomicReference<@Nullable String> message = new AtomicReference<>();
        DynamoDbClient busy = BeforeTransaction.each(files.files.dynamo, request -> {
            List<Run> runs = new RunStore(files.lifecycle.context()).all();
            if (!runs.isEmpty() && message.get() == null) {
                try {
                    resume(runs.getFirst().id());
                } catch (RunException e) {
                    message.set(e.getMessage());
                }
            }
        });

        Report report = Job.of(files.over(busy), ARCHIVE).run(Progress.NONE);

        assertThat(message.get()).contains("is being worked on by test/1");
        assertThat(report.counts().done()).isEqualTo(3);
        assertThatThrownBy(() -> resume(report.run().id())).hasMessageContaining("is done");
    }

    @Test
    void aJobThatIsNotDeclaredIsNamedWithThoseThatAre() {
        assertThatThrownBy(() -> Job.of(files.lifecycle, JobRequest.of("expire")))
                .hasMessage("The lifecycle files has no job expire; its jobs are archive, purge.");
    }
}

package dev.stator.lifecycle.cli;

import static dev.stator.lifecycle.Fixture.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorClock;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.job.Job;
import dev.stator.lifecycle.job.JobRequest;
import dev.stator.lifecycle.job.Progress;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** The commands, over a real port: what they print, and how they end. */
class CommandsTest {
    private static final String YAML = """
            lifecycle: posts
            table: Posts
            keys:
              partition: {name: PK, template: "USER#{userId}"}
              sort: {name: SK, template: "{state}#{timestamp}#{id}"}
            states:
              active: {prefix: ACTIVE, timestamp: created}
              deleted: {prefix: DELETED, kind: deleted, retention: 7d, then: archived}
              archived: {prefix: ARCHIVED, retention: 23d, then: purge}
            transitions:
              delete: {from: active, to: deleted, by: owner}
              restore: {from: [deleted, archived], to: active, by: owner}
              expire: {from: deleted, to: archived, trigger: retention}
              purge: {from: archived, to: purged, trigger: retention}
            due: {index: due, shards: 2}
            holds: true
            """;
    private static final LifecycleSpec SPEC = LifecycleSpec.parse(YAML);
    private static final Actor ANN = Actor.of("ann", "owner");
    private static final String OWNER = "USER#ann";

    @TempDir
    private Path folder;

    private final StatorClock clock = StatorClock.system();
    private final Stator stator = Stator.builder().clock(clock).build();
    private Path spec;
    private Terminal terminal;

    @BeforeEach
    void write() throws IOException {
        spec = Files.writeString(folder.resolve("posts.yaml"), YAML);
        terminal = new Terminal(stator.endpoint());
    }

    @AfterEach
    void close() {
        stator.close();
    }

    private String file() {
        return spec.toString();
    }

    /** Deleted so long ago. */
    private ItemKey deleted(String id, Duration ago) {
        Instant then = Instant.now().minus(ago);
        Lifecycle lifecycle = Lifecycle.builder(SPEC, stator.dynamoDbClient())
                .clock(() -> then)
                .build();
        lifecycle.tables().createTable();
        lifecycle.tables().createCompanion();
        ItemKey key = new ItemKey(OWNER, "ACTIVE#2026-01-01T00:00:00Z#" + id);
        stator.dynamoDbClient()
                .putItem(put -> put.tableName("Posts")
                        .item(Map.of("PK", s(key.partition()), "SK", s(key.sort()), "title", s("Title of " + id))));
        return Fixture.moved(lifecycle.transition(key, "deleted", ANN, "off topic"))
                .key();
    }

    @Test
    void checkSaysWhatIsWrongWithItsLine() throws IOException {
        assertThat(terminal.local("check", file())).isZero();
        assertThat(terminal.out()).contains("can be used: active, deleted, archived; jobs expire, purge.");
        Files.writeString(spec, YAML.replace("prefix: DELETED", "prefix: ACT"));

        assertThat(terminal.local("check", file())).isEqualTo(1);

        assertThat(terminal.out())
                .contains("posts.yaml:8: error: states.deleted: ")
                .contains("one begins with the other");
        assertThat(terminal.run("status", file())).isEqualTo(2);
        assertThat(terminal.err())
                .contains("posts.yaml:8: error: states.deleted: ")
                .doesNotContain("Exception");
    }

    @Test
    void initAddsWhatATableInUseLacks() {
        stator.dynamoDbClient()
                .createTable(create -> create.tableName("Posts")
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(
                                AttributeDefinition.builder()
                                        .attributeName("PK")
                                        .attributeType("S")
                                        .build(),
                                AttributeDefinition.builder()
                                        .attributeName("SK")
                                        .attributeType("S")
                                        .build())
                        .keySchema(
                                KeySchemaElement.builder()
                                        .attributeName("PK")
                                        .keyType("HASH")
                                        .build(),
                                KeySchemaElement.builder()
                                        .attributeName("SK")
                                        .keyType("RANGE")
                                        .build()));

        assertThat(terminal.run("run", file(), "--job", "expire", "--dry-run")).isEqualTo(3);
        assertThat(terminal.err()).contains("'stator lifecycle init' adds it").doesNotContain("Exception");
        assertThat(terminal.run("init", file())).isZero();
        assertThat(terminal.out())
                .contains("The table Posts has the index due now.")
                .contains("The tables Posts and Posts-lifecycle are as the lifecycle posts needs them.");
        assertThat(terminal.run("run", file(), "--job", "expire", "--dry-run")).isZero();
        assertThat(terminal.out()).contains("0 items are due for expire");
    }

    @Test
    void initCreatesTheTableIfAsked() {
        assertThat(terminal.run("init", file())).isEqualTo(3);
        assertThat(terminal.err()).contains("A table is not there");
        assertThat(terminal.run("init", file(), "--create-table")).isZero();
    }

    @Test
    void aJobIsPreviewedRunAndShown() {
        deleted("a", Duration.ofDays(8));
        deleted("b", Duration.ofDays(9));
        deleted("c", Duration.ofDays(1));

        assertThat(terminal.run("run", file(), "--job", "expire", "--dry-run", "--rate", "10"))
                .isZero();
        assertThat(terminal.out())
                .contains("2 items are due for expire")
                .contains("for example USER#ann / DELETED#")
                .contains("About 24 write units, 3 seconds at 10 a second. Nothing was written");
        assertThat(terminal.run("run", file(), "--job", "expire")).isZero();
        assertThat(terminal.out()).contains("2 moved, 0 on hold, 0 failed");
        assertThat(terminal.err())
                .contains("2 items to look at")
                .contains("2 of 2 (100 %)")
                .doesNotContain("\r");
        assertThat(terminal.run("status", file())).isZero();
        assertThat(terminal.out()).contains("  expire  ").contains("done: 2 done, 0 on hold");
        String run = terminal.out().substring(0, terminal.out().indexOf(' '));
        assertThat(terminal.run("status", file(), "--run", run)).isZero();
        assertThat(terminal.out())
                .contains("DELETED#00: ")
                .contains("DELETED#01: ")
                .contains(", at its end");
        assertThat(terminal.run("run", file(), "--job", "expire", "--resume", run))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("The run " + run + " is done");
    }

    /** Deleted, and then archived by the job so long ago. */
    private void archived(String id, Duration ago) throws InterruptedException {
        deleted(id, ago.plusDays(8));
        Instant then = Instant.now().minus(ago);
        Lifecycle lifecycle = Lifecycle.builder(SPEC, stator.dynamoDbClient())
                .clock(() -> then)
                .build();
        Job.of(lifecycle, JobRequest.of("expire")).run(Progress.NONE);
    }

    @Test
    void aPurgeNeedsAFolderAndLeavesItsFilesThere() throws Exception {
        archived("a", Duration.ofDays(24));
        archived("b", Duration.ofDays(30));
        archived("young", Duration.ofDays(2));
        Path files = folder.resolve("archive");

        assertThat(terminal.run("run", file(), "--job", "purge")).isEqualTo(2);
        assertThat(terminal.err()).contains("name a folder for its files");
        assertThat(terminal.run("run", file(), "--job", "purge", "--dry-run")).isZero();
        assertThat(terminal.out()).contains("2 items are due for purge");
        assertThat(terminal.run("run", file(), "--job", "purge", "--files", file()))
                .isEqualTo(3);
        assertThat(terminal.err()).contains("cannot be used").doesNotContain("\tat ");
        assertThat(stator.table("Posts").items()).hasSize(3);
        assertThat(terminal.run("run", file(), "--job", "purge", "--files", files.toString()))
                .isZero();

        assertThat(terminal.out()).contains("2 purged, 0 on hold, 0 failed").contains("Its files are in " + files);
        assertThat(stator.table("Posts").items())
                .singleElement()
                .satisfies(item -> assertThat(item.get("title")).isEqualTo(s("Title of young")));
        String run = terminal.out().split(" ", -1)[1];
        assertThat(files.resolve(run)).isDirectoryContaining("glob:**/summary.json");
        assertThat(Files.readAllLines(files.resolve(run).resolve("proof.jsonl")))
                .hasSize(2)
                .allMatch(proof -> proof.contains("\"item\":\"absent\"") && proof.endsWith("\"complete\":true}"));
        assertThat(terminal.local("verify", file(), "--files", files.toString()))
                .isZero();
        Files.writeString(files.resolve(run).resolve("proof.jsonl"), "");
        assertThat(terminal.local("verify", file(), "--files", files.toString()))
                .isEqualTo(1);
        assertThat(terminal.out())
                .contains("proof.jsonl is not as the summary has it")
                .contains("1 problems.");
    }

    @Test
    void whatIsOnHoldIsListedSkippedAndReleased() {
        ItemKey held = deleted("a", Duration.ofDays(8));
        deleted("b", Duration.ofDays(8));

        assertThat(terminal.run(
                        "hold",
                        file(),
                        "--partition",
                        held.partition(),
                        "--sort",
                        held.sort(),
                        "--id",
                        "case-7",
                        "--actor",
                        "olga",
                        "--reason",
                        "subpoena"))
                .isZero();
        assertThat(terminal.run("holds", file())).isZero();
        assertThat(terminal.out()).contains("ITEM|USER#ann|ACTIVE#2026-01-01T00:00:00Z#a  case-7  subpoena");
        assertThat(terminal.run("run", file(), "--job", "expire", "--dry-run")).isZero();
        assertThat(terminal.out())
                .contains("1 items are due")
                .contains("skipped: " + held + ": It is on hold: {case-7=subpoena}.");
        assertThat(terminal.run(
                        "release",
                        file(),
                        "--partition",
                        held.partition(),
                        "--sort",
                        held.sort(),
                        "--id",
                        "case-8",
                        "--actor",
                        "olga"))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("There is no hold case-8 on " + held + ", only case-7.");
        assertThat(terminal.run(
                        "release",
                        file(),
                        "--partition",
                        held.partition(),
                        "--sort",
                        held.sort(),
                        "--id",
                        "case-7",
                        "--actor",
                        "olga"))
                .isZero();
        assertThat(terminal.run("holds", file())).isZero();
        assertThat(terminal.out()).contains("Nothing is on hold.");
        assertThat(terminal.run("run", file(), "--job", "expire")).isZero();
        assertThat(terminal.out()).contains("2 moved");
    }

    @Test
    void theTrashIsListedAndRestoredByThoseWhoMay() {
        ItemKey trash = deleted("a", Duration.ofDays(1));

        assertThat(terminal.run("trash", file(), "--partition", OWNER)).isZero();
        assertThat(terminal.out()).contains(trash + "  by ann (off topic), until ");
        assertThat(terminal.run("restore", file(), "--partition", OWNER, "--sort", trash.sort(), "--actor", "eve"))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("eve may not move an item from deleted to active");
        assertThat(terminal.run(
                        "restore",
                        file(),
                        "--partition",
                        OWNER,
                        "--sort",
                        trash.sort(),
                        "--actor",
                        "ann",
                        "--role",
                        "owner"))
                .isZero();
        assertThat(terminal.out()).contains("Restored: USER#ann / ACTIVE#2026-01-01T00:00:00Z#a.");
        assertThat(terminal.run("trash", file(), "--partition", OWNER)).isZero();
        assertThat(terminal.out()).contains("The trash of USER#ann is empty.");
        assertThat(terminal.run("stats", file())).isZero();
        assertThat(terminal.out())
                .contains("active: 1 items, ")
                .contains("1 restores in 30 days: half of them within 24 hours")
                .contains("Suggested retention of deleted: 7d.");
    }

    @Test
    void verifySaysWhichChainIsBroken() {
        deleted("a", Duration.ofDays(1));
        deleted("b", Duration.ofDays(1));
        assertThat(terminal.run("verify", file())).isZero();
        assertThat(terminal.out()).contains("2 chains, 2 records, all intact.").containsPattern("digest [0-9a-f]{64}");
        String ends = folder.resolve("ends.jsonl").toString();
        assertThat(terminal.run("verify", file(), "--save", ends)).isZero();
        deleted("c", Duration.ofDays(1));
        assertThat(terminal.run("verify", file(), "--against", ends)).isZero();
        assertThat(terminal.run("verify", file(), "--against", file())).isEqualTo(2);
        assertThat(terminal.err()).contains("It is no end of a chain");
        stator.dynamoDbClient()
                .updateItem(update -> update.tableName("Posts-lifecycle")
                        .key(Map.of("pk", s("ITEM|USER#ann|ACTIVE#2026-01-01T00:00:00Z#b"), "sk", s("R#0000000001")))
                        .updateExpression("SET actor = :other")
                        .expressionAttributeValues(Map.of(":other", s("eve"))));

        assertThat(terminal.run("verify", file())).isEqualTo(1);

        assertThat(terminal.out())
                .contains("ITEM|USER#ann|ACTIVE#2026-01-01T00:00:00Z#b: record 1 was changed")
                .contains("1 problems.");
    }

    @Test
    void anEndpointThatDoesNotAnswerIsNamed() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThat(terminal.local("status", file(), "--endpoint-url", "http://127.0.0.1:" + port))
                .isEqualTo(3);

        assertThat(terminal.err())
                .contains("The endpoint does not answer: ")
                .contains("Does it run, and is --endpoint-url right?")
                .doesNotContain("\tat ");
        assertThat(terminal.local("status", file(), "--endpoint-url", "127.0.0.1:8000"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("write it as http://127.0.0.1:8000");
    }

    @Test
    void missingRightsAndCredentialsAreSaidInOneSentence() {
        assertThat(Trouble.of(refusal("AccessDeniedException", "User ann is not authorized to perform dynamodb:Query")))
                .isEqualTo(new Trouble(
                        "The credentials have no right to do this: User ann is not authorized to perform"
                                + " dynamodb:Query",
                        3));
        assertThat(Trouble.of(refusal("UnrecognizedClientException", "The security token is invalid."))
                        .text())
                .startsWith("The credentials are not accepted: The security token is invalid.");
    }

    private static DynamoDbException refusal(String code, String message) {
        return (DynamoDbException) DynamoDbException.builder()
                .statusCode(400)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(message)
                        .build())
                .build();
    }

    @Test
    void aWrongCommandLineSaysWhereHelpIs() {
        assertThat(terminal.local("run", file())).isEqualTo(2);
        assertThat(terminal.err()).contains("--job").contains("Run 'stator lifecycle run --help'");
        assertThat(terminal.local("check", folder.resolve("nothing.yaml").toString()))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("It cannot be read");
        assertThat(terminal.run("run", file(), "--job", "archive")).isEqualTo(2);
        assertThat(terminal.err()).contains("its jobs are expire, purge.");
    }
}

package dev.stator.core.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.ForwardingEngine;
import dev.stator.core.Options;
import dev.stator.core.error.ApiException;
import dev.stator.core.fault.Effect;
import dev.stator.core.fault.FaultError;
import dev.stator.core.fault.FaultRule;
import dev.stator.core.fault.Lag;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.operation.Operation;
import dev.stator.storage.Capability;
import dev.stator.storage.Snapshot;
import dev.stator.storage.memory.MemoryEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SandboxTest {
    private final SandboxFixture db = new SandboxFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void restoringBringsBackItemsIndexesAndTables() {
        db.put("a", "before");
        Snapshot snapshot = db.sandbox.snapshot();
        db.put("a", "after");
        db.put("b", "after");
        db.call("DeleteTable", "{'TableName':'Tab'}");

        db.sandbox.restore(snapshot);

        assertThat(db.getStrong("a")).isEqualTo("before");
        assertThat(db.getStrong("b")).isEqualTo("none");
        assertThat(db.indexed()).isEqualTo(1);
        assertThat(db.call("DescribeTable", "{'TableName':'Tab'}")).contains("'ItemCount':1");
    }

    @Test
    void aSnapshotCanBeRestoredAgainAndAgain() {
        Snapshot snapshot = db.sandbox.snapshot();
        for (int i = 0; i < 3; i++) {
            db.put("a", "" + i);
            assertThat(db.indexed()).isEqualTo(1);
            db.sandbox.restore(snapshot);
            assertThat(db.indexed()).isZero();
        }
    }

    @Test
    void aTableCreatedAfterTheSnapshotIsGoneAndItsIdIsFreeForAnother() {
        Snapshot snapshot = db.sandbox.snapshot();
        createTable("Late");
        db.sandbox.restore(snapshot);

        assertThat(db.call("ListTables", "{}")).isEqualTo("{'TableNames':['Tab']}");
        createTable("Other");
        assertThat(db.call("Scan", "{'TableName':'Other'}")).contains("'Count':0");
    }

    @Test
    void aRequestTokenUsedAfterTheSnapshotIsNewAgain() {
        String add = "{'ClientRequestToken':'t','TransactItems':[{'Update':{'TableName':'Tab','Key':{'p':{'S':'a'}},"
                + "'UpdateExpression':'ADD n :one','ExpressionAttributeValues':{':one':{'N':'1'}}}}]}";
        Snapshot snapshot = db.sandbox.snapshot();
        db.call("TransactWriteItems", add);
        db.sandbox.restore(snapshot);

        db.call("TransactWriteItems", add);
        db.call("TransactWriteItems", add);

        assertThat(db.call("Scan", "{'TableName':'Tab'}")).contains("'n':{'N':'1'}");
    }

    @Test
    void forksGoOnByThemselves() {
        db.put("a", "common");
        try (Sandbox fork = db.sandbox.fork()) {
            SandboxFixture.call(
                    fork,
                    "UpdateItem",
                    "{'TableName':'Tab','Key':{'p':{'S':'a'}},'AttributeUpdates':{'v':{'Value':" + "{'S':'fork'}}}}");
            db.put("b", "original");

            assertThat(db.getStrong("a")).isEqualTo("common");
            assertThat(SandboxFixture.getStrong(fork, "a")).isEqualTo("fork");
            assertThat(SandboxFixture.getStrong(fork, "b")).isEqualTo("none");
        }
        assertThat(db.getStrong("b")).isEqualTo("original");
    }

    /** Writers count with a condition on what they read; a write that was decided before a restore must not come after it. */
    @Test
    void aWriteDecidedBeforeARestoreNeverTakesEffectAfterIt() throws Exception {
        db.put("a", "v");
        Snapshot snapshot = db.sandbox.snapshot();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> done = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                done.add(writers.submit(() -> {
                    for (int i = 0; i < 300; i++) {
                        // Two items that always change together.
                        db.call("TransactWriteItems", "{'TransactItems':[" + plusOne("x") + "," + plusOne("y") + "]}");
                    }
                }));
            }
            for (int i = 0; i < 40; i++) {
                db.sandbox.restore(snapshot);
                String both = db.call("TransactGetItems", "{'TransactItems':[" + get("x") + "," + get("y") + "]}");
                List<String> counts = new ArrayList<>();
                java.util.regex.Pattern.compile("'n':\\{'N':'(\\d+)'")
                        .matcher(both)
                        .results()
                        .forEach(match -> counts.add(match.group(1)));
                assertThat(counts.size()).isIn(0, 2);
                assertThat(counts.stream().distinct().count()).isLessThanOrEqualTo(1);
            }
            for (Future<?> each : done) {
                each.get();
            }
        }
        db.sandbox.restore(snapshot);
        assertThat(db.call("Scan", "{'TableName':'Tab'}")).contains("'Count':1");
    }

    private static String plusOne(String key) {
        return "{'Update':{'TableName':'Tab','Key':{'p':{'S':'" + key + "'}},'UpdateExpression':'ADD n :one',"
                + "'ExpressionAttributeValues':{':one':{'N':'1'}}}}";
    }

    private static String get(String key) {
        return "{'Get':{'TableName':'Tab','Key':{'p':{'S':'" + key + "'}}}}";
    }

    @Test
    void resetRemovesTablesAndFaults() {
        db.faults().add(FaultRule.when(new Effect.Fail(new FaultError(FaultError.Kind.InternalServerError))));

        db.sandbox.reset();

        assertThat(db.call("ListTables", "{}")).isEqualTo("{'TableNames':[]}");
        assertThat(db.faults().rules()).isEmpty();
    }

    @Test
    void anEngineWithoutSnapshotsIsResetToo() {
        try (Sandbox sandbox = withoutSnapshots()) {
            SandboxFixture.call(sandbox, "CreateTable", create("Protected", ",'DeletionProtectionEnabled':true"));

            sandbox.reset();

            assertThat(SandboxFixture.call(sandbox, "ListTables", "{}")).isEqualTo("{'TableNames':[]}");
        }
    }

    @Test
    void anEngineWithoutSnapshotsSaysSo() {
        try (Sandbox sandbox = withoutSnapshots()) {
            assertThatThrownBy(sandbox::snapshot)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("this engine has no snapshots");
            FaultRule stale = FaultRule.when(new Effect.StaleRead(new Lag.Commits(1)));
            assertThatThrownBy(() -> sandbox.faults().add(stale))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("need an engine that has snapshots");
        }
    }

    @Test
    void theErrorsOfTheDatabaseComeThrough() {
        assertThatThrownBy(() -> db.call("DescribeTable", "{'TableName':'None'}"))
                .isInstanceOf(ApiException.class);
        assertThat(db.sandbox.has(Operation.DYNAMODB, "PutItem")).isTrue();
        assertThat(db.sandbox.has(Operation.DYNAMODB, "PutNothing")).isFalse();
    }

    private void createTable(String name) {
        db.call("CreateTable", create(name, ""));
    }

    private static String create(String name, String more) {
        return "{'TableName':'" + name + "','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':[{'AttributeName':"
                + "'p','AttributeType':'S'}],'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}]" + more + "}";
    }

    private Sandbox withoutSnapshots() {
        ForwardingEngine engine = new ForwardingEngine(new MemoryEngine()) {
            @Override
            public Set<Capability> capabilities() {
                return Set.of();
            }
        };
        return Sandbox.open(engine, db.clock, Options.DEFAULTS.withTimer(Timer.NEVER), db.slept::add);
    }
}

package dev.stator.core.stream;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.StreamFixture.list;
import static dev.stator.core.operation.StreamFixture.parts;
import static dev.stator.core.operation.StreamFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.ForwardingEngine;
import dev.stator.core.operation.StreamFixture;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Engine;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import dev.stator.storage.memory.MemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Streams after a restart, also after one in the middle of something. Each fixture opens what the engine holds anew. */
class StreamRecoveryTest {
    private final Engine engine = new MemoryEngine();

    private StreamFixture open() {
        return new StreamFixture(engine, StreamLimits.DYNAMODB);
    }

    /** What the engine does until a commit or a creation of a tree is to fail, and nothing from then on. */
    private static final class DyingEngine extends ForwardingEngine {
        private int stepsLeft;

        DyingEngine(Engine engine, int steps) {
            super(engine);
            stepsLeft = steps;
        }

        private void step() {
            if (stepsLeft-- <= 0) {
                throw new StorageException.Unavailable("the power is off", null);
            }
        }

        @Override
        public CommitResult commit(Commit commit) {
            step();
            return super.commit(commit);
        }

        @Override
        public void create(Tree tree) {
            if (tree.id() >= 16) {
                step();
            }
            super.create(tree);
        }

        @Override
        public void drop(Tree tree) {
            step();
            super.drop(tree);
        }
    }

    @Test
    void recordsAndIteratorsOutliveARestart() {
        StreamFixture before = open().smallTable("abc", "KEYS_ONLY");
        String arn = before.arn("abc");
        before.putKey("abc", "a");
        String iterator = before.iterator(arn, before.shardIds(arn).getFirst(), "LATEST");
        Object described = before.describe(arn);

        StreamFixture after = open();
        assertThat(after.describe(arn)).isEqualTo(described);
        after.putKey("abc", "b");
        assertThat(parts(after.records(arn), "dynamodb.Keys.p.S")).containsExactly("a", "b");
        assertThat(parts(list(after.page(iterator), "Records"), "dynamodb.Keys.p.S"))
                .containsExactly("b");
    }

    @Test
    void sequenceNumbersGoOnBehindAllThatWereEverReserved() {
        List<Object> numbers = new ArrayList<>();
        String arn = "";
        for (int i = 0; i < 3; i++) {
            StreamFixture db = open();
            if (i == 0) {
                db.smallTable("abc", "KEYS_ONLY");
            }
            arn = db.arn("abc");
            db.putKey("abc", "k" + i);
        }
        parts(open().records(arn), "dynamodb.SequenceNumber").forEach(number -> numbers.add(String.valueOf(number)));
        assertThat(numbers).containsExactly("100000000000000000001", "100000000000001048577", "100000000000002097153");
    }

    @Test
    void aTrimmedStreamStaysTrimmed() {
        StreamFixture before = open().smallTable("abc", "KEYS_ONLY");
        String arn = before.arn("abc");
        String shard = before.shardIds(arn).getFirst();
        before.putKey("abc", "a");
        String number = text(before.records(arn).getFirst(), "dynamodb.SequenceNumber");
        before.sleep(Duration.ofHours(24));
        before.runDue();

        StreamFixture after = open();
        assertThat(after.records(arn)).isEmpty();
        assertThat(after.refused(
                        "GetShardIterator",
                        "{'StreamArn':'" + arn + "','ShardId':'" + shard
                                + "','ShardIteratorType':'AT_SEQUENCE_NUMBER','SequenceNumber':'" + number + "'}"))
                .hasMessageContaining("past the oldest");
    }

    @Test
    void aCrashWhileAStreamIsEnabledDisabledOrDeletedLeavesNothingHalfDone() {
        Set<String> outcomes = new HashSet<>();
        for (int steps = 0; steps < 40; steps++) {
            MemoryEngine memory = new MemoryEngine();
            StreamFixture first = new StreamFixture(memory, StreamLimits.DYNAMODB).smallTable("abc", "KEYS_ONLY");
            String oldStream = first.arn("abc");
            try {
                StreamFixture dying = new StreamFixture(new DyingEngine(memory, steps), StreamLimits.DYNAMODB);
                dying.disable("abc");
                dying.enable("abc", "NEW_IMAGE");
                dying.call("DeleteTable", "{'TableName':'abc'}");
            } catch (StorageException.Unavailable e) {
                // The moment of the crash is what the loop is about.
            }
            outcomes.add(check(new StreamFixture(memory, StreamLimits.DYNAMODB), oldStream));
        }
        assertThat(outcomes).containsExactlyInAnyOrder("enabled", "disabled", "enabled again", "deleted");
    }

    /** Checks that table and streams agree, and says how far it had come. */
    private static String check(StreamFixture db, String oldStream) {
        List<Object> streams = list(db.call("ListStreams", "{}"), "Streams");
        boolean deleted = list(db.call("ListTables", "{}"), "TableNames").isEmpty();
        if (deleted) {
            for (Object stream : streams) {
                assertThat(at(db.describe(text(stream, "StreamArn")), "StreamStatus"))
                        .isEqualTo("DISABLED");
            }
            return "deleted";
        }
        String newest = db.arn("abc");
        Object table = db.call("DescribeTable", "{'TableName':'abc'}");
        boolean enabled = Boolean.TRUE.equals(at(table, "Table.StreamSpecification.StreamEnabled"));
        db.putKey("abc", "after");
        for (Object stream : streams) {
            String arn = text(stream, "StreamArn");
            boolean records = enabled && arn.equals(newest);
            assertThat(at(db.describe(arn), "StreamStatus")).isEqualTo(records ? "ENABLED" : "DISABLED");
            assertThat(db.records(arn)).hasSize(records ? 1 : 0);
        }
        assertThat(parts(streams, "StreamArn")).contains(newest);
        if (!enabled) {
            return "disabled";
        }
        return newest.equals(oldStream) ? "enabled" : "enabled again";
    }

    @Test
    void aNewLayoutIsStoredBeforeItIsUsed() {
        // A record in a shard of which a restart knew nothing would be lost.
        MemoryEngine memory = new MemoryEngine();
        Set<String> known = new HashSet<>();
        Engine watched = new ForwardingEngine(memory) {
            @Override
            public CommitResult commit(Commit commit) {
                for (Change change : commit.derived()) {
                    String shard = new String(change.key().collection(), StandardCharsets.UTF_8);
                    assertThat(known).contains(shard);
                }
                CommitResult result = super.commit(commit);
                for (Change change : commit.changes()) {
                    if (change.tree().equals(new Tree(3, 1))) {
                        known.add(new String(change.key().position(), StandardCharsets.UTF_8));
                    }
                }
                return result;
            }
        };
        StreamFixture db = new StreamFixture(watched, StreamFixture.splitAfter(5)).table("abc", "KEYS_ONLY");
        for (int i = 0; i < 200; i++) {
            db.putKey("abc", "k" + i);
        }
        assertThat(known.size()).isGreaterThan(20);
        assertThat(new StreamFixture(memory, StreamLimits.DYNAMODB).records(db.arn("abc")))
                .hasSize(200);
    }

    @Test
    void aCrashBetweenTwoCommitsLeavesARecordOfEachItemAndOfNoOther() {
        // Some of the commits split shards, which must not come between an item and its record either.
        Set<Integer> found = new HashSet<>();
        for (int steps = 0; steps < 40; steps++) {
            MemoryEngine memory = new MemoryEngine();
            String arn = new StreamFixture(memory, StreamLimits.DYNAMODB)
                    .smallTable("abc", "KEYS_ONLY")
                    .arn("abc");
            try {
                StreamFixture dying = new StreamFixture(new DyingEngine(memory, steps), StreamFixture.splitAfter(3));
                for (int i = 0; i < 12; i++) {
                    dying.putKey("abc", "k" + i);
                }
            } catch (StorageException.Unavailable e) {
                // The moment of the crash is what the loop is about.
            }
            StreamFixture after = new StreamFixture(memory, StreamLimits.DYNAMODB);
            int items = list(after.call("Scan", "{'TableName':'abc'}"), "Items").size();
            assertThat(after.records(arn)).as("%d steps", steps).hasSize(items);
            found.add(items);
        }
        assertThat(found).hasSize(13);
    }
}

package dev.stator.core.write;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.ForwardingEngine;
import dev.stator.core.Limits;
import dev.stator.core.Options;
import dev.stator.core.error.ErrorType;
import dev.stator.core.operation.DatabaseFixture;
import dev.stator.core.table.Expiry;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SweeperTest {
    /** Of the first table that is created; the next is that of its expiries. */
    private static final Tree ITEMS = new Tree(16, 0);

    private static final Tree EXPIRIES = new Tree(17, 0);
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final InterruptedEngine engine = new InterruptedEngine();
    private volatile Instant now = START;
    private final DatabaseFixture db = new DatabaseFixture(engine, Limits.DYNAMODB, () -> now);

    @BeforeEach
    void create() {
        db.table("Tab", "p:S");
        enable(true);
    }

    @AfterEach
    void close() {
        db.close();
    }

    private void enable(boolean enabled) {
        db.call(
                "UpdateTimeToLive",
                "{'TableName':'Tab','TimeToLiveSpecification':{'Enabled':" + enabled + ",'AttributeName':'ttl'}}");
    }

    /** An item that expires so many seconds after the start of the test. */
    private static String item(String key, long seconds) {
        return "'p':{'S':'" + key + "'},'ttl':{'N':'" + (START.getEpochSecond() + seconds) + "'}";
    }

    private boolean isThere(String key) {
        return db.item("Tab", "'p':{'S':'" + key + "'}") != null;
    }

    private void sweepAt(long seconds) {
        now = START.plusSeconds(seconds);
        db.runDue();
    }

    private String update(String key, String rest) {
        return "{'TableName':'Tab','Key':{'p':{'S':'" + key + "'}}," + rest + "}";
    }

    private String prolong(String key, long seconds) {
        return update(
                key,
                "'UpdateExpression':'SET #t = :t','ExpressionAttributeNames':{'#t':'ttl'},"
                        + "'ExpressionAttributeValues':{':t':{'N':'" + (START.getEpochSecond() + seconds) + "'}}");
    }

    /** When the items of the tree expire, in seconds after the start of the test. */
    private List<Long> expiries() {
        List<Long> expiries = new ArrayList<>();
        engine.scan(
                EXPIRIES,
                TokenRange.ALL,
                null,
                Consistency.STRONG,
                entry -> expiries.add(Expiry.at(entry.key().position()).seconds() - START.getEpochSecond()));
        return expiries;
    }

    @Nested
    class Behaviour {
        @Test
        void anExpiredItemIsThereUntilItIsSwept() {
            db.put("Tab", item("a", 10), item("b", 1_000));
            now = START.plusSeconds(11);
            assertThat(isThere("a")).isTrue();
            db.answers("Scan", "{'TableName':'Tab'}", "Count", "2");

            db.runDue();

            assertThat(isThere("a")).isFalse();
            assertThat(isThere("b")).isTrue();
            assertThat(expiries()).containsExactly(1_000L);
        }

        @Test
        void anItemIsNeverDeletedEarlierThanDue() {
            db.put("Tab", item("a", 10));
            now = START.plusSeconds(10);
            db.runDue();
            assertThat(isThere("a")).isTrue();

            now = START.plusSeconds(10).plusMillis(1);
            db.runDue();
            assertThat(isThere("a")).isFalse();
        }

        @Test
        void anItemStaysForTheDelay() {
            Options twoDays = Options.DEFAULTS.withTimeToLiveDelay(Duration.ofDays(2));
            try (DatabaseFixture late = new DatabaseFixture(engine, twoDays, () -> now)) {
                late.put("Tab", item("a", 0));
                now = START.plus(Duration.ofDays(2));
                late.runDue();
                assertThat(isThere("a")).isTrue();
                now = now.plusMillis(1);
                late.runDue();
                assertThat(isThere("a")).isFalse();
            }
        }

        @Test
        void trap34ItemsThatExpiredMoreThanFiveYearsAgoOrHaveAnotherTypeAreNotDeleted() {
            long fiveYears = START.getEpochSecond()
                    - Instant.parse("2021-01-02T03:04:05Z").getEpochSecond();
            db.put(
                    "Tab",
                    item("old", -fiveYears - 1),
                    item("young", -fiveYears),
                    "'p':{'S':'text'},'ttl':{'S':'1700000000'}",
                    "'p':{'S':'set'},'ttl':{'NS':['1700000000']}",
                    "'p':{'S':'nested'},'m':{'M':{'ttl':{'N':'1700000000'}}}",
                    "'p':{'S':'none'}",
                    "'p':{'S':'negative'},'ttl':{'N':'-1700000000'}",
                    "'p':{'S':'milliseconds'},'ttl':{'N':'1700000000000'}",
                    "'p':{'S':'huge'},'ttl':{'N':'1E100'}");

            sweepAt(0);

            assertThat(isThere("young")).isFalse();
            db.answers("Scan", "{'TableName':'Tab'}", "Count", "8");
        }

        @Test
        void aFractionOfASecondIsOne() {
            db.put("Tab", "'p':{'S':'a'},'ttl':{'N':'" + START.getEpochSecond() + ".5'}");
            now = START.plusMillis(500);
            db.runDue();
            assertThat(isThere("a")).isTrue();
            sweepAt(2);
            assertThat(isThere("a")).isFalse();
        }

        @Test
        void aKeyMayBeTheTimeToLive() {
            db.table("Keyed", "p:S s:N");
            db.call(
                    "UpdateTimeToLive",
                    "{'TableName':'Keyed','TimeToLiveSpecification':{'Enabled':true,'AttributeName':'s'}}");
            db.put("Keyed", "'p':{'S':'a'},'s':{'N':'1700000000'}", "'p':{'S':'a'},'s':{'N':'1800000000'}");

            sweepAt(1);

            db.answers("Scan", "{'TableName':'Keyed'}", "Items", "[{'p':{'S':'a'},'s':{'N':'1800000000'}}]");
        }

        @Test
        void manyItemsGoInOneSweepAndIndexesWithThem() {
            db.table("Wide", "p:S s:N", local("lsi", "p:S g:S", "KEYS_ONLY"), global("gsi", "g:S", "ALL"));
            db.call(
                    "UpdateTimeToLive",
                    "{'TableName':'Wide','TimeToLiveSpecification':{'Enabled':true,'AttributeName':'ttl'}}");
            for (int i = 0; i < 1_000; i++) {
                String expiry = i % 10 == 0 ? "1900000000" : "1700000000";
                db.put("Wide", "'p':{'S':'a'},'s':{'N':'" + i + "'},'g':{'S':'g'},'ttl':{'N':'" + expiry + "'}");
            }

            sweepAt(0);

            db.answers("Query", query("Wide", ""), "Count", "100");
            db.answers("Query", query("Wide", ",'IndexName':'lsi'"), "Count", "100");
            db.answers(
                    "Query",
                    query("Wide", ",'IndexName':'gsi'").replace("'p'", "'g'").replace("'a'", "'g'"),
                    "Count",
                    "100");
            db.answers("DescribeTable", "{'TableName':'Wide'}", "Table.ItemCount", "100");
            db.answers("DescribeTable", "{'TableName':'Wide'}", "Table.GlobalSecondaryIndexes.0.ItemCount", "100");
        }

        private static String query(String table, String rest) {
            return "{'TableName':'" + table + "','KeyConditionExpression':'#k = :k',"
                    + "'ExpressionAttributeNames':{'#k':'p'},'ExpressionAttributeValues':{':k':{'S':'a'}}" + rest + "}";
        }

        @Test
        void nobodyPaysForIt() {
            db.put("Tab", item("a", 0));
            double units = db.meter().writeUnits("Tab");

            sweepAt(1);

            assertThat(isThere("a")).isFalse();
            assertThat(db.meter().writeUnits("Tab")).isEqualTo(units);
        }

        @Test
        void allWaysToWriteAnItemAreFollowed() {
            db.call("BatchWriteItem", "{'RequestItems':{'Tab':[{'PutRequest':{'Item':{" + item("batch", 1) + "}}}]}}");
            db.call(
                    "TransactWriteItems",
                    "{'TransactItems':[{'Put':{'TableName':'Tab','Item':{" + item("tx", 2) + "}}}]}");
            db.call("UpdateItem", prolong("update", 3));
            db.put("Tab", item("put", 4), item("gone", 5));
            db.call("DeleteItem", update("gone", "'ReturnValues':'NONE'"));
            assertThat(expiries()).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);

            sweepAt(10);

            db.answers("Scan", "{'TableName':'Tab'}", "Count", "0");
            assertThat(expiries()).isEmpty();
        }

        @Test
        void aTableWithoutATimeToLiveIsLeftAlone() {
            enable(false);
            db.put("Tab", item("a", 0));
            sweepAt(1);
            assertThat(isThere("a")).isTrue();

            enable(true);
            db.runDue();
            assertThat(isThere("a")).isFalse();
        }

        @Test
        void itGoesOnWhenTheDatabaseIsOpenedAgain() {
            db.put("Tab", item("a", 0), item("b", 100));
            now = START.plusSeconds(1);
            try (DatabaseFixture reopened = new DatabaseFixture(engine, Limits.DYNAMODB, () -> now)) {
                reopened.runDue();
                assertThat(isThere("a")).isFalse();
                assertThat(isThere("b")).isTrue();
            }
        }
    }

    /** What comes between the look and the deletion. */
    @Nested
    class Races {
        private static boolean deletes(Commit commit) {
            return commit.changes().stream()
                    .anyMatch(change ->
                            change instanceof Change.Delete && change.tree().equals(ITEMS));
        }

        private static boolean puts(Commit commit) {
            return commit.changes().stream()
                    .anyMatch(change ->
                            change instanceof Change.Put && change.tree().equals(ITEMS));
        }

        @Test
        void anUpdateInTimeSavesTheItem() {
            db.put("Tab", item("a", 0));
            engine.before(Races::deletes, () -> db.call("UpdateItem", prolong("a", 100)));

            sweepAt(1);

            assertThat(isThere("a")).isTrue();
            assertThat(expiries()).containsExactly(100L);
            sweepAt(101);
            assertThat(isThere("a")).isFalse();
        }

        @Test
        void anUpdateThatRemovesTheTimeToLiveSavesTheItem() {
            db.put("Tab", item("a", 0));
            engine.before(
                    Races::deletes,
                    () -> db.call(
                            "UpdateItem",
                            update("a", "'UpdateExpression':'REMOVE #t','ExpressionAttributeNames':{'#t':'ttl'}")));

            sweepAt(1);

            assertThat(isThere("a")).isTrue();
            assertThat(expiries()).isEmpty();
        }

        @Test
        void anUpdateOfSomethingElseDoesNotSaveTheItem() {
            db.put("Tab", item("a", 0));
            engine.before(
                    Races::deletes,
                    () -> db.call(
                            "UpdateItem",
                            update(
                                    "a",
                                    "'UpdateExpression':'SET v = :v','ExpressionAttributeValues':{':v':{'S':'x'}}")));

            sweepAt(1);

            assertThat(isThere("a")).isFalse();
            assertThat(expiries()).isEmpty();
        }

        @Test
        void anUpdateThatComesTooLateFindsNoItem() {
            db.put("Tab", item("a", 0));
            now = START.plusSeconds(1);
            engine.before(Races::puts, db::runDue);

            db.refuses(
                    "UpdateItem",
                    prolong("a", 100)
                            .replace("SET #t = :t'", "SET #t = :t','ConditionExpression':'attribute_exists(p)'"),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
            assertThat(isThere("a")).isFalse();
            assertThat(expiries()).isEmpty();
        }

        @Test
        void ofTwoSweepersOneDeletesTheItem() {
            db.put("Tab", item("a", 0), item("b", 50));
            Size left;
            try (DatabaseFixture other = new DatabaseFixture(engine, Limits.DYNAMODB, () -> now)) {
                engine.before(Races::deletes, other::runDue);
                sweepAt(1);
                left = engine.size(ITEMS);
                assertThat(isThere("a")).isFalse();
                assertThat(expiries()).containsExactly(50L);
            }
            assertThat(left.entries()).isEqualTo(1);
        }

        @Test
        void disablingInTimeSavesTheItem() {
            db.put("Tab", item("a", 0));
            engine.afterSliceOf(EXPIRIES, () -> enable(false));

            sweepAt(1);

            assertThat(isThere("a")).isTrue();
        }

        @Test
        void aTableThatIsDeletedMeanwhileEndsTheSweep() {
            db.put("Tab", item("a", 0));
            engine.afterSliceOf(EXPIRIES, () -> {
                db.call("DeleteTable", "{'TableName':'Tab'}");
                db.table("Tab", "p:S").put("Tab", item("a", 0));
            });

            sweepAt(1);

            assertThat(isThere("a")).isTrue();
        }
    }

    /** A memory engine on which something comes between, once. */
    private static final class InterruptedEngine extends ForwardingEngine {
        private record Interruption(Predicate<Commit> commit, Runnable what) {}

        private final AtomicReference<@Nullable Interruption> beforeCommit = new AtomicReference<>();
        private final AtomicReference<@Nullable Runnable> afterSlice = new AtomicReference<>();
        private volatile Tree sliced = ITEMS;

        InterruptedEngine() {
            super(new MemoryEngine());
        }

        /** Does something before the next such commit, in its thread. */
        void before(Predicate<Commit> commit, Runnable what) {
            beforeCommit.set(new Interruption(commit, what));
        }

        /** Does something after the next slice of this tree that finds an entry. */
        void afterSliceOf(Tree tree, Runnable what) {
            sliced = tree;
            afterSlice.set(what);
        }

        @Override
        public CommitResult commit(Commit commit) {
            Interruption interruption = beforeCommit.get();
            if (interruption != null
                    && interruption.commit.test(commit)
                    && beforeCommit.compareAndSet(interruption, null)) {
                interruption.what.run();
            }
            return super.commit(commit);
        }

        @Override
        public void slice(Tree tree, byte[] collection, Range range, Consistency consistency, EntryVisitor visitor) {
            boolean[] found = new boolean[1];
            super.slice(tree, collection, range, consistency, entry -> {
                found[0] = true;
                return visitor.visit(entry);
            });
            Runnable what = found[0] && tree.equals(sliced) ? afterSlice.getAndSet(null) : null;
            if (what != null) {
                what.run();
            }
        }

        @Override
        public void close() {
            // Several databases share it, and each would close it.
        }
    }
}

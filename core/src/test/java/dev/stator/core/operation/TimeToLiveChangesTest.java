package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.Expiry;
import dev.stator.core.table.TimeToLive;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.EntryKey;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What enabling and disabling does to the tree of expiries, while items are written and after a stop. */
class TimeToLiveChangesTest {
    /** More than are looked at before the answer is given. */
    private static final int ITEMS = 700;

    private static final int WRITERS = 4;

    private final TableFixture db = new TableFixture();

    @BeforeEach
    void create() {
        db.call("CreateTable", """
                {"TableName":"abc","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}]}""");
    }

    private static String item(String key, int ttl) {
        return "{\"p\":{\"S\":\"" + key + "\"},\"ttl\":{\"N\":\"" + ttl + "\"}}";
    }

    private static void update(TableFixture db, boolean enabled) {
        db.call(
                "UpdateTimeToLive",
                "{\"TableName\":\"abc\",\"TimeToLiveSpecification\":{\"Enabled\":" + enabled
                        + ",\"AttributeName\":\"ttl\"}}");
    }

    private static @Nullable Object status(TableFixture db) {
        return Json.at(
                db.call("DescribeTimeToLive", "{\"TableName\":\"abc\"}"), "TimeToLiveDescription.TimeToLiveStatus");
    }

    private static TimeToLive timeToLive(TableFixture db) {
        return Objects.requireNonNull(db.tables.get("abc").definition().timeToLive());
    }

    private void fill() {
        for (int i = 0; i < ITEMS; i++) {
            db.put(item("i" + i, 1_000 + i));
        }
    }

    /** When each item expires, by its key, as the items say. */
    private static Map<String, Long> expiriesOfItems(TableFixture db) {
        Map<String, Long> expiries = new TreeMap<>();
        db.engine.scan(db.tables.get("abc").tree(), TokenRange.ALL, null, Consistency.STRONG, entry -> {
            EncodedItem item = EncodedItem.wrap(entry.value());
            if (item.attribute("ttl") instanceof AttributeValue.N number
                    && item.attribute("p") instanceof AttributeValue.S key) {
                expiries.put(key.value(), Long.valueOf(number.value().text()));
            }
            return true;
        });
        return expiries;
    }

    /** The same as the tree of expiries says. */
    private static Map<String, Long> expiriesInTree(TableFixture db) {
        Map<String, Long> expiries = new TreeMap<>();
        db.engine.scan(timeToLive(db).tree(), TokenRange.ALL, null, Consistency.STRONG, entry -> {
            Expiry expiry = Expiry.at(entry.key().position());
            String key = new String(expiry.item().collection(), StandardCharsets.UTF_8);
            assertThat(expiries.put(key, expiry.seconds()))
                    .as("two expiries of %s", key)
                    .isNull();
            return true;
        });
        return expiries;
    }

    private boolean exists(Tree tree) {
        EntryKey key = new EntryKey(new byte[] {99}, new byte[0]);
        Commit commit = new Commit(List.of(), List.of(new Change.Put(tree, key, key.position())), List.of(), List.of());
        return db.engine.commit(commit) instanceof CommitResult.Committed;
    }

    @Test
    void whatIsWrittenWhileATableIsBeingEnabledIsNotMissed() {
        fill();

        update(db, true);
        assertThat(status(db)).isEqualTo("ENABLING");
        for (int i = 0; i < ITEMS; i += 7) {
            db.put(item("i" + i, 9_000 + i));
            db.remove("i" + (i + 1));
            db.put(item("new" + i, 8_000 + i));
            db.put("{\"p\":{\"S\":\"i" + (i + 2) + "\"}}");
        }
        db.settle();

        assertThat(status(db)).isEqualTo("ENABLED");
        assertThat(expiriesInTree(db)).isEqualTo(expiriesOfItems(db)).hasSize(600);
    }

    @Test
    void aChangeWhileATableIsBeingEnabledIsRefused() {
        fill();
        update(db, true);

        String disable = """
                {"TableName":"abc","TimeToLiveSpecification":{"Enabled":false,"AttributeName":"ttl"}}""";
        ApiException refused = db.refused("UpdateTimeToLive", disable);

        assertThat(refused).hasMessage("Time to live has been modified multiple times within a fixed interval");
        db.settle();
        db.call("UpdateTimeToLive", disable);
    }

    @Test
    void enablingGoesOnAfterAStop() {
        fill();
        update(db, true);

        TableFixture reopened = new TableFixture(db.engine);
        assertThat(status(reopened)).isEqualTo("ENABLING");
        reopened.settle();

        assertThat(status(reopened)).isEqualTo("ENABLED");
        assertThat(expiriesInTree(reopened))
                .isEqualTo(expiriesOfItems(reopened))
                .hasSize(ITEMS);
    }

    @Test
    void enablingGoesOnWhereTheStopCameBeforeTheTreeWasCreated() {
        fill();
        db.tables.change(
                "abc",
                table -> table.withTimeToLive(new TimeToLive("ttl", new Tree(50, 0), TimeToLive.Status.ENABLING)));
        db.engine.drop(new Tree(50, 0));

        TableFixture reopened = new TableFixture(db.engine);
        reopened.settle();

        assertThat(expiriesInTree(reopened)).hasSize(ITEMS);
    }

    @Test
    void disablingDropsTheTree() {
        fill();
        update(db, true);
        db.settle();
        Tree tree = timeToLive(db).tree();
        assertThat(exists(tree)).isTrue();

        update(db, false);

        assertThat(status(db)).isEqualTo("DISABLED");
        assertThat(exists(tree)).isFalse();
        db.put(item("later", 5));
    }

    @Test
    void disablingIsFinishedAfterAStop() {
        update(db, true);
        Tree tree = timeToLive(db).tree();
        db.tables.change(
                "abc",
                table -> table.withTimeToLive(
                        Objects.requireNonNull(table.timeToLive()).disabling()));
        assertThat(status(db)).isEqualTo("DISABLING");

        TableFixture reopened = new TableFixture(db.engine);

        assertThat(status(reopened)).isEqualTo("DISABLED");
        assertThat(exists(tree)).isFalse();
    }

    @Test
    void aTableThatIsDeletedTakesItsTreeAlong() {
        fill();
        update(db, true);
        Tree tree = timeToLive(db).tree();

        db.call("DeleteTable", "{\"TableName\":\"abc\"}");
        db.settle();

        assertThat(exists(tree)).isFalse();
    }

    @Test
    @Timeout(60)
    void nothingIsMissedUnderLoad() throws Exception {
        fill();
        CountDownLatch warm = new CountDownLatch(WRITERS);
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = IntStream.range(0, WRITERS)
                    .<Future<?>>mapToObj(writer -> writers.submit(() -> write(writer, warm)))
                    .toList();
            warm.await();
            update(db, true);
            while (!"ENABLED".equals(status(db))) {
                db.step();
            }
            for (Future<?> writer : running) {
                writer.get();
            }
        }

        assertThat(expiriesInTree(db)).isEqualTo(expiriesOfItems(db)).isNotEmpty();
    }

    /** Writes items of its own, all over the table. */
    private void write(int writer, CountDownLatch warm) {
        for (int round = 0; round < 8; round++) {
            for (int i = writer; i < ITEMS; i += WRITERS) {
                if ((i + round) % 3 == 0) {
                    db.remove("i" + i);
                } else {
                    db.put(item("i" + i, 1_000 * round + i));
                }
            }
            if (round == 0) {
                warm.countDown();
            }
        }
    }
}

package dev.stator.core.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.housekeeping.Duties;
import dev.stator.core.housekeeping.Housekeeping;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.stream.StreamLimits;
import dev.stator.core.stream.Streams;
import dev.stator.storage.Engine;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import dev.stator.storage.memory.MemoryEngine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TablesTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);

    private final Engine engine = new MemoryEngine();

    private static Tables open(Engine engine) {
        Housekeeping housekeeping = new Housekeeping(() -> NOW, Timer.NEVER, Runnable::run);
        Streams streams = new Streams(engine, () -> NOW, StreamLimits.DYNAMODB, housekeeping, Duties.ALL);
        return Tables.open(engine, step -> {}, (table, index, item) -> null, streams, Duties.ALL);
    }

    /** A table that has one of everything. */
    private static TableDefinition full(int tree) {
        KeyAttribute p = new KeyAttribute("p", AttributeValue.Type.S);
        KeyAttribute s = new KeyAttribute("s", AttributeValue.Type.N);
        KeyAttribute g = new KeyAttribute("g\"é", AttributeValue.Type.B);
        KeySchema keys = new KeySchema(List.of(p), List.of(s));
        Projection keysOnly = new Projection(Projection.Type.KEYS_ONLY, List.of());
        Projection include = new Projection(Projection.Type.INCLUDE, List.of("x", "y"));
        Capacity capacity = new Capacity(
                new ProvisionedThroughput(5, 6, NOW, NOW, 3), new OnDemandThroughput(7, -1), new WarmThroughput(8, 9));
        return new TableDefinition(
                "abc",
                tree,
                "00000000-0000-0000-0000-000000000001",
                "arn:aws:dynamodb:eu-west-2:000000000000:table/abc",
                NOW,
                Table.Status.ACTIVE,
                keys,
                List.of(p, s, g),
                List.of(
                        new Index("lsi", Index.Kind.LOCAL, new Tree(tree, 1), keys, keysOnly, Index.Status.ACTIVE),
                        new Index(
                                "gsi",
                                Index.Kind.GLOBAL,
                                new Tree(tree + 1, 0),
                                new KeySchema(List.of(g), List.of(p, s)),
                                include,
                                Index.Status.ACTIVE)),
                Map.of(
                        "gsi",
                        new IndexSettings(
                                capacity, false, new ContributorInsights(true, "ACCESSED_AND_THROTTLED_KEYS", NOW))),
                new TableSettings(
                        new Billing(BillingMode.PAY_PER_REQUEST, NOW),
                        capacity,
                        true,
                        new StreamSettings(true, "NEW_IMAGE", "2026-01-02T03:04:05.678"),
                        new TableClass("STANDARD", NOW),
                        "arn:aws:kms:eu-west-2:000000000000:key/k",
                        new Attachments(
                                new ResourcePolicy("{}", 1700000000125L),
                                new PointInTimeRecovery(NOW, 7),
                                new ContributorInsights(false, "THROTTLED_KEYS", NOW)),
                        Map.of("k", "v")),
                new TimeToLive("x", new Tree(tree + 2, 0), TimeToLive.Status.ENABLED));
    }

    @Nested
    class Lookup {
        @Test
        void readsAreToldLessThanDescribers() {
            Tables tables = open(engine);
            assertThatThrownBy(() -> tables.get("abc"))
                    .isInstanceOf(ApiException.class)
                    .hasMessage("Requested resource not found");
            assertThatThrownBy(() -> tables.describe("abc"))
                    .isInstanceOf(ApiException.class)
                    .hasMessage("Requested resource not found: Table: abc not found");
        }

        @Test
        void aTableThatIsBeingDeletedIsDescribedAndNotRead() {
            Tables tables = open(engine);
            tables.create("abc", 3, TablesTest::full);
            tables.change("abc", table -> table.withStatus(Table.Status.DELETING));
            assertThat(tables.describe("abc").status()).isEqualTo(Table.Status.DELETING);
            assertThatThrownBy(() -> tables.get("abc")).hasMessage("Requested resource not found");
            assertThatThrownBy(() -> tables.write("abc", table -> 1)).hasMessage("Requested resource not found");
        }

        @Test
        void aTableIsFoundByItsArn() {
            Tables tables = open(engine);
            tables.create("abc", 3, TablesTest::full);
            assertThat(tables.get("arn:aws:dynamodb:eu-west-2:000000000000:table/abc"))
                    .isSameAs(tables.get("abc"));
        }

        @Test
        void aChangeOfSettingsIsSeenByTheNextLookup() {
            Tables tables = open(engine);
            tables.create("abc", 3, TablesTest::full);
            Table before = tables.get("abc");
            tables.change("abc", table -> table.withSettings(table.settings().withDeletionProtected(false)));
            assertThat(before.definition().settings().deletionProtected()).isTrue();
            assertThat(tables.get("abc").definition().settings().deletionProtected())
                    .isFalse();
        }
    }

    @Nested
    class Persistence {
        @Test
        void everythingIsThereAfterReopening() {
            Tables tables = open(engine);
            TableDefinition created = tables.create("abc", 3, TablesTest::full);
            assertThat(open(engine).describe("abc")).isEqualTo(created);
        }

        @Test
        void treeIdsAreNeverGivenTwice() {
            Tables tables = open(engine);
            int first = tables.create("abc", 3, TablesTest::full).id();
            tables.delete("abc", table -> table.withStatus(Table.Status.DELETING));
            int second = open(engine).create("abc", 3, TablesTest::full).id();
            // Three for the table, its index and its time to live, and one for its stream.
            assertThat(second).isEqualTo(first + 4);
        }

        @Test
        void ofTwoThatShareAnEngineOneCreatesTheTable() {
            Tables one = open(engine);
            Tables other = open(engine);
            one.create("abc", 3, TablesTest::full);
            assertThatThrownBy(() -> other.create("abc", 3, TablesTest::full)).hasMessage("Table already exists: abc");
        }

        @Test
        void aChangeIsDecidedOnWhatIsStored() {
            Tables one = open(engine);
            one.create("abc", 3, TablesTest::full);
            Tables other = open(engine);
            one.change("abc", table -> table.withSettings(table.settings().withDeletionProtected(false)));
            Tables.Changed changed = other.change(
                    "abc", table -> table.withSettings(table.settings().withKmsKeyArn(null)));
            assertThat(changed.after().settings().deletionProtected()).isFalse();
        }

        @Test
        void aTableWhoseCreationWasInterruptedIsFinished() {
            Engine failing = failingToCreateTrees();
            assertThatThrownBy(() -> open(failing).create("abc", 3, TablesTest::full))
                    .isInstanceOf(StorageException.class);
            Tables tables = open(engine);
            assertThat(tables.describe("abc").status()).isEqualTo(Table.Status.ACTIVE);
            assertThatThrownBy(() -> tables.create("abc", 3, TablesTest::full)).hasMessage("Table already exists: abc");
        }

        /** The engine, on a disk that is full when the trees of a user's table are created. */
        private Engine failingToCreateTrees() {
            return (Engine) Proxy.newProxyInstance(
                    Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("create") && ((Tree) arguments[0]).id() >= 16) {
                            throw new StorageException.Unavailable("no space left", null);
                        }
                        try {
                            return method.invoke(engine, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }

    @Nested
    class StoredForm {
        private static final String GOLDEN = """
                {"format":1,"name":"abc","id":20,"tableId":"00000000-0000-0000-0000-000000000001",\
                "arn":"arn:aws:dynamodb:eu-west-2:000000000000:table/abc","created":1700000000123,"status":"ACTIVE",\
                "attributes":{"p":"S","s":"N","g\\"é":"B"},"hash":["p"],"range":["s"],"indexes":[\
                {"name":"lsi","kind":"LOCAL","treeId":20,"treeFamily":1,"hash":["p"],"range":["s"],\
                "projection":"KEYS_ONLY","nonKeyAttributes":[],"status":"ACTIVE"},\
                {"name":"gsi","kind":"GLOBAL","treeId":21,"treeFamily":0,"hash":["g\\"é"],"range":["p","s"],\
                "projection":"INCLUDE","nonKeyAttributes":["x","y"],"status":"ACTIVE",\
                "capacity":{"read":5,"write":6,"lastIncrease":1700000000123,"lastDecrease":1700000000123,"decreases":3,\
                "maxRead":7,"maxWrite":-1,"warmRead":8,"warmWrite":9},"backfilling":false,"contributorInsights":true,\
                "contributorInsightsMode":"ACCESSED_AND_THROTTLED_KEYS","contributorInsightsUpdate":1700000000123}],\
                "billingMode":"PAY_PER_REQUEST","lastUpdateToPayPerRequest":1700000000123,\
                "capacity":{"read":5,"write":6,"lastIncrease":1700000000123,"lastDecrease":1700000000123,"decreases":3,\
                "maxRead":7,"maxWrite":-1,"warmRead":8,"warmWrite":9},"deletionProtected":true,\
                "streamEnabled":true,"streamViewType":"NEW_IMAGE","streamLabel":"2026-01-02T03:04:05.678",\
                "tableClass":"STANDARD","tableClassUpdate":1700000000123,\
                "kmsKeyArn":"arn:aws:kms:eu-west-2:000000000000:key/k","resourcePolicy":"{}",\
                "resourcePolicyRevision":1700000000125,"pointInTimeRecoverySince":1700000000123,\
                "pointInTimeRecoveryDays":7,"contributorInsights":false,"contributorInsightsMode":"THROTTLED_KEYS",\
                "contributorInsightsUpdate":1700000000123,"tags":{"k":"v"},\
                "ttlAttribute":"x","ttlStatus":"ENABLED","ttlTreeId":22}""";

        @Test
        void theFormThatIsOnPeoplesDisksStaysReadable() {
            assertThat(CatalogCodec.decodeTable(GOLDEN.getBytes(UTF_8))).isEqualTo(full(20));
        }

        @Test
        void theFormIsWrittenAsItIsDescribed() {
            assertThat(new String(CatalogCodec.encodeTable(full(20), 0), UTF_8)).isEqualTo(GOLDEN);
        }

        @Test
        void whatWasNeverSetIsNotStored() {
            String bare = GOLDEN.replace("\"resourcePolicy\":\"{}\",", "")
                    .replaceAll("\"(resourcePolicyR|pointInTimeR|contributorI)\\w+\":\"?\\w+\"?,?", "")
                    .replace(",}", "}");

            TableDefinition read = CatalogCodec.decodeTable(bare.getBytes(UTF_8));

            assertThat(read.settings().attachments()).isEqualTo(Attachments.NONE);
            assertThat(new String(CatalogCodec.encodeTable(read, 0), UTF_8)).isEqualTo(bare);
        }

        @Test
        void aNewerFormIsRefusedWithBothNumbers() {
            byte[] newer = GOLDEN.replace("\"format\":1", "\"format\":2").getBytes(UTF_8);
            assertThatThrownBy(() -> CatalogCodec.decodeTable(newer))
                    .isInstanceOf(StorageException.Corrupt.class)
                    .hasMessage("the catalog has format 2, and this version of Stator reads format 1");
        }

        @Test
        void aDamagedEntryIsCorrupt() {
            assertThatThrownBy(() -> CatalogCodec.decodeTable("{\"format\":1}".getBytes(UTF_8)))
                    .isInstanceOf(StorageException.Corrupt.class)
                    .hasMessageContaining("lacks");
            assertThatThrownBy(() -> CatalogCodec.decodeTable("{".getBytes(UTF_8)))
                    .isInstanceOf(StorageException.Corrupt.class);
        }
    }
}

package dev.stator.storage.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.storage.tck.Workers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two servers on one keyspace of a real node: what one does the other knows, and neither undoes the other's work. */
final class TwoServersTest {
    private static final Pattern STATE = Pattern.compile("\"v\":\\{\"S\":\"([^\"]*)\"");
    private static final Pattern ITERATOR = Pattern.compile("\"(?:Next)?ShardIterator\":\"([^\"]+)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static List<Database> servers = List.of();

    @BeforeAll
    static void start() {
        CassandraCluster cluster =
                CassandraCluster.connect(CassandraNode.shared().options("pair"));
        servers = IntStream.range(0, 2)
                .mapToObj(server -> Database.open(CassandraEngine.on(cluster), InstantSource.system()))
                .toList();
    }

    @AfterAll
    static void stop() {
        servers.forEach(Database::deleteTables);
        servers.forEach(Database::close);
    }

    private static String call(int server, String operation, String request) {
        return new String(
                servers.get(server)
                        .execute(operation, request.replace('\'', '"').getBytes(UTF_8), Session.ANONYMOUS),
                UTF_8);
    }

    private static void createTable(int server, String name, String more) {
        call(server, "CreateTable", """
                {'TableName': '%s', 'BillingMode': 'PAY_PER_REQUEST',
                 'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'S'}],
                 'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}]%s}""".formatted(name, more));
    }

    private static void put(int server, String table, String pk, String group) {
        call(server, "PutItem", """
                {'TableName': '%s', 'Item': {'pk': {'S': '%s'}, 'g': {'S': '%s'}, 'v': {'S': '%s'}}}""".formatted(table, pk, group, pk + ":" + group));
    }

    private static List<String> found(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void aTableOfOneServerIsThereForTheOtherAndSoIsItsSuccessor() {
        for (int round = 0; round < 2; round++) {
            createTable(round, "Handed", "");
            put(1 - round, "Handed", "a", "round" + round);

            String scanned = call(round, "Scan", "{'TableName': 'Handed', 'ConsistentRead': true}");

            assertThat(found(STATE, scanned)).containsExactly("a:round" + round);
            call(round, "DeleteTable", "{'TableName': 'Handed'}");
            assertThat(call(1 - round, "ListTables", "{}")).doesNotContain("Handed");
        }
    }

    @Test
    void noIncrementIsLostOrDoubled() throws Exception {
        createTable(0, "Counters", "");
        Workers.VIRTUAL.run(8, worker -> {
            for (int i = 0; i < 10; i++) {
                call(worker % 2, "UpdateItem", """
                        {'TableName': 'Counters', 'Key': {'pk': {'S': 'one'}},
                         'UpdateExpression': 'ADD n :one', 'ExpressionAttributeValues': {':one': {'N': '1'}}}""");
            }
        });

        String read =
                call(1, "GetItem", "{'TableName': 'Counters', 'Key': {'pk': {'S': 'one'}}, 'ConsistentRead': true}");

        assertThat(read).contains("\"n\":{\"N\":\"80\"}");
    }

    @Test
    void anIndexThatIsFilledWhileBothWriteHasWhatTheTableHas() throws Exception {
        createTable(0, "Indexed", "");
        for (int i = 0; i < 30; i++) {
            put(i % 2, "Indexed", "p" + i, "before");
        }
        AtomicBoolean isFilled = new AtomicBoolean();
        Workers.VIRTUAL.run(3, worker -> {
            if (worker == 2) {
                call(0, "UpdateTable", """
                        {'TableName': 'Indexed',
                         'AttributeDefinitions': [{'AttributeName': 'g', 'AttributeType': 'S'}],
                         'GlobalSecondaryIndexUpdates': [{'Create': {'IndexName': 'byGroup',
                           'KeySchema': [{'AttributeName': 'g', 'KeyType': 'HASH'}],
                           'Projection': {'ProjectionType': 'ALL'}}}]}""");
                await(
                        "the index is ACTIVE",
                        () -> call(1, "DescribeTable", "{'TableName': 'Indexed'}")
                                .contains("\"IndexStatus\":\"ACTIVE\""));
                isFilled.set(true);
            }
            for (int i = 0; !isFilled.get(); i++) {
                put(worker % 2, "Indexed", "p" + (i * 7 + worker) % 40, "g" + i % 5);
            }
        });

        List<String> items = found(STATE, call(0, "Scan", "{'TableName': 'Indexed', 'ConsistentRead': true}"));
        List<String> entries = found(STATE, call(1, "Scan", "{'TableName': 'Indexed', 'IndexName': 'byGroup'}"));
        assertThat(entries).hasSizeGreaterThanOrEqualTo(30).containsExactlyInAnyOrderElementsOf(items);
    }

    @Test
    void aStreamHasTheChangesOfBothInTheirOrderAndAReaderMissesNone() throws Exception {
        createTable(0, "Streamed", "");
        call(1, "UpdateTable", """
                {'TableName': 'Streamed',
                 'StreamSpecification': {'StreamEnabled': true, 'StreamViewType': 'NEW_IMAGE'}}""");
        AtomicBoolean isWritten = new AtomicBoolean();
        Map<String, List<Integer>> seen = new HashMap<>();
        Workers.VIRTUAL.run(2, worker -> {
            if (worker == 0) {
                Workers.VIRTUAL.run(4, writer -> {
                    for (int i = 0; i < 10; i++) {
                        call(writer % 2, "UpdateItem", """
                                {'TableName': 'Streamed', 'Key': {'pk': {'S': 'k%d'}},
                                 'UpdateExpression': 'ADD n :one',
                                 'ExpressionAttributeValues': {':one': {'N': '1'}}}""".formatted(writer / 2));
                    }
                });
                isWritten.set(true);
            } else {
                follow(isWritten, seen);
            }
        });

        List<Integer> counted = IntStream.rangeClosed(1, 20).boxed().toList();
        assertThat(seen).isEqualTo(Map.of("k0", counted, "k1", counted));
    }

    /** Reads all shards of the one stream over and over, until nothing has come since everything was written. */
    private static void follow(AtomicBoolean isWritten, Map<String, List<Integer>> seen) {
        String arn = found(
                        Pattern.compile("\"StreamArn\":\"([^\"]+)\""),
                        call(0, "ListStreams", "{'TableName': 'Streamed'}"))
                .getFirst();
        String described = call(1, "DescribeStream", "{'StreamArn': '" + arn + "'}");
        List<String> iterators = new ArrayList<>();
        for (String shard : found(Pattern.compile("\"ShardId\":\"([^\"]+)\""), described)) {
            iterators.addAll(found(ITERATOR, call(1, "GetShardIterator", """
                    {'StreamArn': '%s', 'ShardId': '%s', 'ShardIteratorType': 'TRIM_HORIZON'}""".formatted(arn, shard))));
        }
        Pattern record = Pattern.compile("\"Keys\":\\{\"pk\":\\{\"S\":\"(k[01])\"}}.*?\"n\":\\{\"N\":\"([0-9]+)\"}");
        boolean isLast = false;
        while (!isLast) {
            isLast = isWritten.get();
            for (int i = 0; i < iterators.size(); i++) {
                // From either server in turn: an iterator is not bound to one.
                String page = call(i % 2, "GetRecords", "{'ShardIterator': '" + iterators.get(i) + "'}");
                Matcher matcher = record.matcher(page);
                while (matcher.find()) {
                    seen.computeIfAbsent(matcher.group(1), key -> new ArrayList<>())
                            .add(Integer.valueOf(matcher.group(2)));
                }
                iterators.set(i, found(ITERATOR, page).getFirst());
            }
        }
    }

    @Test
    void anExpiredItemIsDeletedOnceByWhicheverServerItIs() {
        createTable(0, "Expiring", ", 'StreamSpecification': {'StreamEnabled': true, 'StreamViewType': 'KEYS_ONLY'}");
        call(1, "UpdateTimeToLive", """
                {'TableName': 'Expiring', 'TimeToLiveSpecification': {'Enabled': true, 'AttributeName': 'ttl'}}""");
        await(
                "time to live is ENABLED",
                () -> call(0, "DescribeTimeToLive", "{'TableName': 'Expiring'}").contains("\"ENABLED\""));
        long past = System.currentTimeMillis() / 1_000 - 60;
        call(0, "PutItem", """
                {'TableName': 'Expiring', 'Item': {'pk': {'S': 'gone'}, 'ttl': {'N': '%d'}}}""".formatted(past));

        await(
                "the item is gone",
                () -> !call(1, "Scan", "{'TableName': 'Expiring', 'ConsistentRead': true}")
                        .contains("gone"));
    }

    @Test
    void aRequestTokenIsGoodForAllServers() throws Exception {
        createTable(0, "Once", "");
        String request = """
                {'ClientRequestToken': 'token-1', 'TransactItems': [{'Update': {'TableName': 'Once',
                 'Key': {'pk': {'S': 'a'}}, 'UpdateExpression': 'ADD n :one',
                 'ExpressionAttributeValues': {':one': {'N': '1'}}}}]}""";
        Workers.VIRTUAL.run(4, worker -> {
            try {
                call(worker % 2, "TransactWriteItems", request);
            } catch (ApiException e) {
                // Only a server that knows of the first says that it is still in progress.
                assertThat(e.type().toString()).contains("IN_PROGRESS");
            }
        });

        assertThat(call(1, "GetItem", "{'TableName': 'Once', 'Key': {'pk': {'S': 'a'}}, 'ConsistentRead': true}"))
                .contains("\"n\":{\"N\":\"1\"}");
    }
}

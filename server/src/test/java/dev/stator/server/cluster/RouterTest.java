package dev.stator.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.storage.memory.MemoryEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers with storage of their own, so that it shows which of them did a write. */
class RouterTest {
    private static final String SECRET = "a secret of the servers";
    private static final InstantSource CLOCK = InstantSource.system();
    private static final String TABLE = """
            {"TableName": "Routed", "BillingMode": "PAY_PER_REQUEST",
             "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
             "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}""";

    private final List<Server> members = new CopyOnWriteArrayList<>();
    private final List<Database> databases = new ArrayList<>();
    private final List<HttpServer> https = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws IOException {
        for (int number = 0; number < 2; number++) {
            long self = number;
            Database database = Database.open(new MemoryEngine(), CLOCK);
            database.execute("CreateTable", TABLE.getBytes(UTF_8), Session.ANONYMOUS);
            HttpServer http = HttpServer.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.forHeap(1L << 30), CLOCK);
            http.start(
                    database, api -> new Router(api, () -> database, () -> members, self, new Passage(SECRET, CLOCK)));
            databases.add(database);
            https.add(http);
            members.add(new Server(number, "http://127.0.0.1:" + http.address().getPort()));
        }
    }

    @AfterEach
    void stop() {
        https.forEach(HttpServer::close);
        databases.forEach(Database::close);
    }

    private static String item(int number) {
        return "{\"TableName\": \"Routed\", \"Item\": {\"pk\": {\"S\": \"" + number + "\"}}}";
    }

    private HttpResponse<String> send(int server, String operation, String body, String... headers) throws Exception {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(
                        "http://127.0.0.1:" + https.get(server).address().getPort() + "/"))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=a/20260101/eu-west-2/dynamodb/aws4_request,"
                                + " SignedHeaders=host, Signature=b")
                .header("X-Amz-Date", "20260101T000000Z")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        return client.send(builder.build(), HttpResponse.BodyHandlers.ofString());
    }

    private Set<String> stored(int server) {
        String scanned = new String(
                databases.get(server).execute("Scan", "{\"TableName\": \"Routed\"}".getBytes(UTF_8), Session.ANONYMOUS),
                UTF_8);
        Set<String> keys = new HashSet<>();
        var matcher = Pattern.compile("\"S\":\"([0-9]+)\"").matcher(scanned);
        while (matcher.find()) {
            keys.add(matcher.group(1));
        }
        return keys;
    }

    @Test
    void everyWriteIsDoneByOneServerWhicheverGetsIt() throws Exception {
        for (int i = 0; i < 60; i++) {
            assertThat(send(0, "PutItem", item(i)).statusCode()).isEqualTo(200);
            assertThat(send(1, "PutItem", item(i)).statusCode()).isEqualTo(200);
        }

        Set<String> first = stored(0);
        Set<String> second = stored(1);
        assertThat(first).hasSizeBetween(15, 45).doesNotContainAnyElementsOf(second);
        assertThat(first.size() + second.size()).isEqualTo(60);
    }

    @Test
    void whatTheOtherServerAnswersIsTheAnswer() throws Exception {
        for (int i = 0; i < 20; i++) {
            String missing = item(i).replace("}}}", "}}, \"ConditionExpression\": \"attribute_exists(pk)\"}");
            HttpResponse<String> response = send(0, "PutItem", missing);
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("ConditionalCheckFailedException");
        }
    }

    @Test
    void theWritesOfAServerThatIsGoneAreDoneByTheOther() throws Exception {
        https.get(1).close();

        for (int i = 0; i < 20; i++) {
            assertThat(send(0, "PutItem", item(i)).statusCode()).isEqualTo(200);
        }

        assertThat(stored(0)).hasSize(20);
    }

    @Test
    void aServerThatIsReachedAndDoesNotAnswerMayHaveDoneTheWrite() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            members.set(1, new Server(1, "http://127.0.0.1:" + silent.getLocalPort()));
            int failed = 0;
            for (int i = 0; i < 20; i++) {
                int status = send(0, "PutItem", item(i)).statusCode();
                assertThat(status).isIn(200, 500);
                failed += status == 500 ? 1 : 0;
            }

            // Then it is left out for a while, and is not asked again.
            assertThat(failed).isEqualTo(1);
            assertThat(stored(0)).hasSize(19);
        }
    }

    @Test
    void onlyAServerOfTheClusterPassesOn() throws Exception {
        String target = "DynamoDB_20120810.PutItem";
        String old = new Passage(SECRET, InstantSource.fixed(Instant.now().minusSeconds(3_600)))
                .issue(target, item(1).getBytes(UTF_8));
        String foreign = new Passage("another secret", CLOCK).issue(target, item(1).getBytes(UTF_8));
        String good = new Passage(SECRET, CLOCK).issue(target, item(1).getBytes(UTF_8));

        for (String shown : List.of(old, foreign, "", "1:", ":", "12345678901234567890:ab")) {
            assertThat(send(0, "PutItem", item(1), Passage.HEADER, shown).statusCode())
                    .isEqualTo(403);
        }
        assertThat(send(0, "PutItem", item(2), Passage.HEADER, good).statusCode())
                .isEqualTo(403);
        assertThat(send(0, "PutItem", item(1), Passage.HEADER, good).statusCode())
                .isEqualTo(200);
        assertThat(send(1, "PutItem", item(1), Passage.HEADER, good).statusCode())
                .isEqualTo(200);
        assertThat(stored(0)).containsExactly("1");
        assertThat(stored(1)).containsExactly("1");
    }

    @Test
    void otherOperationsStayWhereTheyAre() throws Exception {
        databases.get(1).execute("PutItem", item(7).getBytes(UTF_8), Session.ANONYMOUS);

        assertThat(send(0, "Scan", "{\"TableName\": \"Routed\"}").body()).contains("\"Count\":0");
        assertThat(send(0, "PutItem", "{}").body()).contains("ValidationException");
    }
}

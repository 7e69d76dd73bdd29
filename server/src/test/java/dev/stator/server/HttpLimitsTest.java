package dev.stator.server;

import static dev.stator.server.RawClient.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stator.core.wire.Api;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** What one client may take, and that the server still serves the others. */
class HttpLimitsTest {
    private static final int BODY_BYTES_MAX = 16 * 1024 * 1024;

    // Known trap 20.
    @Test
    void headersOfMoreThan16KbGetA400AndTheConnectionSurvives() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            String large = "X-Large: " + "a".repeat(17 * 1024) + "\r\n";
            RawClient.Answer answer = client.exchange(call("GetItem", large, "{\"a\":1}"));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.header("connection")).isEqualTo("keep-alive");
            assertThat(client.exchange(call("GetItem", "{}")).text()).isEqualTo("{}");
        }
    }

    @Test
    void headersOfAlmost16KbAreTaken() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            String large = "X-Large: " + "a".repeat(15 * 1024) + "\r\n";
            assertThat(client.exchange(call("GetItem", large, "{}")).status()).isEqualTo(200);
        }
    }

    @Test
    void manySmallHeadersCountTogether() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            assertThat(client.exchange(call("GetItem", "X-A: a\r\n".repeat(3000), "{}"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void headersWithoutEndCloseTheConnection() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo)) {
            try (RawClient client = server.connect()) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nX-Large: " + "a".repeat(65 * 1024));
                assertThat(client.answer().status()).isEqualTo(400);
                assertThat(client.isClosedByServer()).isTrue();
            }
            assertServes(server);
        }
    }

    @Test
    void aRequestLineWithoutEndClosesTheConnection() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            client.send("POST /" + "a".repeat(9 * 1024));
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("request line");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aBodyOf16MbIsTaken() throws Exception {
        try (TestServer server = new TestServer((operation, body, session) -> ("" + body.length).getBytes(UTF_8));
                RawClient client = server.connect()) {
            assertThat(client.exchange(call("GetItem", "a".repeat(BODY_BYTES_MAX)))
                            .text())
                    .isEqualTo("" + BODY_BYTES_MAX);
        }
    }

    @Test
    void aLongerBodyGetsA413AsDynamoDbSendsIt() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            client.send(call("GetItem", "a".repeat(BODY_BYTES_MAX + 1)));
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.header("transfer-encoding")).isEqualTo("chunked");
            assertThat(answer.headers()).doesNotContainKey("x-amzn-requestid");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aLongerBodyInChunksGetsA413() throws Exception {
        String head = call("GetItem", "Transfer-Encoding: chunked\r\n", "").replace("Content-Length: 0\r\n", "");
        String chunk = "100000\r\n" + "a".repeat(0x100000) + "\r\n";
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            client.send(head);
            for (int i = 0; i < 17; i++) {
                client.send(chunk);
            }
            assertThat(client.answer().status()).isEqualTo(413);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aGzipBombGetsA413() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            byte[] zeros = new byte[1024 * 1024];
            for (int i = 0; i < 17; i++) {
                gzip.write(zeros);
            }
        }
        assertThat(bomb.size()).isLessThan(20_000);
        try (TestServer server = new TestServer(TestServer::echo)) {
            try (RawClient client = server.connect()) {
                client.send(GzipTest.compressedCall(bomb.toByteArray()));
                assertThat(client.answer().status()).isEqualTo(413);
            }
            assertServes(server);
        }
    }

    @Test
    void bodiesOfAllConnectionsTogetherAreBounded() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Api api = (operation, body, session) -> {
            running.countDown();
            await(release);
            return new byte[] {'{', '}'};
        };
        try (TestServer server = new TestServer(TestServer.withCounts(10, 10, 300_000), api);
                RawClient first = server.connect();
                RawClient second = server.connect()) {
            first.send(call("PutItem", "a".repeat(200_000)));
            await(running);
            RawClient.Answer answer = second.exchange(call("PutItem", "a".repeat(200_000)));
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).contains("ServiceUnavailableException");
            release.countDown();
            assertThat(first.answer().status()).isEqualTo(200);
            try (RawClient third = server.connect()) {
                assertThat(third.exchange(call("PutItem", "a".repeat(200_000))).status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void requestsBeyondTheLimitGetA503AndHealthStillAnswers() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Api api = (operation, body, session) -> {
            running.countDown();
            await(release);
            return body;
        };
        try (TestServer server = new TestServer(TestServer.withCounts(10, 1, 1 << 20), api);
                RawClient first = server.connect();
                RawClient second = server.connect()) {
            first.send(call("GetItem", "{\"first\":1}"));
            await(running);
            RawClient.Answer refused = second.exchange(call("GetItem", "{}"));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("connection")).isEqualTo("keep-alive");
            assertThat(second.exchange("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                            .status())
                    .isEqualTo(200);
            release.countDown();
            assertThat(first.answer().text()).isEqualTo("{\"first\":1}");
        }
    }

    @Test
    void aConnectionBeyondTheLimitIsTurnedAway() throws Exception {
        try (TestServer server = new TestServer(TestServer.withCounts(1, 10, 1 << 20), TestServer::echo)) {
            try (RawClient first = server.connect()) {
                assertThat(first.exchange(call("GetItem", "{}")).status()).isEqualTo(200);
                try (RawClient second = server.connect()) {
                    assertThat(second.answer().status()).isEqualTo(503);
                    assertThat(second.isClosedByServer()).isTrue();
                }
            }
        }
    }

    @Test
    void aRequestThatDoesNotArriveInTimeGetsA408() throws Exception {
        HttpLimits limits = TestServer.withTimeouts(Duration.ofMinutes(1), Duration.ofMillis(200));
        try (TestServer server = new TestServer(limits, TestServer::echo);
                RawClient inHead = server.connect();
                RawClient inBody = server.connect();
                RawClient idle = server.connect()) {
            inHead.send("POST / HTT");
            inBody.send(call("GetItem", "{}").replace("Content-Length: 2", "Content-Length: 3"));
            assertThat(inHead.answer().status()).isEqualTo(408);
            assertThat(inHead.isClosedByServer()).isTrue();
            assertThat(inBody.answer().status()).isEqualTo(408);
            assertThat(idle.exchange(call("GetItem", "{}")).status()).isEqualTo(200);
        }
    }

    @Test
    void aSlowOperationIsNoSlowClient() throws Exception {
        HttpLimits limits = TestServer.withTimeouts(Duration.ofMillis(100), Duration.ofMillis(100));
        CountDownLatch never = new CountDownLatch(1);
        Api api = (operation, body, session) -> {
            try {
                // Longer than every timeout: neither may end this connection.
                assertThat(never.await(500, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return body;
        };
        try (TestServer server = new TestServer(limits, api);
                RawClient client = server.connect()) {
            assertThat(client.exchange(call("GetItem", "{}")).text()).isEqualTo("{}");
        }
    }

    @Test
    void anIdleConnectionIsClosedAfterAWhile() throws Exception {
        HttpLimits limits = TestServer.withTimeouts(Duration.ofMillis(200), Duration.ofMinutes(1));
        try (TestServer server = new TestServer(limits, TestServer::echo);
                RawClient client = server.connect()) {
            assertThat(client.exchange(call("GetItem", "{}")).status()).isEqualTo(200);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aClientThatDoesNotTakeItsAnswerIsClosed() throws Exception {
        HttpLimits limits = TestServer.withTimeouts(Duration.ofMinutes(1), Duration.ofMillis(300));
        byte[] answer = new byte[32 * 1024 * 1024];
        Arrays.fill(answer, (byte) 'a');
        CountDownLatch executed = new CountDownLatch(1);
        Api api = (operation, body, session) -> {
            executed.countDown();
            return answer;
        };
        try (TestServer server = new TestServer(limits, api)) {
            try (RawClient client = new RawClient(server.http().address(), 4096)) {
                client.send(call("Query", "{}"));
                await(executed);
                // Nothing tells a client that reads nothing, except that its bytes are refused in the end.
                assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        client.send("G");
                        Thread.sleep(10);
                    }
                });
            }
        }
    }

    private static void assertServes(TestServer server) throws IOException {
        try (RawClient client = server.connect()) {
            assertThat(client.exchange(call("GetItem", "{}")).status()).isEqualTo(200);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("waited too long");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

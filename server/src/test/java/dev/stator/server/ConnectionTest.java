package dev.stator.server;

import static dev.stator.server.RawClient.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Session;
import dev.stator.core.wire.Api;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How requests follow each other on a connection, byte by byte. */
class ConnectionTest {

    @Test
    void aConnectionServesManyRequests() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            for (int i = 0; i < 100; i++) {
                RawClient.Answer answer = client.exchange(call("GetItem", "{\"n\":" + i + "}"));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo("{\"n\":" + i + "}");
                assertThat(answer.header("connection")).isEqualTo("keep-alive");
            }
        }
    }

    @Test
    void pipelinedRequestsTakeEffectAndAreAnsweredInTheirOrder() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger runningMost = new AtomicInteger();
        List<String> order = new ArrayList<>();
        Api api = (operation, body, session) -> {
            runningMost.accumulateAndGet(running.incrementAndGet(), Math::max);
            order.add(new String(body, UTF_8));
            // Long enough for another one to begin, if it could.
            LockSupport.parkNanos(100_000);
            running.decrementAndGet();
            return body;
        };
        StringBuilder requests = new StringBuilder();
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            bodies.add("{\"n\":" + i + "}");
            requests.append(call("PutItem", bodies.get(i)));
        }
        try (TestServer server = new TestServer(api);
                RawClient client = server.connect()) {
            client.send(requests.toString());
            for (String body : bodies) {
                assertThat(client.answer().text()).isEqualTo(body);
            }
        }
        assertThat(order).isEqualTo(bodies);
        assertThat(runningMost).hasValue(1);
    }

    @Test
    void thousandsOfPipelinedHealthChecksAreAnsweredWithoutDeepRecursion() throws Exception {
        int count = 5_000;
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            Thread sender = Thread.startVirtualThread(() -> {
                try {
                    client.send(call("GetItem", "{}") + "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(count));
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            assertThat(client.answer().text()).isEqualTo("{}");
            for (int i = 0; i < count; i++) {
                assertThat(client.answer().text()).isEqualTo("healthy: dynamodb.eu-west-2.amazonaws.com ");
            }
            sender.join();
        }
    }

    @Test
    void promptOperationsKeepTheirPlaceAmongOthersAndNeedNoThreadOfTheirOwn() throws Exception {
        Api api = new Api() {
            @Override
            public byte[] execute(String operation, byte[] body, Session session) {
                return (new String(body, UTF_8) + Thread.currentThread().isVirtual()).getBytes(UTF_8);
            }

            @Override
            public boolean isPrompt(String operation) {
                return operation.equals("GetItem");
            }
        };
        int count = 3_000;
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < count; i++) {
            requests.append(call(i % 7 == 0 ? "Scan" : "GetItem", "{\"n\":" + i + "}"));
        }
        try (TestServer server = new TestServer(api);
                RawClient client = server.connect()) {
            Thread sender = Thread.startVirtualThread(() -> {
                try {
                    client.send(requests.toString());
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            for (int i = 0; i < count; i++) {
                assertThat(client.answer().text()).isEqualTo("{\"n\":" + i + "}" + (i % 7 == 0));
            }
            sender.join();
        }
    }

    @Test
    void aRequestMayArriveByteByByte() throws Exception {
        byte[] request = call("GetItem", "{\"a\":\"\u00e9\"}").getBytes(UTF_8);
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            for (byte b : request) {
                client.send(new byte[] {b});
            }
            assertThat(client.answer().text()).isEqualTo("{\"a\":\"\u00e9\"}");
        }
    }

    @Test
    void aChunkedBodyIsPutTogether() throws Exception {
        String head = call("GetItem", "Transfer-Encoding: chunked\r\n", "").replace("Content-Length: 0\r\n", "");
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            RawClient.Answer answer = client.exchange(head + "3\r\n{\"a\r\n4;x=y\r\n\":1}\r\n0\r\nTrailer: t\r\n\r\n");
            assertThat(answer.text()).isEqualTo("{\"a\":1}");
            assertThat(client.exchange(call("GetItem", "{}")).text()).isEqualTo("{}");
        }
    }

    @Test
    void aClientThatExpectsToContinueIsToldSo() throws Exception {
        String request = call("GetItem", "Expect: 100-continue\r\n", "{}");
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            client.send(request.substring(0, request.length() - 2));
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("{}");
            assertThat(client.answer().text()).isEqualTo("{}");
        }
    }

    @Test
    void aClientThatAnnouncesTooMuchIsRefusedBeforeItSendsIt() throws Exception {
        String head = call("GetItem", "Expect: 100-continue\r\n", "")
                .replace("Content-Length: 0", "Content-Length: " + (16 * 1024 * 1024 + 1));
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            assertThat(client.exchange(head).status()).isEqualTo(413);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aTargetInAbsoluteFormMeansItsPath() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            String request = call("GetItem", "{}").replace("POST /", "POST http://localhost:8000/");
            assertThat(client.exchange(request).status()).isEqualTo(200);
            request = call("GetItem", "{}").replace("POST /", "POST http://localhost:8000");
            assertThat(client.exchange(request).status()).isEqualTo(200);
            request = call("GetItem", "{}").replace("POST /", "POST http://localhost:8000/other");
            assertThat(client.exchange(request).status()).isEqualTo(404);
        }
    }

    @Test
    void anHttp10ConnectionEndsWithTheAnswer() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            RawClient.Answer answer = client.exchange("GET / HTTP/1.0\r\n\r\n");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aClientMayAskToClose() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            RawClient.Answer answer = client.exchange(call("GetItem", "Connection: close\r\n", "{}"));
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aClientThatEndsItsOutputStillGetsItsAnswer() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Api api = (operation, body, session) -> {
            await(ended);
            return body;
        };
        try (TestServer server = new TestServer(api);
                RawClient client = server.connect()) {
            client.send(call("GetItem", "{}"));
            client.endOutput();
            ended.countDown();
            assertThat(client.answer().text()).isEqualTo("{}");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aHeadIsAnsweredWithoutABody() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            RawClient.Answer answer =
                    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").answerWithoutBody();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("content-length")).isEqualTo("42");
            assertThat(client.exchange(call("GetItem", "{}")).text()).isEqualTo("{}");
        }
    }

    @Test
    void fiftyConnectionsAreServedAtTheSameTime() throws Exception {
        int count = 50;
        CyclicBarrier allRunning = new CyclicBarrier(count);
        Api api = (operation, body, session) -> {
            try {
                allRunning.await(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException("the others were not running", e);
            }
            return body;
        };
        try (TestServer server = new TestServer(api);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<String>> calls = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String body = "{\"n\":" + i + "}";
                calls.add(() -> {
                    try (RawClient client = server.connect()) {
                        return client.exchange(call("GetItem", body)).text();
                    }
                });
            }
            List<String> answers = new ArrayList<>();
            for (Future<String> answer : clients.invokeAll(calls)) {
                answers.add(answer.get());
            }
            assertThat(answers).hasSize(count).doesNotHaveDuplicates().allMatch(text -> text.startsWith("{\"n\":"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
                "POST / HTTP/1.1\r\nno colon here\r\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n",
                "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "POST / FTP/1.1\r\nHost: a\r\n\r\n"
            })
    void whatIsNotHttpGetsA400AndTheServerSurvives(String request) throws Exception {
        try (TestServer server = new TestServer(TestServer::echo)) {
            try (RawClient hostile = server.connect()) {
                RawClient.Answer answer = hostile.exchange(request);
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.header("connection")).isEqualTo("close");
                assertThat(hostile.isClosedByServer()).isTrue();
            }
            try (RawClient client = server.connect()) {
                assertThat(client.exchange(call("GetItem", "{}")).status()).isEqualTo(200);
            }
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

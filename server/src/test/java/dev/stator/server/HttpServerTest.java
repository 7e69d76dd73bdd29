package dev.stator.server;

import static dev.stator.server.RawClient.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stator.core.wire.Api;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Start and stop. */
class HttpServerTest {

    @Test
    void aStopWaitsForTheRequestThatRunsAndTurnsAwayNewOnes() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        Api api = (operation, body, session) -> {
            requests.incrementAndGet();
            running.countDown();
            await(release);
            return body;
        };
        try (TestServer server = new TestServer(api);
                ExecutorService stopper = Executors.newSingleThreadExecutor();
                RawClient idle = server.connect();
                RawClient client = server.connect()) {
            client.send(call("GetItem", "{\"a\":1}"));
            await(running);
            Future<Boolean> stopped = stopper.submit(() -> server.http().stop(Duration.ofSeconds(20)));
            assertThat(idle.isClosedByServer()).isTrue();
            callIfSomebodyListens(server);
            assertThat(stopped).isNotDone();
            release.countDown();
            RawClient.Answer answer = client.answer();
            assertThat(answer.text()).isEqualTo("{\"a\":1}");
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isClosedByServer()).isTrue();
            assertThat(stopped.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(requests).hasValue(1);
        }
    }

    /** Once a port is free, another process may take it; what counts is that the server that stops answers nothing new. */
    private static void callIfSomebodyListens(TestServer server) throws IOException {
        try (RawClient late = server.connect()) {
            late.send(call("GetItem", "{}"));
        } catch (SocketException e) {
            // Nobody listens.
        }
    }

    @Test
    void aStopWaitsForARequestThatIsStillArriving() throws Exception {
        String request = call("GetItem", "Expect: 100-continue\r\n", "{\"a\":1}");
        int headLength = request.length() - "{\"a\":1}".length();
        try (TestServer server = new TestServer(TestServer::echo);
                ExecutorService stopper = Executors.newSingleThreadExecutor();
                RawClient idle = server.connect();
                RawClient client = server.connect()) {
            assertThat(client.exchange(request.substring(0, headLength)).status())
                    .isEqualTo(100);
            Future<Boolean> stopped = stopper.submit(() -> server.http().stop(Duration.ofSeconds(20)));
            assertThat(idle.isClosedByServer()).isTrue();
            client.send(request.substring(headLength));
            assertThat(client.answer().text()).isEqualTo("{\"a\":1}");
            assertThat(stopped.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aStopDoesNotWaitLongerThanItIsTold() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Api api = (operation, body, session) -> {
            running.countDown();
            await(release);
            return body;
        };
        try (TestServer server = new TestServer(api);
                RawClient client = server.connect()) {
            client.send(call("GetItem", "{}"));
            await(running);
            assertThat(server.http().stop(Duration.ofMillis(50))).isFalse();
            assertThat(client.isClosedByServer()).isTrue();
            release.countDown();
        }
    }

    @Test
    void aStopWaitsForAnOperationWhoseClientHasGone() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Api api = (operation, body, session) -> {
            running.countDown();
            await(release);
            return body;
        };
        try (TestServer server = new TestServer(api);
                ExecutorService stopper = Executors.newSingleThreadExecutor()) {
            try (RawClient client = server.connect()) {
                client.send(call("GetItem", "{}"));
                await(running);
            }
            Future<Boolean> stopped = stopper.submit(() -> server.http().stop(Duration.ofSeconds(20)));
            assertThatExceptionOfType(java.util.concurrent.TimeoutException.class)
                    .isThrownBy(() -> stopped.get(200, TimeUnit.MILLISECONDS));
            release.countDown();
            assertThat(stopped.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aPortThatIsTakenIsRefused() {
        try (TestServer server = new TestServer(TestServer::echo)) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(
                            () -> HttpServer.bind(server.http().address(), TestServer.LIMITS, InstantSource.system()))
                    .withMessageContaining("in use");
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

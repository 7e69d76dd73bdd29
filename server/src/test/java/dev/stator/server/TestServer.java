package dev.stator.server;

import dev.stator.core.wire.Api;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A server on a free port with an API of the test's own. */
final class TestServer implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-05-01T09:08:07Z");
    static final HttpLimits LIMITS = HttpLimits.forHeap(1L << 30);

    private final HttpServer server;

    TestServer(Api api) {
        this(LIMITS, api);
    }

    TestServer(HttpLimits limits, Api api) {
        try {
            server = HttpServer.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), limits, InstantSource.fixed(NOW));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.start(api);
    }

    /** An API that answers with the body it gets. */
    static byte[] echo(String operation, byte[] body, dev.stator.core.Session session) {
        return body;
    }

    static HttpLimits withTimeouts(Duration idle, Duration request) {
        return new HttpLimits(
                LIMITS.bodyBytesMax(),
                LIMITS.headBytesMax(),
                LIMITS.headBytesHardMax(),
                LIMITS.requestLineBytesMax(),
                LIMITS.bufferedBytesMax(),
                LIMITS.connectionsMax(),
                LIMITS.requestsMax(),
                LIMITS.gzipBytesMin(),
                idle,
                request,
                Duration.ofMillis(50));
    }

    static HttpLimits withCounts(int connections, int requests, long bufferedBytes) {
        return new HttpLimits(
                LIMITS.bodyBytesMax(),
                LIMITS.headBytesMax(),
                LIMITS.headBytesHardMax(),
                LIMITS.requestLineBytesMax(),
                bufferedBytes,
                connections,
                requests,
                LIMITS.gzipBytesMin(),
                LIMITS.idleTimeout(),
                LIMITS.requestTimeout(),
                LIMITS.lingerTimeout());
    }

    RawClient connect() throws IOException {
        return new RawClient(server.address());
    }

    HttpServer http() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}

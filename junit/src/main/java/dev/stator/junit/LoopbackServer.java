package dev.stator.junit;

import dev.stator.core.wire.Api;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;

/** A port of this machine, and of no other, where a database answers. The only class that needs stator-server. */
final class LoopbackServer implements AutoCloseable {
    private final HttpServer server;

    private LoopbackServer(HttpServer server) {
        this.server = server;
    }

    static LoopbackServer open(Api api, InstantSource clock) {
        try {
            HttpServer server = HttpServer.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    HttpLimits.forHeap(Runtime.getRuntime().maxMemory()),
                    clock);
            server.start(api);
            return new LoopbackServer(server);
        } catch (IOException e) {
            throw new UncheckedIOException("no port of the loopback address could be opened", e);
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.address().getPort());
    }

    @Override
    public void close() {
        server.close();
    }
}

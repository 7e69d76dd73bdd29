package dev.stator.server.workbench;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.server.RawClient;
import dev.stator.server.origin.OriginGuard;
import dev.stator.server.origin.Origins;
import dev.stator.storage.memory.MemoryEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

/** A server with the workbench in front, whose files are those of the tests, over a database in memory. */
final class Front implements AutoCloseable {
    private final Database database = Database.open(new MemoryEngine(), InstantSource.system());
    private final HttpServer http;

    Front(String... cors) {
        this("dev/stator/server/workbench/web/", List.of(cors));
    }

    /** @param folder where the front end's files are on the class path */
    Front(String folder, List<String> cors) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            http = HttpServer.bind(address, HttpLimits.forHeap(1L << 30), InstantSource.system());
            Origins origins = new Origins(cors, address);
            http.start(
                    database,
                    api -> new OriginGuard(
                            origins,
                            new WorkbenchEndpoint(
                                    new Assets(Front.class.getClassLoader(), folder),
                                    new WorkbenchApi(() -> database, origins),
                                    api)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs an operation without a connection; {@code '} stands for {@code "}. */
    Front call(String operation, String request) {
        database.execute(operation, request.replace('\'', '"').getBytes(StandardCharsets.UTF_8), Session.ANONYMOUS);
        return this;
    }

    InetSocketAddress address() {
        return http.address();
    }

    Database database() {
        return database;
    }

    /** The answer to one request on a connection of its own: its first line without the version, headers, and body. */
    RawClient.Answer send(String requestLine, String headers, String body) throws IOException {
        String length =
                body.isEmpty() ? "" : "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n";
        String host = headers.contains("Host:") ? "" : "Host: 127.0.0.1:8000\r\n";
        try (RawClient client = new RawClient(http.address())) {
            client.send(requestLine + " HTTP/1.1\r\n" + host + headers + length + "\r\n" + body);
            return requestLine.startsWith("HEAD ") ? client.answerWithoutBody() : client.answer();
        }
    }

    RawClient.Answer get(String path, String headers) throws IOException {
        return send("GET " + path, headers, "");
    }

    RawClient.Answer get(String path) throws IOException {
        return get(path, "");
    }

    /** Asks for a prediction; {@code '} stands for {@code "}. */
    RawClient.Answer predict(String body) throws IOException {
        return send("POST /workbench/api/predict", "Content-Type: application/json\r\n", body.replace('\'', '"'));
    }

    @Override
    public void close() {
        http.close();
        database.close();
    }
}

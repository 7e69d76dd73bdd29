package dev.stator.junit.sdk;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.utils.IoUtils;

/** The SDK's synchronous transport, whose other end is a method call: the operation runs on the caller's thread. */
public final class InProcessHttpClient implements SdkHttpClient {
    private final Wire wire;

    private InProcessHttpClient(Wire wire) {
        this.wire = wire;
    }

    /** Made here rather than by the caller, whose class can then be loaded without the SDK. */
    public static SdkHttpClient over(Wire wire) {
        return new InProcessHttpClient(wire);
    }

    @Override
    public String clientName() {
        return "Stator";
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                Wire.Received received = wire.send(request.httpRequest(), bodyOf(request));
                return HttpExecuteResponse.builder()
                        .response(received.head())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(received.body())))
                        .build();
            }

            @Override
            public void abort() {
                // The SDK aborts by interrupting the thread; there is no connection to drop.
            }
        };
    }

    private static byte[] bodyOf(HttpExecuteRequest request) throws IOException {
        if (request.contentStreamProvider().isEmpty()) {
            return new byte[0];
        }
        try (InputStream body = request.contentStreamProvider().get().newStream()) {
            return IoUtils.toByteArray(body);
        }
    }

    /** Does nothing: the database is closed by its owner, and may have other clients. */
    @Override
    public void close() {}
}

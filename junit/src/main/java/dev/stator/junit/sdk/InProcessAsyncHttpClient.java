package dev.stator.junit.sdk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;

/**
 * The SDK's asynchronous transport, whose other end is a method call on a virtual thread. As many requests run at a time as
 * a pool of connections would carry; the others wait, up to a number beyond which they are refused.
 */
public final class InProcessAsyncHttpClient implements SdkAsyncHttpClient {
    /** The defaults of the SDK's own asynchronous transport: connections, and requests waiting for one. */
    private static final int RUNNING_MAX = 50;

    private static final int PENDING_MAX = 10_000;

    private final Wire wire;
    private final Executor executor;
    private final Semaphore running = new Semaphore(RUNNING_MAX);
    private final Semaphore accepted = new Semaphore(RUNNING_MAX + PENDING_MAX);

    private InProcessAsyncHttpClient(Wire wire, Executor executor) {
        this.wire = wire;
        this.executor = executor;
    }

    /**
     * Made here rather than by the caller, whose class can then be loaded without the SDK.
     *
     * @param executor gives each request a thread, on which it may wait
     */
    public static SdkAsyncHttpClient over(Wire wire, Executor executor) {
        return new InProcessAsyncHttpClient(wire, executor);
    }

    @Override
    public String clientName() {
        return "Stator";
    }

    @Override
    public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
        CompletableFuture<Void> finished = new CompletableFuture<>();
        if (!accepted.tryAcquire()) {
            fail(request, finished, new IllegalStateException("more than " + PENDING_MAX + " requests are waiting"));
            return finished;
        }
        BodyPublishing.gather(request.requestContentPublisher(), body -> start(request, body, finished), trouble -> {
            accepted.release();
            fail(request, finished, trouble);
        });
        return finished;
    }

    private void start(AsyncExecuteRequest request, byte[] body, CompletableFuture<Void> finished) {
        try {
            executor.execute(() -> answer(request, body, finished));
        } catch (RejectedExecutionException e) {
            accepted.release();
            fail(request, finished, new IllegalStateException("the Stator that this client belongs to was closed", e));
        }
    }

    private void answer(AsyncExecuteRequest request, byte[] body, CompletableFuture<Void> finished) {
        try {
            Wire.Received received = send(request, body, finished);
            if (received != null) {
                deliver(request.responseHandler(), received, finished);
            }
        } catch (Throwable e) {
            // Whatever it is, the caller must hear of it, since nobody else looks at this thread.
            fail(request, finished, e);
        }
    }

    private Wire.@Nullable Received send(AsyncExecuteRequest request, byte[] body, CompletableFuture<Void> finished)
            throws IOException {
        try {
            running.acquireUninterruptibly();
            try {
                // Cancelled while it waited: it is never sent.
                return finished.isDone() ? null : wire.send(request.request(), body);
            } finally {
                running.release();
            }
        } finally {
            accepted.release();
        }
    }

    private static void deliver(
            SdkAsyncHttpResponseHandler handler, Wire.Received received, CompletableFuture<Void> finished) {
        handler.onHeaders(received.head());
        handler.onStream(BodyPublishing.publisher(ByteBuffer.wrap(received.body()), finished));
    }

    private static void fail(AsyncExecuteRequest request, CompletableFuture<Void> finished, Throwable trouble) {
        request.responseHandler().onError(trouble);
        finished.completeExceptionally(trouble);
    }

    /** Does nothing: the threads belong to the database's owner, who may have other clients. */
    @Override
    public void close() {}
}

package dev.stator.server;

import dev.stator.core.Session;
import dev.stator.core.wire.Answer;
import dev.stator.core.wire.ApiEndpoint;
import dev.stator.core.wire.ByteBudget;
import dev.stator.core.wire.Endpoint;
import dev.stator.core.wire.Request;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: gathers a request, has {@link ApiEndpoint} answer it, writes the answer, and only then looks at
 * the next request. While it answers, it does not read. Runs on its event loop alone, except for answers that are not
 * {@linkplain Endpoint#isPrompt prompt}, which get a virtual thread.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write or close that fails ends in channelInactive, which sees to the rest
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final Answer HEALTHY =
            Answer.plain(200, null, "healthy: dynamodb." + Session.ANONYMOUS.region() + ".amazonaws.com ");
    private static final long NEVER = Long.MAX_VALUE;

    /** Sent to each connection when the server stops: finish what has begun, then close. */
    static final Object STOP = new Object();

    /** What the connections of a server have in common. */
    record Shared(
            HttpLimits limits,
            Endpoint endpoint,
            AnswerWriter writer,
            ExecutorService executor,
            Semaphore requests,
            ByteBudget budget) {}

    private enum State {
        /** Between two requests, or within the head of one. */
        IDLE,
        /** Behind the head of a request. */
        RECEIVING,
        /** The operation runs. */
        ANSWERING,
        /** The client has not taken enough of the answer yet. */
        BLOCKED,
        /** The last answer is written; what still arrives is dropped. */
        CLOSING
    }

    private final Shared shared;
    private final ArrayDeque<HttpObject> waiting = new ArrayDeque<>();
    private State state = State.IDLE;
    private long deadline = NEVER;
    private @Nullable Future<?> watch;

    private @Nullable HttpRequest head;
    private RequestBody body;
    private long announcedBytes;
    private @Nullable Answer refusal;

    private boolean isHeadBegun;
    private boolean hasDecoded;
    private boolean isInputEnded;
    private boolean isOutputEnded;
    private boolean isStopping;
    private boolean isRefused;

    Connection(Shared shared) {
        this.shared = shared;
        this.body = newBody();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        HttpLimits limits = shared.limits();
        extendDeadline(limits.idleTimeout());
        long period = limits.lingerTimeout().toNanos();
        watch = ctx.executor().scheduleWithFixedDelay(() -> checkDeadline(ctx), period, period, TimeUnit.NANOSECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (watch != null) {
            watch.cancel(false);
        }
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
        if (state != State.ANSWERING) {
            body.release();
        }
        state = State.CLOSING;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        hasDecoded = true;
        HttpObject part = (HttpObject) message;
        if (state == State.ANSWERING || state == State.BLOCKED) {
            // A client that pipelines. What came with the last read waits here, the rest in the socket.
            waiting.add(part);
            ctx.channel().config().setAutoRead(false);
        } else {
            receive(ctx, part);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (state == State.IDLE && !hasDecoded && !isHeadBegun) {
            isHeadBegun = true;
            extendDeadline(shared.limits().requestTimeout());
        }
        hasDecoded = false;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (state == State.BLOCKED && ctx.channel().isWritable()) {
            becomeIdle();
            receiveWaiting(ctx);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == STOP) {
            isStopping = true;
            if (state == State.IDLE && !isHeadBegun) {
                ctx.close();
            }
        } else if (event instanceof ChannelInputShutdownEvent) {
            // The client sends no more, but may still wait for its answer.
            isInputEnded = true;
            if (state == State.IDLE || state == State.RECEIVING || isOutputEnded) {
                ctx.close();
            }
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.error("a connection failed", cause);
        }
        ctx.close();
    }

    private void receiveWaiting(ChannelHandlerContext ctx) {
        while (!waiting.isEmpty() && state != State.ANSWERING && state != State.BLOCKED) {
            receive(ctx, waiting.remove());
        }
        if (waiting.isEmpty()) {
            ctx.channel().config().setAutoRead(true);
        }
    }

    private void receive(ChannelHandlerContext ctx, HttpObject part) {
        try {
            if (state == State.CLOSING) {
                return;
            }
            if (part.decoderResult().isFailure()) {
                refuseAndClose(ctx, Malformed.answer(part.decoderResult().cause(), shared.limits()));
                return;
            }
            if (part instanceof HttpRequest request) {
                begin(ctx, request);
            }
            if (part instanceof HttpContent content && state == State.RECEIVING) {
                append(ctx, content);
            }
        } finally {
            ReferenceCountUtil.release(part);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        state = State.RECEIVING;
        head = request;
        body = newBody();
        if (!isHeadBegun) {
            extendDeadline(shared.limits().requestTimeout());
        }
        Answer malformed = Malformed.answer(request);
        if (malformed != null) {
            refuseAndClose(ctx, malformed);
            return;
        }
        announcedBytes = HttpUtil.getContentLength(request, -1L);
        if (announcedBytes > shared.limits().bodyBytesMax()) {
            refuseAndClose(ctx, Answer.TOO_LARGE);
            return;
        }
        refusal = Malformed.oversizedHead(request, shared.limits());
        if (HttpUtil.is100ContinueExpected(request)) {
            if (refusal != null) {
                refuseAndClose(ctx, refusal);
            } else {
                ctx.writeAndFlush(AnswerWriter.writeContinue(ctx.alloc()));
            }
        }
    }

    private void append(ChannelHandlerContext ctx, HttpContent content) {
        if (refusal == null) {
            switch (body.append(content.content(), announcedBytes)) {
                case KEPT -> {}
                case BODY_TOO_LARGE -> {
                    refuseAndClose(ctx, Answer.TOO_LARGE);
                    return;
                }
                case OUT_OF_BUDGET -> {
                    refuseAndClose(ctx, Answer.error(ApiEndpoint.overloaded(), "application/json"));
                    return;
                }
            }
        }
        if (content instanceof LastHttpContent) {
            complete(ctx);
        }
    }

    private void complete(ChannelHandlerContext ctx) {
        HttpRequest received = head;
        if (received == null) {
            throw new IllegalStateException("a body ended that has no head");
        }
        if (refusal != null) {
            respond(ctx, refusal);
            return;
        }
        Request request =
                Request.of(received.method().name(), received.uri(), received.headers()::get, body.toByteArray());
        if (request.isHealthCheck() && !shared.endpoint().answersHealthCheck(request)) {
            respond(ctx, HEALTHY);
        } else if (shared.endpoint().isPrompt(request)) {
            // A change of threads and back would cost more than the answer.
            respond(ctx, shared.endpoint().answer(request));
        } else if (shared.requests().tryAcquire()) {
            state = State.ANSWERING;
            deadline = NEVER;
            shared.executor().execute(() -> answer(ctx, request));
        } else {
            respond(ctx, Answer.error(ApiEndpoint.overloaded(), "application/json"));
        }
    }

    /** Runs on a virtual thread, and hands the answer back to the event loop. */
    private void answer(ChannelHandlerContext ctx, Request request) {
        try {
            Answer answer = shared.endpoint().answer(request);
            ctx.executor().execute(() -> answered(ctx, answer));
        } catch (RejectedExecutionException e) {
            // The server stopped meanwhile, and no longer waited for this answer.
            LOG.debug("an answer came too late", e);
        } finally {
            shared.requests().release();
        }
    }

    private void answered(ChannelHandlerContext ctx, Answer answer) {
        if (state != State.ANSWERING) {
            body.release();
            return;
        }
        respond(ctx, answer);
        receiveWaiting(ctx);
    }

    /** Answers a request that has not arrived as a whole, after which nobody knows where the next one starts. */
    private void refuseAndClose(ChannelHandlerContext ctx, Answer answer) {
        isRefused = true;
        respond(ctx, answer);
    }

    private void respond(ChannelHandlerContext ctx, Answer answer) {
        body.release();
        if (answer.status() == Answer.NONE.status()) {
            state = State.CLOSING;
            ctx.close();
            return;
        }
        boolean isHead = head != null && head.method().equals(HttpMethod.HEAD);
        boolean close = isStopping
                || isRefused
                || isInputEnded
                || answer.status() == Answer.TOO_LARGE.status()
                || (head != null && !HttpUtil.isKeepAlive(head));
        ByteBuf bytes = shared.writer().write(ctx.alloc(), answer, isHead, close);
        ChannelFuture written = ctx.writeAndFlush(bytes);
        if (close) {
            state = State.CLOSING;
            extendDeadline(shared.limits().requestTimeout());
            written.addListener(done -> finish(ctx));
        } else if (ctx.channel().isWritable()) {
            becomeIdle();
        } else {
            state = State.BLOCKED;
            extendDeadline(shared.limits().requestTimeout());
        }
    }

    private void becomeIdle() {
        state = State.IDLE;
        head = null;
        refusal = null;
        isHeadBegun = false;
        extendDeadline(shared.limits().idleTimeout());
    }

    /**
     * Ends the connection after its last answer. If the client still sends, closing at once would reset the connection, and
     * the answer might be lost with it; then this only says that no more will come, and reads on for a moment.
     */
    private void finish(ChannelHandlerContext ctx) {
        if (isInputEnded || (!isRefused && waiting.isEmpty())) {
            ctx.close();
        } else {
            isOutputEnded = true;
            extendDeadline(shared.limits().lingerTimeout());
            ((DuplexChannel) ctx.channel()).shutdownOutput();
        }
    }

    private void checkDeadline(ChannelHandlerContext ctx) {
        if (deadline == NEVER || System.nanoTime() - deadline < 0) {
            return;
        }
        if (state == State.RECEIVING || (state == State.IDLE && isHeadBegun)) {
            refuseAndClose(ctx, Answer.plain(408, "text/plain", "The request did not arrive in time.\n"));
        } else {
            ctx.close();
        }
    }

    private void extendDeadline(Duration time) {
        deadline = System.nanoTime() + time.toNanos();
    }

    private RequestBody newBody() {
        return new RequestBody(shared.limits().bodyBytesMax(), shared.budget());
    }
}

package dev.stator.server;

import dev.stator.core.wire.Answer;
import dev.stator.core.wire.Api;
import dev.stator.core.wire.ApiEndpoint;
import dev.stator.core.wire.ByteBudget;
import dev.stator.core.wire.Endpoint;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Listens on one address and lets each {@link Connection} speak with its client. In two steps, so that a port that is
 * taken is known before a data folder is touched: {@link #bind} takes the port, {@link #start} begins to answer. Clients
 * that come in between wait.
 */
public final class HttpServer implements AutoCloseable {
    private static final Duration LOOPS_STOP_TIMEOUT = Duration.ofSeconds(5);

    private final HttpLimits limits;
    private final InstantSource clock;
    private final EventLoopGroup loops;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore requests;
    private final Channel listener;
    private volatile Connection.@Nullable Shared shared;
    private volatile boolean isStopping;

    /**
     * Takes the address; a port of 0 means any free one.
     *
     * @throws IOException if the address is taken or is not one of this machine
     */
    public static HttpServer bind(InetSocketAddress address, HttpLimits limits, InstantSource clock)
            throws IOException {
        return new HttpServer(address, limits, clock);
    }

    private HttpServer(InetSocketAddress address, HttpLimits limits, InstantSource clock) throws IOException {
        this.limits = limits;
        this.clock = clock;
        this.requests = new Semaphore(limits.requestsMax());
        this.loops = new MultiThreadIoEventLoopGroup(
                Runtime.getRuntime().availableProcessors(),
                new DefaultThreadFactory("stator-http", true),
                NioIoHandler.newFactory());
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new Welcome())
                .bind(address)
                .awaitUninterruptibly();
        this.listener = bound.channel();
        if (!bound.isSuccess()) {
            close();
            throw new IOException(bound.cause().getMessage(), bound.cause());
        }
    }

    /** Where this server listens, with the actual port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Begins to answer, with this API. */
    public void start(Api api) {
        start(api, endpoint -> endpoint);
    }

    /**
     * Begins to answer, with this API.
     *
     * @param front puts before the API's endpoint what sees requests first, and gets those that are not for the API
     */
    public void start(Api api, UnaryOperator<Endpoint> front) {
        ByteBudget budget = new ByteBudget(limits.bufferedBytesMax());
        start(front.apply(new ApiEndpoint(api, limits.bodyBytesMax(), limits.gzipBytesMin(), budget)), budget);
    }

    /** Begins to answer, with what is no API of DynamoDB's. */
    public void start(Endpoint endpoint) {
        start(endpoint, new ByteBudget(limits.bufferedBytesMax()));
    }

    private void start(Endpoint endpoint, ByteBudget budget) {
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        shared = new Connection.Shared(limits, endpoint, new AnswerWriter(clock, random), executor, requests, budget);
        listener.config().setAutoRead(true);
    }

    /**
     * Stops accepting, lets the requests that have begun be answered, and closes every connection.
     *
     * @param patience how long to wait for them
     * @return whether all were answered; if not, operations may still be running
     */
    public boolean stop(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        isStopping = true;
        listener.close().awaitUninterruptibly();
        connections.forEach(connection -> connection.pipeline().fireUserEventTriggered(Connection.STOP));
        boolean finished = connections.newCloseFuture().awaitUninterruptibly(patience.toMillis());
        finished &= awaitOperations(deadline - System.nanoTime());
        connections.close().awaitUninterruptibly();
        executor.shutdown();
        loops.shutdownGracefully(0, LOOPS_STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(LOOPS_STOP_TIMEOUT.toMillis());
        return finished;
    }

    /** Stops without waiting for anybody. */
    @Override
    public void close() {
        stop(Duration.ZERO);
    }

    /** Operations whose client has gone still run, and the database must stay open for them. */
    private boolean awaitOperations(long nanos) {
        try {
            return requests.tryAcquire(limits.requestsMax(), Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Prepares each new connection, or turns it away. */
    @SuppressWarnings("FutureReturnValueIgnored") // a close that fails leaves nothing to do
    private final class Welcome extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            Connection.Shared current = shared;
            if (current == null) {
                throw new IllegalStateException("accepting before the start");
            }
            if (connections.size() >= limits.connectionsMax()) {
                Answer answer = Answer.error(ApiEndpoint.overloaded(), "application/json");
                channel.writeAndFlush(current.writer().write(channel.alloc(), answer, false, true))
                        .addListener(ChannelFutureListener.CLOSE);
                return;
            }
            connections.add(channel);
            if (isStopping) {
                // Accepted just before the listener closed, and perhaps too late to be told of the stop.
                channel.close();
                return;
            }
            channel.pipeline().addLast(new Malformed.Decoder(limits), new Connection(current));
        }
    }
}

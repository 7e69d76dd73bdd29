package dev.stator.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Sends requests over a number of connections from one thread.
 *
 * <p>Closed loop: every connection sends its next request when it has its answer; shows how much a server can do. Open loop:
 * requests are due at a steady rate, and what a late answer holds up counts as late from the moment it was due; shows what
 * clients that do not wait for each other see ("coordinated omission" is what this avoids).
 */
final class LoadGenerator implements AutoCloseable {
    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Selector selector;
    private final List<Exchange> connections = new ArrayList<>();

    /**
     * What was measured.
     *
     * @param latencyNanos from when a request was due to its answer
     */
    record Load(long requests, double seconds, Histogram latencyNanos) {}

    LoadGenerator(InetSocketAddress server, int connections) throws IOException {
        selector = Selector.open();
        for (int i = 0; i < connections; i++) {
            this.connections.add(new Exchange(server, selector));
        }
    }

    /** Keeps every connection busy for a time. */
    Load closedLoop(Supplier<byte[]> requests, Duration time) throws IOException {
        Histogram latency = new Histogram(HIGHEST_NANOS, 3);
        long start = System.nanoTime();
        long end = start + time.toNanos();
        for (Exchange connection : connections) {
            connection.send(requests.get(), System.nanoTime());
        }
        int busy = connections.size();
        while (busy > 0) {
            for (Exchange connection : ready(TimeUnit.SECONDS.toMillis(30))) {
                long now = System.nanoTime();
                latency.recordValue(Math.min(now - connection.dueNanos(), HIGHEST_NANOS));
                if (now < end) {
                    connection.send(requests.get(), now);
                } else {
                    busy--;
                }
            }
        }
        return new Load(latency.getTotalCount(), seconds(start), latency);
    }

    /** Sends at a steady rate for a time, then waits for what is under way. */
    Load openLoop(Supplier<byte[]> requests, double perSecond, Duration time) throws IOException {
        Histogram latency = new Histogram(HIGHEST_NANOS, 3);
        ArrayDeque<Exchange> idle = new ArrayDeque<>(connections);
        long total = (long) (perSecond * time.toNanos() / 1e9);
        long start = System.nanoTime();
        long sent = 0;
        while (sent < total || idle.size() < connections.size()) {
            long now = System.nanoTime();
            while (sent < total && !idle.isEmpty() && dueNanos(start, sent, perSecond) <= now) {
                idle.remove().send(requests.get(), dueNanos(start, sent, perSecond));
                sent++;
            }
            for (Exchange connection : ready(0)) {
                latency.recordValue(Math.min(System.nanoTime() - connection.dueNanos(), HIGHEST_NANOS));
                idle.add(connection);
            }
        }
        return new Load(latency.getTotalCount(), seconds(start), latency);
    }

    /** One request, for its answer. */
    byte[] call(byte[] request) throws IOException {
        Exchange connection = connections.getFirst();
        connection.send(request, System.nanoTime());
        ready(TimeUnit.MINUTES.toMillis(1));
        return connection.body();
    }

    @Override
    public void close() throws IOException {
        for (Exchange connection : connections) {
            connection.close();
        }
        selector.close();
    }

    /** The connections whose answer has arrived; waits for one at least, unless the patience is zero. */
    private List<Exchange> ready(long patienceMillis) throws IOException {
        List<Exchange> ready = new ArrayList<>();
        do {
            int selected = patienceMillis == 0 ? selector.selectNow() : selector.select(patienceMillis);
            if (selected == 0 && patienceMillis > 0) {
                throw new IOException("no answer within " + patienceMillis + " ms");
            }
            for (var key : selector.selectedKeys()) {
                Exchange connection = (Exchange) key.attachment();
                if (connection.advance()) {
                    ready.add(connection);
                }
            }
            selector.selectedKeys().clear();
        } while (ready.isEmpty() && patienceMillis > 0);
        return ready;
    }

    private static long dueNanos(long start, long number, double perSecond) {
        return start + (long) (number * 1e9 / perSecond);
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}

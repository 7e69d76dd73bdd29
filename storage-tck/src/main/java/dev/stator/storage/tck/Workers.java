package dev.stator.storage.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;

/** The kinds of threads that call an engine. */
public enum Workers {
    PLATFORM,
    VIRTUAL;

    /** What one worker does; it may fail the test. */
    @FunctionalInterface
    public interface Work {
        void run(int worker) throws Exception;
    }

    /**
     * Runs this many workers at once, waits for all, and throws what the first of them threw. Workers that wait for each other
     * without blocking must be platform threads: virtual ones may have too few carriers to take turns on.
     */
    public void run(int count, Work work) throws Exception {
        ThreadFactory factory = this == PLATFORM
                ? Thread.ofPlatform().daemon().factory()
                : Thread.ofVirtual().factory();
        CountDownLatch ready = new CountDownLatch(count);
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int worker = 0; worker < count; worker++) {
            int number = worker;
            tasks.add(new FutureTask<>(() -> {
                ready.countDown();
                ready.await();
                work.run(number);
                return null;
            }));
        }
        // Nobody joins the threads: those of a deadlock would keep the timeout from failing the test.
        tasks.forEach(task -> factory.newThread(task).start());
        for (FutureTask<Void> task : tasks) {
            rethrow(task);
        }
    }

    private static void rethrow(FutureTask<Void> done) throws Exception {
        try {
            done.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Error error -> throw error;
                case Exception exception -> throw exception;
                case null, default -> throw e;
            }
        }
    }
}

package dev.stator.storage.cassandra;

import dev.stator.storage.cassandra.protocol.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Runs the tasks of one call on virtual threads, a bounded number at a time. */
final class VirtualTasks implements Tasks {
    // Enough to hide the way to the cluster and back, too few to keep it from others.
    private static final int AT_ONCE = 16;

    @Override
    public void run(List<Runnable> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        if (tasks.size() == 1) {
            tasks.getFirst().run();
            return;
        }
        Semaphore free = new Semaphore(AT_ONCE);
        List<FutureTask<Void>> started = new ArrayList<>(tasks.size());
        for (Runnable task : tasks) {
            free.acquireUninterruptibly();
            FutureTask<Void> future = new FutureTask<>(
                    () -> {
                        try {
                            task.run();
                        } finally {
                            free.release();
                        }
                    },
                    null);
            started.add(future);
            Thread.ofVirtual().start(future);
        }
        RuntimeException failure = null;
        for (FutureTask<Void> future : started) {
            RuntimeException failed = await(future);
            failure = failure == null ? failed : failure;
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable RuntimeException await(FutureTask<Void> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    future.get();
                    return null;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    return e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

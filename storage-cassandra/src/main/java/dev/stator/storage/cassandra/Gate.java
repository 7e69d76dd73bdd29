package dev.stator.storage.cassandra;

import dev.stator.storage.StorageException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets calls in while the engine is open, and lets the engine close when they are out. */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private int inside;
    private boolean isClosed;

    /** Makes a call, unless the engine is closed. */
    <T> T pass(Supplier<T> call) {
        lock.lock();
        try {
            if (isClosed) {
                throw new StorageException.Unavailable("the engine is closed", null);
            }
            inside++;
        } finally {
            lock.unlock();
        }
        try {
            return call.get();
        } finally {
            lock.lock();
            try {
                inside--;
                empty.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Closes, and waits for the calls inside; false if it was closed before. */
    boolean close() {
        lock.lock();
        try {
            if (isClosed) {
                return false;
            }
            isClosed = true;
            while (inside > 0) {
                empty.awaitUninterruptibly();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}

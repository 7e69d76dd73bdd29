package dev.stator.storage.cassandra.protocol;

import java.util.List;

/** Runs tasks that do not depend on each other, at the same time where that is quicker. */
@FunctionalInterface
public interface Tasks {
    /** Returns when all are done, and throws what one of them threw. Runs them in any order. */
    void run(List<Runnable> tasks);
}

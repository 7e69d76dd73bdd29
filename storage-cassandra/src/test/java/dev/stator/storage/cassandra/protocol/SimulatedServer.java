package dev.stator.storage.cassandra.protocol;

import static java.util.Objects.requireNonNull;

import dev.stator.storage.tck.Interleaving;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A server of the simulation, which several clients share, with what it remembers. */
final class SimulatedServer {
    final Committer committer;
    private final int server;
    private final Map<Thread, Operation> operations = new HashMap<>();
    private long number;

    SimulatedServer(Interleaving interleaving, RowStore store, int server) {
        this.server = server;
        committer = new Committer(
                store,
                new SimulatedPace(interleaving),
                tasks -> runInAnyOrder(tasks, interleaving.random()),
                this::nextNumber,
                new Heads(),
                left -> {});
    }

    /** One after the other: what other servers do between is what could go wrong. */
    static void runInAnyOrder(List<Runnable> tasks, Random random) {
        List<Runnable> shuffled = new ArrayList<>(tasks);
        Collections.shuffle(shuffled, random);
        shuffled.forEach(Runnable::run);
    }

    /** The numbers that are given from now on to this thread belong to the operation. */
    void begin(Operation operation) {
        operations.put(Thread.currentThread(), operation);
    }

    private long nextNumber() {
        long next = server * 1_000L + ++number;
        requireNonNull(operations.get(Thread.currentThread())).numbers.add(next);
        return next;
    }
}

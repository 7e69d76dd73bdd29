package dev.stator.storage.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs actors one at a time and lets chance say, at each of their steps, who goes on. So a simulation may be written as
 * ordinary blocking code, and its seed replays it exactly.
 */
public final class Interleaving {
    private static final long STEPS_MAX = 50_000;

    private final Random random;
    private final int stickiness;
    private final List<Actor> alive = new ArrayList<>();
    private long steps;
    private volatile @Nullable Thread turn;
    private Thread runner = Thread.currentThread();
    private @Nullable Throwable failure;

    /** Ends the actor that throws it, as a crash of its process would; the others go on. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        public Crash() {
            super("crashed", null, false, false);
        }
    }

    /** One thread of the simulation. */
    private final class Actor implements Runnable {
        private final Runnable body;
        private final Thread thread;

        Actor(Runnable body) {
            this.body = body;
            thread = Thread.ofVirtual().unstarted(this);
        }

        @Override
        public void run() {
            awaitTurn();
            try {
                body.run();
            } catch (Crash e) {
                // As intended.
            } catch (Throwable e) {
                failure = failure == null ? e : failure;
            }
            alive.remove(this);
            hand(runner);
        }
    }

    /** An interleaving; equal seeds make equal choices. */
    public Interleaving(long seed) {
        random = new Random(seed);
        // Some schedules change at every step, others let an actor go far before the next has its turn.
        stickiness = random.nextInt(4) == 0 ? 6 : random.nextInt(3);
    }

    /** Chance for whatever else the simulation decides; only for the actor whose turn it is. */
    public Random random() {
        return random;
    }

    /** How many steps there have been. */
    public long steps() {
        return steps;
    }

    /** Adds an actor. It begins when it has its turn in {@link #run}. */
    public void add(Runnable body) {
        alive.add(new Actor(body));
    }

    /** Lets all actors run to their ends, and throws what the first of them threw that is no {@link Crash}. */
    public void run() {
        runner = Thread.currentThread();
        alive.forEach(actor -> actor.thread.start());
        while (!alive.isEmpty()) {
            Thread next = alive.get(random.nextInt(alive.size())).thread;
            hand(next);
            awaitTurn();
        }
        if (failure != null) {
            throw new AssertionError("an actor failed: " + failure, failure);
        }
    }

    /** A point at which others may go on before the caller does. Every effect on shared state needs one before it. */
    public void step() {
        if (++steps > STEPS_MAX) {
            throw new IllegalStateException("the simulation does not come to an end");
        }
        if (alive.size() > 1 && random.nextInt(stickiness + 1) == 0) {
            Thread next = alive.get(random.nextInt(alive.size())).thread;
            if (next != Thread.currentThread()) {
                hand(next);
                awaitTurn();
            }
        }
    }

    private void hand(Thread next) {
        turn = next;
        LockSupport.unpark(next);
    }

    private void awaitTurn() {
        while (turn != Thread.currentThread()) {
            LockSupport.park(this);
        }
    }
}

package dev.stator.storage.cassandra;

import dev.stator.storage.StorageException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does something once a second on a thread of its own, until it is stopped. What fails is done again in the next round. */
final class Rounds implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Runnable round;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    private Rounds(Runnable round) {
        this.round = round;
    }

    static Rounds start(String name, Runnable round) {
        Rounds rounds = new Rounds(round);
        Thread.ofVirtual().name(name).start(rounds);
        return rounds;
    }

    @Override
    public void run() {
        try {
            while (!stop.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    round.run();
                } catch (StorageException.Unavailable e) {
                    LOG.debug("the cluster does not answer; the next round will do it", e);
                } catch (RuntimeException e) {
                    LOG.error("work in the background failed", e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stopped.countDown();
        }
    }

    /** Ends the rounds, and waits for the one under way. */
    void stop() {
        stop.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                stopped.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

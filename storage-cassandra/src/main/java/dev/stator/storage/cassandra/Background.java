package dev.stator.storage.cassandra;

import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.protocol.Announcement;
import dev.stator.storage.cassandra.protocol.Recovery;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an engine does by itself, once a second: learns of trees that others have created, writes sizes, ends what it could
 * not end itself, and what others have announced and not ended for so long that they must have crashed.
 */
final class Background implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    // Longer than a commit may try: whoever announced it has given up, or is dead.
    private static final Duration ABANDONED = Duration.ofSeconds(30);

    private final CassandraStore store;
    private final Recovery recovery;
    private final Catalog catalog;
    private final TreeSizes sizes;
    private final long server;
    private final Queue<Announcement> unfinished = new ConcurrentLinkedQueue<>();

    /** When announcements of others were first seen; counted here, so that no clocks are compared. */
    private final Map<Long, Long> seen = new HashMap<>();

    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    Background(CassandraStore store, Recovery recovery, Catalog catalog, TreeSizes sizes, long server) {
        this.store = store;
        this.recovery = recovery;
        this.catalog = catalog;
        this.sizes = sizes;
        this.server = server;
    }

    /** Something that this server has announced and could not end. */
    void add(Announcement announcement) {
        unfinished.add(announcement);
    }

    @Override
    public void run() {
        try {
            while (!stop.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    round();
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

    private void round() {
        catalog.refresh();
        sizes.write();
        for (Announcement own = unfinished.peek(); own != null; own = unfinished.peek()) {
            recovery.recover(own);
            unfinished.remove(own);
        }
        long now = System.nanoTime();
        Set<Long> there = new HashSet<>();
        for (Announcement announcement : store.announcements()) {
            long commit = announcement.commit();
            if (Numbers.server(commit) == server) {
                continue;
            }
            there.add(commit);
            long since = seen.computeIfAbsent(commit, first -> now);
            if (now - since > ABANDONED.toNanos()) {
                recovery.recover(announcement);
            }
        }
        seen.keySet().retainAll(there);
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

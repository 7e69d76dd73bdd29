package dev.stator.storage.cassandra;

import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.protocol.Announcement;
import dev.stator.storage.cassandra.protocol.Recovery;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an engine does by itself, once a second: says that it is there, learns of trees that others have created, and writes
 * sizes; and, so that this need not wait, on another thread ends what it could not end itself. One of all servers, who has the
 * lease, ends what those have announced that are gone.
 */
final class Background {
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private final CassandraStore store;
    private final Recovery recovery;
    private final Catalog catalog;
    private final TreeSizes sizes;
    private final Members members;
    private final Lease lease;
    private final Queue<Announcement> unfinished = new ConcurrentLinkedQueue<>();
    private final List<Rounds> rounds;
    private volatile List<Peer> peers = List.of();

    Background(
            CassandraStore store, Recovery recovery, Catalog catalog, TreeSizes sizes, Members members, Lease lease) {
        this.store = store;
        this.recovery = recovery;
        this.catalog = catalog;
        this.sizes = sizes;
        this.members = members;
        this.lease = lease;
        rounds = List.of(Rounds.start("cassandra-beat", this::beat), Rounds.start("cassandra-recovery", this::recover));
    }

    /** Something that this server has announced and could not end. */
    void add(Announcement announcement) {
        unfinished.add(announcement);
    }

    /** The servers that were there a second ago. */
    List<Peer> peers() {
        return peers;
    }

    private void beat() {
        members.beat();
        peers = members.call().present();
        catalog.refresh();
        sizes.write();
    }

    private void recover() {
        for (Announcement own = unfinished.peek(); own != null; own = unfinished.peek()) {
            recovery.recover(own);
            unfinished.remove(own);
        }
        if (lease.renew()) {
            recoverOthers();
        }
    }

    /** Ends what servers have announced that are not there any more, and forgets them when nothing is left of them. */
    private void recoverOthers() {
        for (Members.Silent gone : members.call().silent()) {
            for (Announcement announcement : store.announcements(gone.server(), gone.oldest())) {
                recovery.recover(announcement);
                if (!lease.renew()) {
                    return;
                }
            }
            members.forget(gone.server());
        }
    }

    /** Ends all rounds, and waits for those under way. Others need not wait for what this server had, and end what it leaves. */
    void stop() {
        rounds.forEach(Rounds::stop);
        try {
            lease.release();
        } catch (StorageException.Unavailable e) {
            LOG.debug("the lease ends by itself", e);
        }
        if (unfinished.isEmpty()) {
            members.leave();
        }
    }
}

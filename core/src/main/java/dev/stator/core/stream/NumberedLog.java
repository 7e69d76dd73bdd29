package dev.stator.core.stream;

import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.stream.StreamCatalog.Found;
import dev.stator.core.stream.StreamCodec.StoredStream;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Token;
import dev.stator.storage.TokenRange;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a process that is alone: gives each change its shard and sequence number, and knows which numbers have settled.
 *
 * <p>Guarantees: the numbers of one item's changes are in the order of their commits, provided that the item was read before
 * the number was given, that the commit expects what was read, and that who creates an item has a {@link #claim}. Up to {@link #settled} there is nothing that is not
 * there yet, so a reader passes over nothing. All numbers of a shard lie before those of its children.
 */
final class NumberedLog implements StreamLog {
    private final StreamCatalog catalog;
    private final StreamLimits limits;
    private final InstantSource clock;

    /** Held for moments, but for the commits that reserve numbers and change shards. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition claimEnded = lock.newCondition();
    private final TreeMap<String, Shard> shards = new TreeMap<>();
    /** The numbers that were given, and whose commits may yet succeed. */
    private final TreeSet<Long> inFlight = new TreeSet<>();
    /** The items that are being created. */
    private final Set<EntryKey> claimed = new HashSet<>();

    /** For each shard of which records have been removed, the lowest sequence number that has not. */
    private final Map<String, Long> trimmedBefore;

    private volatile StreamDefinition definition;
    private ShardLayout layout;
    private long next;
    private long reserved;
    private long lastMillis;

    /** A stream that was found in the catalog: goes on behind all numbers that were ever reserved. */
    NumberedLog(StreamCatalog catalog, StreamLimits limits, InstantSource clock, Found found) {
        this.catalog = catalog;
        this.limits = limits;
        this.clock = clock;
        this.definition = found.stream().definition();
        this.reserved = found.stream().reserved();
        this.next = reserved;
        this.trimmedBefore = new ConcurrentHashMap<>(found.trimmed());
        found.shards().forEach(shard -> shards.put(shard.id(), shard));
        this.layout =
                new ShardLayout(shards.values().stream().filter(Shard::isOpen).toList());
    }

    /** Stores a new stream and opens it. */
    static NumberedLog create(
            StreamCatalog catalog, StreamLimits limits, InstantSource clock, StreamDefinition definition, int shards) {
        List<Shard> first = Shard.first(shards, definition.created());
        StoredStream stored = new StoredStream(definition, 1L + limits.reservedBlock());
        catalog.insert(stored, first);
        NumberedLog log = new NumberedLog(catalog, limits, clock, new Found(stored, first, Map.of()));
        log.next = 1;
        return log;
    }

    /** The place of one record, which nobody else gets. */
    record Slot(Shard shard, long sequence, long millis) {}

    @Override
    public StreamDefinition definition() {
        return definition;
    }

    /**
     * Claims an item that was not there when it was read, so that only one creates it at a time. An item that comes and goes
     * again is as it was, so an expectation that it is not there may hold long after it was read: a number that was given
     * before the item came would be too low for the commit. Hence whoever creates an item claims it, looks once more, and is
     * given the number then.
     *
     * @return false if somebody else is creating the item; the caller ends what claims he has, waits with {@link
     *     #awaitClaim}, and reads again
     */
    boolean claim(EntryKey key) {
        lock.lock();
        try {
            return claimed.add(key);
        } finally {
            lock.unlock();
        }
    }

    /** Ends a claim, when the item has been created or will not be. */
    void endClaim(EntryKey key) {
        lock.lock();
        try {
            claimed.remove(key);
            claimEnded.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks while somebody has a claim to this item. Requires: the caller has none himself, in whatever stream. */
    void awaitClaim(EntryKey key) {
        lock.lock();
        try {
            while (claimed.contains(key)) {
                claimEnded.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives a change its place. Must be followed by {@link #release} when its commit has ended, however it has.
     *
     * @param bytes the size of the larger image
     */
    Slot allocate(EntryKey key, int bytes) {
        long token = Token.of(key.collection());
        lock.lock();
        try {
            if (!definition.isEnabled()) {
                throw new IllegalStateException("a write to the stream " + definition.arn() + ", which has ended");
            }
            lastMillis = Math.max(lastMillis, clock.millis());
            ShardLayout.OpenShard open = layout.of(token);
            if (open.heat((long) CapacityUnits.write(bytes), lastMillis, limits) && canSplit(open.shard())) {
                split(open.shard());
            }
            long sequence = nextSequence();
            inFlight.add(sequence);
            return new Slot(layout.of(token).shard(), sequence, lastMillis);
        } finally {
            lock.unlock();
        }
    }

    /** To be called when the commit of a place has succeeded or failed, or was never tried. */
    void release(Slot slot) {
        lock.lock();
        try {
            inFlight.remove(slot.sequence());
        } finally {
            lock.unlock();
        }
    }

    /** The lowest number whose commit is still under way, or else the next to be given: all before it have settled. */
    @Override
    public long settled(Shard shard) {
        lock.lock();
        try {
            return inFlight.isEmpty() ? next : inFlight.first();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long next(Shard shard) {
        lock.lock();
        try {
            return next;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Shard shard(String id) {
        lock.lock();
        try {
            return shards.get(id);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Shard> shards() {
        lock.lock();
        try {
            return List.copyOf(shards.values());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end(Instant now) {
        lock.lock();
        try {
            if (!definition.isEnabled()) {
                return;
            }
            StreamDefinition ended = definition.end(now);
            List<Shard> closed = close(layout.shards(), now);
            catalog.update(new StoredStream(ended, reserved), closed);
            closed.forEach(shard -> shards.put(shard.id(), shard));
            layout = new ShardLayout(List.of());
            definition = ended;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void refresh(Instant now, long tableBytes) {
        lock.lock();
        try {
            if (!definition.isEnabled()) {
                return;
            }
            List<Shard> old = layout.shards().stream()
                    .filter(shard -> !now.isBefore(shard.created().plus(limits.rollOver())))
                    .toList();
            if (!old.isEmpty()) {
                replace(old, now, shard -> List.of(shard.tokens()));
            }
            Shard widest = layout.widest();
            if (tableBytes / layout.size() > limits.shardBytes() && canSplit(widest)) {
                replace(List.of(widest), now, shard -> ShardLayout.halves(shard.tokens()));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long trimmedBefore(String shardId) {
        return trimmedBefore.getOrDefault(shardId, 0L);
    }

    @Override
    public void trimmed(String shardId, long before) {
        trimmedBefore.put(shardId, before);
    }

    @Override
    public void forget(String shardId) {
        lock.lock();
        try {
            shards.remove(shardId);
            trimmedBefore.remove(shardId);
        } finally {
            lock.unlock();
        }
    }

    private boolean canSplit(Shard shard) {
        return layout.size() < limits.shardsMax() && ShardLayout.isDivisible(shard);
    }

    private void split(Shard shard) {
        replace(List.of(shard), clock.instant(), parent -> ShardLayout.halves(parent.tokens()));
    }

    /** What takes the place of a shard. */
    @FunctionalInterface
    private interface Succession {
        List<TokenRange> of(Shard shard);
    }

    /**
     * Closes shards and opens their children. The new layout is stored before the first number of it is given: a record in a
     * shard that a crash makes unknown would be lost.
     */
    private void replace(List<Shard> parents, Instant now, Succession succession) {
        long idMillis = now.toEpochMilli();
        for (Shard shard : shards.values()) {
            idMillis = Math.max(idMillis, shard.idMillis() + 1);
        }
        List<Shard> closed = close(parents, now);
        List<Shard> children = new ArrayList<>();
        for (Shard parent : parents) {
            for (TokenRange tokens : succession.of(parent)) {
                children.add(Shard.open(parent.id(), tokens, next, idMillis, now));
            }
        }
        List<Shard> changed = new ArrayList<>(closed);
        changed.addAll(children);
        catalog.update(new StoredStream(definition, reserved), changed);
        changed.forEach(shard -> shards.put(shard.id(), shard));
        layout.replace(parents, children);
    }

    /** The shards as they are when they are closed now. The number of their end is given to no record, so there is one. */
    private List<Shard> close(List<Shard> open, Instant now) {
        long last = nextSequence();
        return open.stream().map(shard -> shard.close(last, now)).toList();
    }

    private long nextSequence() {
        if (next == reserved) {
            long bound = reserved + limits.reservedBlock();
            catalog.update(new StoredStream(definition, bound), List.of());
            reserved = bound;
        }
        return next++;
    }
}

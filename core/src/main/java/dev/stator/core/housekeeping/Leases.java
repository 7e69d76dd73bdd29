package dev.stator.core.housekeeping;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Range;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Divides the work in the background among the processes that share a storage. It is cut into eight parts by the number of the
 * table; a process that has the lease of a part does it. A lease is an entry whose epoch moves on with every taking and
 * renewal, by commits that expect the one before: so two never take the same. Whoever sees an epoch stand still for six
 * seconds of his own time may take the lease, and whoever could not renew his for four does not act by it any more.
 *
 * <p>A process has no more than its share, so that others that come find something to do.
 */
public final class Leases implements Duties, AutoCloseable {
    static final Tree TREE = new Tree(4, 0);
    static final int PARTS = 8;

    private static final byte[] COLLECTION = "lease".getBytes(StandardCharsets.US_ASCII);
    private static final Duration RENEWAL = Duration.ofMillis(1_500);
    private static final long VALID_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long SILENCE_NANOS = Duration.ofSeconds(6).toNanos();
    private static final UUID NOBODY = new UUID(0, 0);

    private final Engine engine;
    private final LongSupplier nanos;
    private final UUID self = UUID.randomUUID();
    private final Map<Integer, Seen> seen = new HashMap<>();
    private volatile Held held = new Held(Set.of(), 0);

    /** Since when a lease has been as it was seen last. */
    private record Seen(long version, long since) {}

    /** The parts that are this process's, until a moment. */
    private record Held(Set<Integer> parts, long until) {}

    /** The stored form: the epoch, and who has it. */
    private record Lease(long epoch, UUID holder) {
        static final Lease NONE = new Lease(0, NOBODY);

        static Lease decode(byte[] bytes) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            return new Lease(in.getLong(), new UUID(in.getLong(), in.getLong()));
        }

        Change.Put next(int part, UUID nextHolder) {
            byte[] value = ByteBuffer.allocate(3 * Long.BYTES)
                    .putLong(epoch + 1)
                    .putLong(nextHolder.getMostSignificantBits())
                    .putLong(nextHolder.getLeastSignificantBits())
                    .array();
            return new Change.Put(TREE, key(part), value);
        }
    }

    /** Takes what is free, and goes on renewing it. */
    public static Leases take(Engine engine, Housekeeping housekeeping) {
        Leases leases = new Leases(engine, System::nanoTime);
        leases.renew();
        housekeeping.add("the renewal of leases", RENEWAL, leases::step);
        return leases;
    }

    Leases(Engine engine, LongSupplier nanos) {
        this.engine = engine;
        this.nanos = nanos;
        engine.create(TREE);
    }

    @Override
    public boolean isMine(int treeId) {
        Held now = held;
        return now.parts.contains(Math.floorMod(treeId, PARTS)) && nanos.getAsLong() - now.until < 0;
    }

    private Task.Outcome step(Instant now) {
        renew();
        return Task.Outcome.LATER;
    }

    /** Renews what this process has, gives up what is more than its share, and takes what nobody has. */
    synchronized void renew() {
        long start = nanos.getAsLong();
        @Nullable Entry[] entries = read(start);
        int share = Math.ceilDiv(PARTS, Math.max(1, engine.processes()));
        Set<Integer> kept = new HashSet<>();
        List<Expectation> expectations = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        // What it has comes first, so that nothing changes hands without need.
        for (boolean own : new boolean[] {true, false}) {
            for (int part = 0; part < PARTS; part++) {
                Lease lease = lease(entries[part]);
                boolean isOwn = lease.holder.equals(self);
                if (isOwn != own || (!isOwn && (kept.size() >= share || !isFree(part, lease, start)))) {
                    continue;
                }
                boolean keeps = kept.size() < share;
                if (keeps) {
                    kept.add(part);
                }
                expectations.add(new Expectation(TREE, key(part), version(entries[part])));
                changes.add(lease.next(part, keeps ? self : NOBODY));
            }
        }
        if (!changes.isEmpty() && isCommitted(expectations, changes)) {
            held = new Held(Set.copyOf(kept), start + VALID_NANOS);
        }
    }

    private @Nullable Entry[] read(long now) {
        @Nullable Entry[] entries = new Entry[PARTS];
        engine.slice(TREE, COLLECTION, Range.all(Direction.FORWARD), Consistency.STRONG, entry -> {
            entries[entry.key().position()[0]] = entry;
            return true;
        });
        for (int part = 0; part < PARTS; part++) {
            long version = version(entries[part]);
            Seen last = seen.get(part);
            if (last == null || last.version != version) {
                seen.put(part, new Seen(version, now));
            }
        }
        return entries;
    }

    private boolean isFree(int part, Lease lease, long now) {
        Seen last = seen.get(part);
        return lease.holder.equals(NOBODY) || (last != null && now - last.since > SILENCE_NANOS);
    }

    private boolean isCommitted(List<Expectation> expectations, List<Change> changes) {
        return engine.commit(new Commit(expectations, changes, List.of(), List.of())) instanceof CommitResult.Committed;
    }

    private static Lease lease(@Nullable Entry entry) {
        return entry == null ? Lease.NONE : Lease.decode(entry.value());
    }

    private static long version(@Nullable Entry entry) {
        return entry == null ? Expectation.ABSENT : entry.version();
    }

    private static EntryKey key(int part) {
        return new EntryKey(COLLECTION, new byte[] {(byte) part});
    }

    /** Gives up what this process has, so that others need not wait for its end. */
    @Override
    public synchronized void close() {
        held = new Held(Set.of(), 0);
        try {
            @Nullable Entry[] entries = read(nanos.getAsLong());
            List<Expectation> expectations = new ArrayList<>();
            List<Change> changes = new ArrayList<>();
            for (int part = 0; part < PARTS; part++) {
                Lease lease = lease(entries[part]);
                if (lease.holder.equals(self)) {
                    expectations.add(new Expectation(TREE, key(part), version(entries[part])));
                    changes.add(lease.next(part, NOBODY));
                }
            }
            if (!changes.isEmpty()) {
                engine.commit(new Commit(expectations, changes, List.of(), List.of()));
            }
        } catch (StorageException.Unavailable e) {
            // They end by themselves.
        }
    }
}

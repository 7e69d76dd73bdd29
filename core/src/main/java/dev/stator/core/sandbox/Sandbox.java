package dev.stator.core.sandbox;

import dev.stator.core.Database;
import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.fault.Faults;
import dev.stator.core.fault.FaultyApi;
import dev.stator.core.fault.Hindsight;
import dev.stator.core.fault.Sleeper;
import dev.stator.core.file.DataFileException;
import dev.stator.core.wire.Api;
import dev.stator.storage.Capability;
import dev.stator.storage.Engine;
import dev.stator.storage.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A database for tests: it can be wound back to a snapshot, forked, saved and loaded, and its requests can meet {@link
 * Faults}. What it serves is a {@link Database} over one engine at a time; going back means to serve another one from then on.
 *
 * <p>Guarantees: a request is carried out as a whole before or after a snapshot, a restore, a save or a load. A request that
 * was decided before a restore never takes effect after it: the engine it would commit to is closed.
 */
public final class Sandbox implements Api, AutoCloseable {
    private final InstantSource clock;
    private final Options options;
    private final Sleeper sleeper;
    private final Faults faults;
    /** Shared by the requests under way; exclusive for what must not come between them. */
    private final ReadWriteLock turn = new ReentrantReadWriteLock();

    private final Api api;
    private final @Nullable Snapshot beginning;
    private volatile Served served;

    /** The database that is served now. */
    private record Served(Engine engine, Database database) {}

    /**
     * Opens what the engine holds. The sandbox owns the engine from here on, and closes it.
     *
     * @param sleeper lets the time of a delayed request pass
     */
    public static Sandbox open(Engine engine, InstantSource clock, Options options, Sleeper sleeper) {
        return new Sandbox(engine, clock, options, sleeper);
    }

    private Sandbox(Engine engine, InstantSource clock, Options options, Sleeper sleeper) {
        this.clock = clock;
        this.options = options;
        this.sleeper = sleeper;
        boolean hasSnapshots = engine.capabilities().contains(Capability.SNAPSHOT);
        this.faults = new Faults(clock, hasSnapshots);
        this.beginning = hasSnapshots ? engine.snapshot() : null;
        this.served = serve(engine);
        this.api = new FaultyApi(new InTurn(), faults, sleeper);
    }

    private Served serve(Engine engine) {
        Engine seen = beginning == null ? engine : new Hindsight(engine, clock, faults);
        return new Served(seen, Database.open(seen, clock, options));
    }

    /** What is served, one request beside the other, but none while something exclusive is done. */
    private final class InTurn implements Api {
        @Override
        public byte[] execute(String operation, byte[] body, Session session) {
            turn.readLock().lock();
            try {
                return served.database.execute(operation, body, session);
            } finally {
                turn.readLock().unlock();
            }
        }

        @Override
        public boolean has(String service, String operation) {
            return served.database.has(service, operation);
        }
    }

    @Override
    public byte[] execute(String operation, byte[] body, Session session) {
        return api.execute(operation, body, session);
    }

    @Override
    public boolean has(String service, String operation) {
        return api.has(service, operation);
    }

    /** The faults that requests meet. */
    public Faults faults() {
        return faults;
    }

    /** The database as it is served now: past faults, and without waiting for a turn. Another one after {@link #restore}. */
    public Database database() {
        return served.database;
    }

    /** Does what is due by the clock, as {@link Database#runDue}. */
    public void runDue() {
        turn.readLock().lock();
        try {
            served.database.runDue();
        } finally {
            turn.readLock().unlock();
        }
    }

    /**
     * Everything that is stored, between two requests: tables, items, streams, request tokens. Not the time, and not the
     * faults.
     *
     * @throws UnsupportedOperationException if the engine has no snapshots
     */
    public Snapshot snapshot() {
        turn.writeLock().lock();
        try {
            return served.engine.snapshot();
        } finally {
            turn.writeLock().unlock();
        }
    }

    /**
     * Goes back to a snapshot, of this sandbox or another, once the requests that have begun are done; what has been stored
     * since is gone. May be done again and again with one snapshot.
     */
    public void restore(Snapshot snapshot) {
        turn.writeLock().lock();
        try {
            Served before = served;
            served = serve(snapshot.open());
            before.database.close();
        } finally {
            turn.writeLock().unlock();
        }
    }

    /**
     * A sandbox of its own that goes on from what is stored now, with the same clock and without faults.
     *
     * @throws UnsupportedOperationException if the engine has no snapshots
     */
    public Sandbox fork() {
        return new Sandbox(snapshot().open(), clock, options, sleeper);
    }

    /** Goes back to what was there when the sandbox was opened, and removes all faults. Without snapshots, deletes all tables. */
    public void reset() {
        faults.clear();
        if (beginning != null) {
            restore(beginning);
            return;
        }
        turn.writeLock().lock();
        try {
            served.database.deleteTables();
        } finally {
            turn.writeLock().unlock();
        }
    }

    /** As {@link Database#save}, of one moment between requests. */
    public void save(OutputStream out) throws IOException {
        turn.writeLock().lock();
        try {
            served.database.save(out);
        } finally {
            turn.writeLock().unlock();
        }
    }

    /** As {@link Database#load}; no request comes between. */
    public void load(InputStream in, Session session) throws IOException, DataFileException {
        turn.writeLock().lock();
        try {
            served.database.load(in, session);
        } finally {
            turn.writeLock().unlock();
        }
    }

    /** Closes what is served; calls that still run fail. */
    @Override
    public void close() {
        served.database.close();
    }
}

package dev.stator.core.stream;

import dev.stator.core.error.ApiException;
import dev.stator.core.housekeeping.Duties;
import dev.stator.core.housekeeping.Housekeeping;
import dev.stator.core.housekeeping.Task;
import dev.stator.core.stream.StreamCodec.StoredStream;
import dev.stator.core.table.Billing;
import dev.stator.core.table.ProvisionedThroughput;
import dev.stator.core.table.StreamSettings;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableStreams;
import dev.stator.storage.Capability;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Tree;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a database, also those of tables that have none any more, and of tables that are gone. {@link StreamLog} is
 * one of them; {@link StreamRecords} writes to them in the commits of items.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html">Change data capture for
 *     DynamoDB Streams</a>
 */
public final class Streams implements TableStreams {
    private static final Duration REFRESH_INTERVAL = Duration.ofMinutes(1);
    private static final int ON_DEMAND_SHARDS = 4;
    private static final long PARTITION_WRITE_UNITS = 1_000;
    private static final long PARTITION_READ_UNITS = 3_000;

    private final Engine engine;
    private final InstantSource clock;
    private final StreamLimits limits;
    private final StreamCatalog catalog;
    private final Trimming trimming;
    private final IteratorCodec iterators;
    private final Housekeeping.Chore chore;
    private final Duties duties;
    private final boolean isShared;
    /** Held while what the catalog holds is made to agree with {@link #logs}, where storage is shared. */
    private final ReentrantLock sharing = new ReentrantLock();

    /** By ARN. */
    private final ConcurrentNavigableMap<String, StreamLog> logs = new ConcurrentSkipListMap<>();

    /** Opens the streams that the engine holds. */
    public Streams(Engine engine, InstantSource clock, StreamLimits limits, Housekeeping housekeeping, Duties duties) {
        this.engine = engine;
        this.clock = clock;
        this.limits = limits;
        this.duties = duties;
        this.isShared = engine.capabilities().contains(Capability.SHARED);
        this.catalog = new StreamCatalog(engine);
        this.trimming = new Trimming(engine, catalog, limits);
        this.iterators = new IteratorCodec(catalog.iteratorKey(), limits.iterator());
        this.chore = housekeeping.add("keeping the streams in order", REFRESH_INTERVAL, this::step);
        for (StreamCatalog.Found found : catalog.all()) {
            open(found);
        }
        if (!logs.isEmpty()) {
            chore.wake();
        }
    }

    private void open(StreamCatalog.Found found) {
        StreamDefinition definition = found.stream().definition();
        // It may be missing after a crash; and what is recorded in a tree that is missing is lost.
        engine.create(definition.tree());
        logs.put(
                definition.arn(),
                isShared ? new AppendedLog(engine, catalog, found) : new NumberedLog(catalog, limits, clock, found));
    }

    @Override
    public void refresh() {
        if (!isShared) {
            return;
        }
        sharing.lock();
        try {
            Set<String> left = new HashSet<>();
            for (StoredStream stream : catalog.streams()) {
                String arn = stream.definition().arn();
                left.add(arn);
                if (!(logs.get(arn) instanceof AppendedLog log && log.is(stream))) {
                    open(catalog.find(stream));
                }
            }
            logs.keySet().retainAll(left);
        } finally {
            sharing.unlock();
        }
    }

    @Override
    public StreamSettings unused(TableDefinition table, StreamSettings wanted) {
        refresh();
        StreamSettings unused = wanted;
        while (logs.containsKey(unused.arn(table.arn()))) {
            unused = unused.oneMillisecondLater();
        }
        return unused;
    }

    @Override
    public void begin(TableDefinition table, IntSupplier trees) {
        String arn = table.streamArn();
        if (arn == null || logs.containsKey(arn)) {
            return;
        }
        StreamDefinition definition = StreamDefinition.of(table, trees.getAsInt(), clock.instant());
        if (isShared) {
            // Another process that has seen the table may be quicker; then it is his that is read.
            catalog.isInserted(new StoredStream(definition, 1), Shard.first(shards(table), definition.created()));
            refresh();
            return;
        }
        NumberedLog log = NumberedLog.create(catalog, limits, clock, definition, shards(table));
        // Nobody writes to the stream or finds it before its tree is there.
        engine.create(definition.tree());
        logs.put(arn, log);
        chore.wake();
    }

    @Override
    public void end(String arn) {
        StreamLog log = logs.get(arn);
        if (log != null) {
            log.end(clock.instant());
            refresh();
        }
    }

    @Override
    public void endAllBut(Set<String> arns) {
        for (String arn : logs.keySet()) {
            if (!arns.contains(arn)) {
                end(arn);
            }
        }
    }

    /** How many shards a stream begins with: one for each logical partition of the table. */
    private int shards(TableDefinition table) {
        Billing billing = table.settings().billing();
        ProvisionedThroughput provisioned = table.settings().capacity().provisioned();
        long byUnits = billing.isPayPerRequest()
                ? ON_DEMAND_SHARDS
                : Math.ceilDiv(
                        provisioned.writeUnits() * PARTITION_READ_UNITS
                                + provisioned.readUnits() * PARTITION_WRITE_UNITS,
                        PARTITION_WRITE_UNITS * PARTITION_READ_UNITS);
        long byBytes = Math.ceilDiv(engine.size(table.tree()).bytes(), limits.shardBytes());
        return Math.clamp(Math.max(byUnits, byBytes), 1, limits.shardsMax());
    }

    long millis() {
        return clock.millis();
    }

    /** The stream that an item's change is recorded in. */
    StreamLog log(String arn) {
        StreamLog log = logs.get(arn);
        if (log == null) {
            throw new IllegalStateException("the stream " + arn + " has not begun");
        }
        return log;
    }

    /** Whether there is an item now. */
    boolean exists(Tree tree, EntryKey key) {
        return engine.get(tree, key.collection(), key.position(), Consistency.STRONG) != null;
    }

    /** The streams that can be read, in order of their ARNs. */
    public List<StreamDefinition> all() {
        refresh();
        Instant now = clock.instant();
        List<StreamDefinition> all = new ArrayList<>();
        for (StreamLog log : logs.values()) {
            if (!isGone(log.definition(), now)) {
                all.add(log.definition());
            }
        }
        return all;
    }

    /**
     * A stream that can be read.
     *
     * @throws ApiException ResourceNotFoundException
     */
    public StreamDefinition get(String arn) {
        return find(arn).definition();
    }

    /** The shards of a stream that can be read, each behind its parent; as {@link #get}. */
    public List<Shard> shards(String arn) {
        Instant now = clock.instant();
        return find(arn).shards().stream()
                .filter(shard -> !Trimming.isGone(shard, now, limits))
                .toList();
    }

    private StreamLog find(String arn) {
        StreamLog log = logs.get(arn);
        if (log == null) {
            refresh();
            log = logs.get(arn);
        }
        if (log == null || isGone(log.definition(), clock.instant())) {
            throw ApiException.resourceNotFound("Requested resource not found: Stream: " + arn + " not found");
        }
        return log;
    }

    private boolean isGone(StreamDefinition stream, Instant now) {
        return stream.ended() != null && !now.isBefore(stream.ended().plus(limits.retention()));
    }

    /** Where GetShardIterator lets a reader begin, named as on the wire. */
    public enum Start {
        TRIM_HORIZON,
        LATEST,
        AT_SEQUENCE_NUMBER,
        AFTER_SEQUENCE_NUMBER;

        public boolean needsSequenceNumber() {
            return this == AT_SEQUENCE_NUMBER || this == AFTER_SEQUENCE_NUMBER;
        }
    }

    /**
     * An iterator, as clients hold it.
     *
     * @param sequenceNumber as clients know it; null unless the start needs it
     * @throws ApiException ResourceNotFoundException if there is no such stream or shard; ValidationException if the sequence
     *     number is not one of the shard; TrimmedDataAccessException if records from there on have been trimmed
     */
    public String iterator(String arn, String shardId, Start start, @Nullable String sequenceNumber) {
        Instant now = clock.instant();
        StreamLog log = find(arn);
        Shard shard = log.shard(shardId);
        if (shard == null || Trimming.isGone(shard, now, limits)) {
            throw ApiException.resourceNotFound(
                    "Requested resource not found: Shard: " + shardId + " in Stream: " + arn + " not found");
        }
        ShardIterator iterator = switch (start) {
            case TRIM_HORIZON -> new ShardIterator(arn, shardId, shard.start(), false);
            case LATEST -> new ShardIterator(arn, shardId, behindLatest(log, shard), true);
            case AT_SEQUENCE_NUMBER -> new ShardIterator(arn, shardId, sequence(log, shard, sequenceNumber), true);
            case AFTER_SEQUENCE_NUMBER ->
                new ShardIterator(arn, shardId, sequence(log, shard, sequenceNumber) + 1, true);
        };
        if (start.needsSequenceNumber()) {
            reader(log, shard, now).read(iterator, 1, 0);
        }
        return iterators.encode(iterator, now.toEpochMilli());
    }

    private static long behindLatest(StreamLog log, Shard shard) {
        Long end = shard.end();
        return end == null ? log.next(shard) : end + 1;
    }

    // The next number counts as one of an open shard: a shard without records starts at it.
    private static long sequence(StreamLog log, Shard shard, @Nullable String text) {
        Long sequence = text == null ? null : SequenceNumber.parse(text);
        long last = shard.end() == null ? log.next(shard) : shard.end();
        if (sequence == null || sequence < shard.start() || sequence > last) {
            throw ApiException.validation("Invalid SequenceNumber: " + text + " is not in shard " + shard.id());
        }
        return sequence;
    }

    /**
     * Records of a shard.
     *
     * @throws ApiException ValidationException or ExpiredIteratorException if the iterator cannot be used;
     *     ResourceNotFoundException if its stream is gone; TrimmedDataAccessException if its records have been trimmed
     */
    public StreamPage read(String iterator, int limit, long bytesMax) {
        Instant now = clock.instant();
        ShardIterator from = iterators.decode(iterator, now.toEpochMilli());
        StreamLog log = find(from.streamArn());
        Shard shard = log.shard(from.shardId());
        if (shard == null || Trimming.isGone(shard, now, limits)) {
            throw StreamReader.trimmedDataAccess();
        }
        StreamReader.Page page = reader(log, shard, now).read(from, limit, bytesMax);
        ShardIterator next = page.next();
        return new StreamPage(
                log.definition(),
                shard.id(),
                page.records(),
                next == null ? null : iterators.encode(next, now.toEpochMilli()));
    }

    private StreamReader reader(StreamLog log, Shard shard, Instant now) {
        return new StreamReader(
                engine, log, shard, now.toEpochMilli(), limits.retention().toMillis());
    }

    /** One step of what streams do by themselves. */
    private Task.Outcome step(Instant now) {
        for (StreamLog log : logs.values()) {
            StreamDefinition stream = log.definition();
            if (!duties.isMine(stream.tableTreeId())) {
                continue;
            }
            log.refresh(now, engine.size(stream.tableTree()).bytes());
            if (trimming.step(log, now) == Task.Outcome.MORE) {
                return Task.Outcome.MORE;
            }
            if (isGone(stream, now) && log.shards().isEmpty()) {
                logs.remove(stream.arn());
                engine.drop(stream.tree());
                catalog.remove(stream);
                return Task.Outcome.MORE;
            }
        }
        return logs.isEmpty() ? Task.Outcome.IDLE : Task.Outcome.LATER;
    }
}

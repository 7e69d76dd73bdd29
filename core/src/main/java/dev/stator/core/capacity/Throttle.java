package dev.stator.core.capacity;

import dev.stator.core.error.ThrottledException;
import dev.stator.core.error.ThrottlingReason;
import dev.stator.core.error.ThrottlingReason.Limit;
import dev.stator.core.table.Capacity;
import dev.stator.core.table.Index;
import dev.stator.core.table.OnDemandThroughput;
import dev.stator.core.table.Table;
import dev.stator.storage.Token;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests for which a table, a global index or a partition of one has no units left; {@link #OFF} refuses none,
 * and costs nothing. Operations ask before they read or write, and {@link CapacityMeter} tells what it came to.
 *
 * <p>DynamoDB: a request is let through while anything is left, and takes what it costs, so that a large one leaves a debt.
 * Provisioned units that are not used are saved for 300 seconds; other limits hold by the second.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html">Burst
 *     capacity</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-diagnosing-workflow.html">Throttling
 *     reasons</a>
 */
public final class Throttle {
    /** Refuses nothing. */
    public static final Throttle OFF = new Throttle(null);

    private static final int BURST_SECONDS = 300;
    /** The quota of an on-demand table in a new account, for reads and for writes. */
    private static final int TABLE_UNITS_MAX = 40_000;

    private final @Nullable InstantSource clock;
    /** By tree id, which no other table or index ever has. */
    private final Map<Integer, Buckets> resources = new ConcurrentHashMap<>();

    private Throttle(@Nullable InstantSource clock) {
        this.clock = clock;
    }

    /** Refuses what exceeds the throughput that the tables are told to have. */
    public static Throttle by(InstantSource clock) {
        return new Throttle(clock);
    }

    /** Whether it may refuse anything. */
    public boolean isOn() {
        return clock != null;
    }

    /** The two directions, with what a partition can serve of each a second. */
    public enum Direction {
        READ(3_000),
        WRITE(1_000);

        private final int partitionUnits;

        Direction(int partitionUnits) {
            this.partitionUnits = partitionUnits;
        }
    }

    /**
     * Lets a read through.
     *
     * @param index      null to read the table
     * @param collection the encoded partition key; null for a read that goes through many
     * @throws ThrottledException if it has to wait
     */
    public void admitRead(Table table, @Nullable Index index, byte @Nullable [] collection) {
        if (clock != null) {
            List<ThrottlingReason> reasons = new ArrayList<>();
            Resource resource = new Resource(table, global(index));
            resource.checkUnits(Direction.READ, reasons);
            if (collection != null) {
                resource.checkPartition(Direction.READ, collection, reasons);
            }
            check(table, reasons);
        }
    }

    /**
     * Lets the write of one item through.
     *
     * <p>DynamoDB: when a global index cannot follow, all writes to the table wait, whether they concern it or not.
     *
     * @throws ThrottledException if it has to wait
     */
    public void admitWrite(Table table, byte[] collection) {
        if (clock != null) {
            List<ThrottlingReason> reasons = new ArrayList<>();
            Resource resource = new Resource(table, null);
            resource.checkUnits(Direction.WRITE, reasons);
            resource.checkPartition(Direction.WRITE, collection, reasons);
            for (Index index : table.indexes()) {
                if (index.isGlobal()) {
                    Resource follower = new Resource(table, index);
                    follower.checkUnits(Direction.WRITE, reasons);
                    follower.checkPartitions(Direction.WRITE, reasons);
                }
            }
            check(table, reasons);
        }
    }

    /** Takes what a request has cost from its table and the global indexes. */
    void charge(Table table, Direction direction, ConsumedCapacity consumed) {
        if (clock != null) {
            new Resource(table, null).charge(direction, consumed.ofTable());
            for (Index index : table.indexes()) {
                double units = index.isGlobal() ? consumed.ofIndex(index) : 0;
                if (units > 0) {
                    new Resource(table, index).charge(direction, units);
                }
            }
        }
    }

    /** Takes units from the partition of the table, or of a global index, that has this collection. */
    public void chargePartition(
            Table table, @Nullable Index index, Direction direction, byte[] collection, double units) {
        if (clock != null) {
            new Resource(table, global(index)).chargePartition(direction, collection, units);
        }
    }

    /** A local index has no throughput of its own. */
    private static @Nullable Index global(@Nullable Index index) {
        return index != null && index.isGlobal() ? index : null;
    }

    private static void check(Table table, List<ThrottlingReason> reasons) {
        if (!reasons.isEmpty()) {
            throw new ThrottledException(!table.isPayPerRequest(), reasons);
        }
    }

    private long nowMillis() {
        return clock == null ? 0 : clock.millis();
    }

    /** The buckets of one table or global index. */
    private static final class Buckets {
        private final Bucket reads;
        private final Bucket writes;
        private final Map<Integer, Bucket> partitionReads = new ConcurrentHashMap<>();
        private final Map<Integer, Bucket> partitionWrites = new ConcurrentHashMap<>();

        /** @param startMillis when the table was created, since when it saves what nobody uses */
        Buckets(long startMillis) {
            reads = new Bucket(startMillis);
            writes = new Bucket(startMillis);
        }

        Bucket units(Direction direction) {
            return direction == Direction.READ ? reads : writes;
        }

        Map<Integer, Bucket> partitions(Direction direction) {
            return direction == Direction.READ ? partitionReads : partitionWrites;
        }
    }

    /** A table or global index as it is now, with its buckets. */
    private final class Resource {
        private final Table table;
        private final @Nullable Index index;
        private final Capacity capacity;
        private final Buckets buckets;

        Resource(Table table, @Nullable Index index) {
            this.table = table;
            this.index = index;
            this.capacity = index == null
                    ? table.definition().settings().capacity()
                    : table.definition().settingsOf(index).capacity();
            int tree = index == null ? table.id() : index.tree().id();
            this.buckets = resources.computeIfAbsent(
                    tree, id -> new Buckets(table.definition().created().toEpochMilli()));
        }

        void checkUnits(Direction direction, List<ThrottlingReason> reasons) {
            if (buckets.units(direction).isEmpty(rate(direction), nowMillis())) {
                reasons.add(reason(limit(direction), direction));
            }
        }

        void checkPartition(Direction direction, byte[] collection, List<ThrottlingReason> reasons) {
            Bucket partition = buckets.partitions(direction).get(partition(collection));
            if (partition != null) {
                checkPartitions(List.of(partition), direction, reasons);
            }
        }

        void checkPartitions(Direction direction, List<ThrottlingReason> reasons) {
            checkPartitions(buckets.partitions(direction).values(), direction, reasons);
        }

        private void checkPartitions(
                Collection<Bucket> partitions, Direction direction, List<ThrottlingReason> reasons) {
            long now = nowMillis();
            if (partitions.stream().anyMatch(partition -> partition.isEmpty(partitionRate(direction), now))) {
                reasons.add(reason(Limit.KEY_RANGE, direction));
            }
        }

        void charge(Direction direction, double units) {
            buckets.units(direction).take(units, rate(direction), nowMillis());
        }

        void chargePartition(Direction direction, byte[] collection, double units) {
            buckets.partitions(direction)
                    .computeIfAbsent(partition(collection), number -> new Bucket(nowMillis()))
                    .take(units, partitionRate(direction), nowMillis());
        }

        private Limit limit(Direction direction) {
            if (!table.isPayPerRequest()) {
                return Limit.PROVISIONED;
            }
            return maximum(direction) == OnDemandThroughput.UNLIMITED ? Limit.ACCOUNT : Limit.MAX_ON_DEMAND;
        }

        private Bucket.Rate rate(Direction direction) {
            boolean isRead = direction == Direction.READ;
            return switch (limit(direction)) {
                case PROVISIONED ->
                    new Bucket.Rate(
                            isRead
                                    ? capacity.provisioned().readUnits()
                                    : capacity.provisioned().writeUnits(),
                            BURST_SECONDS);
                case MAX_ON_DEMAND -> new Bucket.Rate(maximum(direction), 1);
                default -> new Bucket.Rate(TABLE_UNITS_MAX, 1);
            };
        }

        private long maximum(Direction direction) {
            OnDemandThroughput maxima = capacity.onDemand();
            if (maxima == null) {
                return OnDemandThroughput.UNLIMITED;
            }
            return direction == Direction.READ ? maxima.maxReadUnits() : maxima.maxWriteUnits();
        }

        private static Bucket.Rate partitionRate(Direction direction) {
            return new Bucket.Rate(direction.partitionUnits, 1);
        }

        /** The number of the partition that has this collection: partitions are equal ranges of tokens. */
        private int partition(byte[] collection) {
            return (int) Math.unsignedMultiplyHigh(Token.of(collection), partitions());
        }

        /** As many as the warm throughput needs. */
        private long partitions() {
            long forReads = Math.ceilDiv(capacity.warm().readUnits(), (long) Direction.READ.partitionUnits);
            long forWrites = Math.ceilDiv(capacity.warm().writeUnits(), (long) Direction.WRITE.partitionUnits);
            return Math.max(1, Math.max(forReads, forWrites));
        }

        private ThrottlingReason reason(Limit limit, Direction direction) {
            String resource = index == null ? table.arn() : table.arn() + "/index/" + index.name();
            return new ThrottlingReason(limit, index != null, direction == Direction.WRITE, resource);
        }
    }
}

package dev.stator.core.table.update;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.table.Billing;
import dev.stator.core.table.BillingMode;
import dev.stator.core.table.Capacity;
import dev.stator.core.table.Index;
import dev.stator.core.table.OnDemandThroughput;
import dev.stator.core.table.ProvisionedThroughput;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableSettings;
import dev.stator.core.table.WarmThroughput;
import dev.stator.core.table.input.IndexUpdateInput;
import dev.stator.core.table.input.UnitsInput;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of the billing mode, and of the throughput of a table and its global indexes.
 *
 * @param mode    null to stay in the mode that the table is in
 * @param indexes the indexes whose throughput changes
 */
public record ThroughputUpdate(
        @Nullable BillingMode mode,
        @Nullable UnitsInput provisioned,
        @Nullable UnitsInput onDemand,
        @Nullable UnitsInput warm,
        List<IndexUpdateInput.Throughput> indexes) {

    /** The table with this change made; throws if it is not allowed, or changes nothing. */
    public TableDefinition apply(TableDefinition table, Instant now) {
        BillingMode next = next(table);
        if (provisioned != null && next == BillingMode.PAY_PER_REQUEST) {
            throw ApiException.invalidParameter("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                    + " BillingMode is PAY_PER_REQUEST");
        }
        indexes.forEach(update -> checkIndex(table, update, next));
        if (provisioned != null || isSwitch(table)) {
            InUse.checkNoIndexIsChanging(table, "table IOPS");
        }
        if (isSwitch(table) && next == BillingMode.PROVISIONED) {
            checkAllIndexesHaveUnits(table);
        }
        Target target = new Target("table", "table", next);
        TableSettings settings = table.settings()
                .withBilling(billing(table, next, now))
                .withCapacity(target.change(table.settings().capacity(), provisioned, onDemand, warm, now));
        TableDefinition changed = table.withSettings(settings);
        for (Index index : table.globalIndexes()) {
            changed = changed.withIndex(
                    index, table.settingsOf(index).withCapacity(indexCapacity(table, index, next, now)));
        }
        return changed;
    }

    /** The billing mode that the table will be in. */
    public BillingMode next(TableDefinition table) {
        return mode == null ? table.settings().billing().mode() : mode;
    }

    /** Whether the table changes its billing mode. */
    public boolean isSwitch(TableDefinition table) {
        return next(table) != table.settings().billing().mode();
    }

    /** Whether the throughput of this index was asked to change, or changes with the table's billing mode. */
    public boolean concerns(TableDefinition table, Index index) {
        return isSwitch(table) || find(index) != null;
    }

    private static void checkIndex(TableDefinition table, IndexUpdateInput.Throughput update, BillingMode next) {
        UnitsInput units = update.provisioned();
        if (units != null && units.isOutOfBounds()) {
            throw ApiException.validation("This operation cannot be performed with given input values. Please contact"
                    + " DynamoDB service team for more info: Action Blocked: IndexUpdate");
        }
        Index index = IndexUpdate.find(table, update.indexName(), "update");
        InUse.checkSettled(table, index);
        if (units != null && next == BillingMode.PAY_PER_REQUEST) {
            throw ApiException.invalidParameter("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for"
                    + " index: " + index.name() + " when BillingMode is PAY_PER_REQUEST");
        }
        if (units == null && update.onDemand() == null && update.warm() == null) {
            throw ApiException.invalidParameter(
                    "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: " + index.name());
        }
    }

    private void checkAllIndexesHaveUnits(TableDefinition table) {
        List<String> without = table.globalIndexes().stream()
                .filter(index -> {
                    IndexUpdateInput.Throughput update = find(index);
                    return update == null || update.provisioned() == null;
                })
                .map(Index::name)
                .toList();
        if (!without.isEmpty()) {
            throw ApiException.invalidParameter(
                    "ProvisionedThroughput must be specified for index: " + String.join(",", without));
        }
    }

    private static Billing billing(TableDefinition table, BillingMode next, Instant now) {
        Billing billing = table.settings().billing();
        boolean becomesOnDemand = next == BillingMode.PAY_PER_REQUEST && !billing.isPayPerRequest();
        return new Billing(next, becomesOnDemand ? now : billing.lastUpdateToPayPerRequest());
    }

    private Capacity indexCapacity(TableDefinition table, Index index, BillingMode next, Instant now) {
        Capacity capacity = table.settingsOf(index).capacity();
        IndexUpdateInput.Throughput update = find(index);
        Target target = new Target("index " + index.name(), "index", next);
        return update == null
                ? target.change(capacity, null, null, null, now)
                : target.change(capacity, update.provisioned(), update.onDemand(), update.warm(), now);
    }

    private IndexUpdateInput.@Nullable Throughput find(Index index) {
        for (IndexUpdateInput.Throughput update : indexes) {
            if (update.indexName().equals(index.name())) {
                return update;
            }
        }
        return null;
    }

    /**
     * The table or an index.
     *
     * @param name how DynamoDB's errors name it
     * @param kind {@code table} or {@code index}
     */
    private record Target(String name, String kind, BillingMode mode) {
        /** The first of a UTC day are free, then there is one an hour. */
        private static final int DECREASES_A_DAY = 4;

        private static final int DECREASE_PAUSE_SECONDS = 3_600;

        Capacity change(
                Capacity capacity,
                @Nullable UnitsInput provisioned,
                @Nullable UnitsInput onDemand,
                @Nullable UnitsInput warm,
                Instant now) {
            ProvisionedThroughput units = units(capacity.provisioned(), provisioned, now);
            return new Capacity(
                    units,
                    onDemand == null ? capacity.onDemand() : onDemand(capacity.onDemand(), onDemand),
                    warm(capacity.warm(), warm).atLeast(least(units)));
        }

        private ProvisionedThroughput units(ProvisionedThroughput current, @Nullable UnitsInput wanted, Instant now) {
            if (mode == BillingMode.PAY_PER_REQUEST) {
                return current.hasUnits(0, 0) ? current : current.changedTo(0, 0, now);
            }
            if (wanted == null) {
                return current;
            }
            if (current.hasUnits(wanted.readUnits(), wanted.writeUnits())) {
                throw unchanged(current, wanted);
            }
            if (current.isDecrease(wanted.readUnits(), wanted.writeUnits())) {
                checkDecreases(current, now);
            }
            return current.changedTo(wanted.readUnits(), wanted.writeUnits(), now);
        }

        private ApiException unchanged(ProvisionedThroughput current, UnitsInput wanted) {
            return ApiException.validation("The provisioned throughput for the " + name
                    + " will not change. The requested value equals the current value."
                    + " Current ReadCapacityUnits provisioned for the " + kind + ": " + current.readUnits()
                    + ". Requested ReadCapacityUnits: " + wanted.readUnits()
                    + ". Current WriteCapacityUnits provisioned for the " + kind + ": " + current.writeUnits()
                    + ". Requested WriteCapacityUnits: " + wanted.writeUnits()
                    + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
                    + " limits.");
        }

        private static void checkDecreases(ProvisionedThroughput current, Instant now) {
            Instant last = current.lastDecrease();
            int today = current.decreasesToday(now);
            if (last == null || today < DECREASES_A_DAY) {
                return;
            }
            Instant next = last.plusSeconds(DECREASE_PAUSE_SECONDS);
            if (now.isBefore(next)) {
                throw new ApiException(
                        ErrorType.LIMIT_EXCEEDED,
                        "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day."
                                + " After the first 4 decreases, each subsequent decrease in the same UTC day can be"
                                + " performed at most once every 3600 seconds. Number of decreases today: " + today
                                + ". Last decrease at " + EnglishTime.of(last) + ". Next decrease can be made at "
                                + EnglishTime.of(next));
            }
        }

        private OnDemandThroughput onDemand(@Nullable OnDemandThroughput current, UnitsInput wanted) {
            return new OnDemandThroughput(
                    maximum(
                            "MaxReadRequestUnits",
                            wanted.read(),
                            current == null ? OnDemandThroughput.UNLIMITED : current.maxReadUnits()),
                    maximum(
                            "MaxWriteRequestUnits",
                            wanted.write(),
                            current == null ? OnDemandThroughput.UNLIMITED : current.maxWriteUnits()));
        }

        private long maximum(String member, @Nullable Long wanted, long current) {
            if (wanted == null) {
                return current;
            }
            if (mode == BillingMode.PROVISIONED) {
                throw ApiException.invalidParameter(member
                        + " for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED");
            }
            if (wanted < 1 && wanted != OnDemandThroughput.UNLIMITED) {
                throw ApiException.invalidParameter(
                        "Requested " + member + " for OnDemandThroughput for " + name + " is outside of valid range");
            }
            return wanted;
        }

        private WarmThroughput warm(WarmThroughput current, @Nullable UnitsInput wanted) {
            return wanted == null
                    ? current
                    : new WarmThroughput(
                            warm("ReadUnitsPerSecond", wanted.read(), current.readUnits()),
                            warm("WriteUnitsPerSecond", wanted.write(), current.writeUnits()));
        }

        private long warm(String member, @Nullable Long wanted, long current) {
            if (wanted == null) {
                return current;
            }
            if (wanted < current) {
                throw ApiException.invalidParameter("Requested " + member + " for WarmThroughput for " + name
                        + " is lower than current WarmThroughput, decreasing WarmThroughput is not supported");
            }
            return wanted;
        }

        private WarmThroughput least(ProvisionedThroughput units) {
            return mode == BillingMode.PAY_PER_REQUEST
                    ? WarmThroughput.ON_DEMAND
                    : new WarmThroughput(units.readUnits(), units.writeUnits());
        }
    }
}

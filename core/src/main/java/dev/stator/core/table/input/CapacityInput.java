package dev.stator.core.table.input;

import dev.stator.core.error.ApiException;
import dev.stator.core.table.Capacity;
import dev.stator.core.table.OnDemandThroughput;
import dev.stator.core.table.ProvisionedThroughput;
import dev.stator.core.table.WarmThroughput;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of a table or global index that is to be created.
 *
 * @param target how DynamoDB's errors name it: {@code table}, or {@code index} and its name
 */
public record CapacityInput(
        String target,
        @Nullable UnitsInput provisioned,
        @Nullable UnitsInput onDemand,
        @Nullable UnitsInput warm) {
    private static final String WARM_THROUGHPUT_GUIDE =
            "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html";

    public static CapacityInput of(IndexInput index) {
        return new CapacityInput("index " + index.indexName(), index.provisioned(), index.onDemand(), index.warm());
    }

    /** Throws unless on-demand and warm throughput are allowed in this billing mode, and in range. */
    public void check(boolean payPerRequest) {
        if (onDemand != null) {
            if (!payPerRequest && (onDemand.read() != null || onDemand.write() != null)) {
                String member = onDemand.read() != null ? "MaxReadRequestUnits" : "MaxWriteRequestUnits";
                throw ApiException.invalidParameter(member
                        + " for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED");
            }
            checkMaximum("MaxReadRequestUnits", onDemand.read(), target);
            checkMaximum("MaxWriteRequestUnits", onDemand.write(), target);
        }
        if (warm != null) {
            WarmThroughput least = initialWarm(payPerRequest);
            checkWarm("ReadUnitsPerSecond", warm.read(), least.readUnits(), "ReadCapacityUnits", payPerRequest);
            checkWarm("WriteUnitsPerSecond", warm.write(), least.writeUnits(), "WriteCapacityUnits", payPerRequest);
        }
    }

    static void checkMaximum(String member, @Nullable Long units, String target) {
        if (units != null && units < 1) {
            throw ApiException.invalidParameter(
                    "Requested " + member + " for OnDemandThroughput for " + target + " is outside of valid range");
        }
    }

    private void checkWarm(
            String member, @Nullable Long units, long least, String provisionedMember, boolean payPerRequest) {
        if (units != null && units < least) {
            throw ApiException.invalidParameter("Requested " + member + " for WarmThroughput for " + target
                    + " is lower than "
                    + (payPerRequest
                            ? "initial throughput for OnDemand. See: " + WARM_THROUGHPUT_GUIDE
                            : provisionedMember + " of ProvisionedThroughput"));
        }
    }

    /** The capacity, once it has been checked. */
    public Capacity capacity(boolean payPerRequest) {
        WarmThroughput initial = initialWarm(payPerRequest);
        return new Capacity(
                provisioned == null
                        ? ProvisionedThroughput.ON_DEMAND
                        : ProvisionedThroughput.of(provisioned.readUnits(), provisioned.writeUnits()),
                onDemand == null
                        ? null
                        : new OnDemandThroughput(
                                orElse(onDemand.read(), OnDemandThroughput.UNLIMITED),
                                orElse(onDemand.write(), OnDemandThroughput.UNLIMITED)),
                warm == null
                        ? initial
                        : new WarmThroughput(
                                orElse(warm.read(), initial.readUnits()), orElse(warm.write(), initial.writeUnits())));
    }

    private WarmThroughput initialWarm(boolean payPerRequest) {
        return payPerRequest || provisioned == null
                ? WarmThroughput.ON_DEMAND
                : new WarmThroughput(provisioned.readUnits(), provisioned.writeUnits());
    }

    private static long orElse(@Nullable Long value, long otherwise) {
        return value == null ? otherwise : value;
    }
}

package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import org.jspecify.annotations.Nullable;

/** Read units and write units, which the API asks for under three names: provisioned, on-demand and warm throughput. */
public record UnitsInput(@Nullable Long read, @Nullable Long write) {
    /** The most units that the API takes for a number of units at all. */
    private static final long UNITS_MAX = 1_000_000_000_000L;

    public static @Nullable UnitsInput readProvisioned(RequestReader in) {
        return read(in, "ProvisionedThroughput", "ReadCapacityUnits", "WriteCapacityUnits");
    }

    public static @Nullable UnitsInput readOnDemand(RequestReader in) {
        return read(in, "OnDemandThroughput", "MaxReadRequestUnits", "MaxWriteRequestUnits");
    }

    public static @Nullable UnitsInput readWarm(RequestReader in) {
        return read(in, "WarmThroughput", "ReadUnitsPerSecond", "WriteUnitsPerSecond");
    }

    private static @Nullable UnitsInput read(RequestReader in, String shape, String readMember, String writeMember) {
        if (!in.beginStructure(shape)) {
            return null;
        }
        Long read = null;
        Long write = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals(readMember)) {
                read = in.longInteger();
            } else if (member.equals(writeMember)) {
                write = in.longInteger();
            } else {
                in.skip();
            }
        }
        return new UnitsInput(read, write);
    }

    /** The constraints of provisioned throughput: both are given, and at least 1. */
    public static void constrainProvisioned(Constraints constraints, String path, @Nullable UnitsInput units) {
        if (units != null) {
            constraints
                    .notNull(path + ".writeCapacityUnits", units.write)
                    .atLeast(path + ".writeCapacityUnits", units.write, 1)
                    .notNull(path + ".readCapacityUnits", units.read)
                    .atLeast(path + ".readCapacityUnits", units.read, 1);
        }
    }

    /** Throws if there are more provisioned units than the API knows. */
    public void checkBounds() {
        if (readUnits() > UNITS_MAX) {
            throw ApiException.validation("Given value " + read + " for ReadCapacityUnits is out of bounds");
        }
        if (writeUnits() > UNITS_MAX) {
            throw ApiException.validation("Given value " + write + " for WriteCapacityUnits is out of bounds");
        }
    }

    /** Whether there are more units than the API knows. */
    public boolean isOutOfBounds() {
        return readUnits() > UNITS_MAX || writeUnits() > UNITS_MAX;
    }

    /** The read units of provisioned throughput. */
    public long readUnits() {
        return given(read);
    }

    /** The write units of provisioned throughput. */
    public long writeUnits() {
        return given(write);
    }
}

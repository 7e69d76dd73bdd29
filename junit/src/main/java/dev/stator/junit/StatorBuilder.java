package dev.stator.junit;

import dev.stator.core.Limits;
import dev.stator.core.fault.Sleeper;
import dev.stator.storage.memory.MemoryEngine;

/** What can be chosen about a {@link Stator}; each has a default. */
public final class StatorBuilder {
    private static final int RECORDED_REQUESTS_MAX = 10_000;

    private StatorClock clock = StatorClock.system();
    private String region = "eu-west-2";
    private Limits limits = Limits.DYNAMODB;
    private int recordedRequestsMax = RECORDED_REQUESTS_MAX;
    private boolean enforcesThroughput;
    private Sleeper sleeper = Sleeper.REAL;
    private boolean overHttp;

    StatorBuilder() {}

    /** The same choices, which this builder changes no more. */
    StatorBuilder copy() {
        StatorBuilder copy = new StatorBuilder();
        copy.clock = clock;
        copy.region = region;
        copy.limits = limits;
        copy.recordedRequestsMax = recordedRequestsMax;
        copy.enforcesThroughput = enforcesThroughput;
        copy.sleeper = sleeper;
        copy.overHttp = overHttp;
        return copy;
    }

    /** Lets the time pass of requests that {@link Stator#faults} delay; by default real time. */
    public StatorBuilder sleeper(Sleeper chosen) {
        sleeper = chosen;
        return this;
    }

    /** The database's time; by default the machine's, until it is moved. */
    public StatorBuilder clock(StatorClock chosen) {
        clock = chosen;
        return this;
    }

    /** The region of the clients, which ARNs tell; {@code eu-west-2} by default. */
    public StatorBuilder region(String chosen) {
        region = chosen;
        return this;
    }

    /** How many bytes a Query or Scan evaluates for a page; 1 MB by default, as in DynamoDB. To see pages with few items. */
    public StatorBuilder pageBytesMax(int chosen) {
        limits = limits.withPageBytesMax(chosen);
        return this;
    }

    /** How large an item collection of a table with local indexes becomes; 10 GB by default, as in DynamoDB. */
    public StatorBuilder itemCollectionBytesMax(long chosen) {
        limits = limits.withItemCollectionBytesMax(chosen);
        return this;
    }

    /** Has requests refused that exceed the throughput of their tables, which comes back as the clock goes on. */
    public StatorBuilder enforceThroughput() {
        enforcesThroughput = true;
        return this;
    }

    /** How many requests {@link Stator#requests} keeps; 10,000 by default. */
    public StatorBuilder recordedRequestsMax(int chosen) {
        if (chosen <= 0) {
            throw new IllegalArgumentException("a log keeps at least one request, not " + chosen);
        }
        recordedRequestsMax = chosen;
        return this;
    }

    /**
     * Has the clients connect to {@link Stator#endpoint} through a real port, with the transports that the SDK finds on the
     * class path; needs stator-server. To see that a test does not depend on how it reaches the database.
     */
    public StatorBuilder overHttp() {
        overHttp = true;
        return this;
    }

    /** Makes the database. */
    public Stator build() {
        return new Stator(copy(), new MemoryEngine());
    }

    StatorClock clock() {
        return clock;
    }

    String region() {
        return region;
    }

    Limits limits() {
        return limits;
    }

    boolean enforcesThroughput() {
        return enforcesThroughput;
    }

    Sleeper sleeper() {
        return sleeper;
    }

    int recordedRequestsMax() {
        return recordedRequestsMax;
    }

    boolean isOverHttp() {
        return overHttp;
    }
}

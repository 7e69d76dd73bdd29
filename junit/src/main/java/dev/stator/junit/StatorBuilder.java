package dev.stator.junit;

import dev.stator.core.Limits;

/** What can be chosen about a {@link Stator}; each has a default. */
public final class StatorBuilder {
    private static final int RECORDED_REQUESTS_MAX = 10_000;

    private StatorClock clock = StatorClock.system();
    private String region = "eu-west-2";
    private Limits limits = Limits.DYNAMODB;
    private int recordedRequestsMax = RECORDED_REQUESTS_MAX;
    private boolean overHttp;

    StatorBuilder() {}

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

    /** Lower limits than DynamoDB's, to meet them with little data: pages of a few KB, small item collections. */
    public StatorBuilder limits(Limits chosen) {
        limits = chosen;
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
        return new Stator(this);
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

    int recordedRequestsMax() {
        return recordedRequestsMax;
    }

    boolean isOverHttp() {
        return overHttp;
    }
}

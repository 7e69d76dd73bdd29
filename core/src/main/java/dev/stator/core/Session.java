package dev.stator.core;

import dev.stator.core.capacity.Admission;

/**
 * Who asks, and where: the place to which authorization, audit and partial batches attach.
 *
 * @param principal the access key of the caller's credentials; not verified yet
 * @param region    the region that the caller signed for, which appears in the ARNs he is told
 * @param accountId the twelve-digit account that owns the tables
 * @param host      the host and port that the caller reached the database by
 * @param admission which items of a batch are carried out
 */
public record Session(String principal, String region, String accountId, String host, Admission admission) {
    /** The account of every caller as long as signatures are not verified. */
    public static final String ACCOUNT_ID = "000000000000";

    private static final String UNKNOWN_HOST = "localhost";

    /** A caller of whom it is not known, or does not matter, how he reached the database. */
    public Session(String principal, String region, String accountId) {
        this(principal, region, accountId, UNKNOWN_HOST, Admission.ALL);
    }

    /** The same caller, who reached the database by this host and port. */
    public Session withHost(String newHost) {
        return new Session(principal, region, accountId, newHost, admission);
    }

    /** The same caller, of whose batches only these items are carried out. */
    public Session withAdmission(Admission newAdmission) {
        return new Session(principal, region, accountId, host, newAdmission);
    }

    /** A caller in the reference region. */
    public static final Session ANONYMOUS = new Session("anonymous", "eu-west-2", ACCOUNT_ID);
}

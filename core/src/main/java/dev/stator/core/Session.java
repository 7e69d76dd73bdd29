package dev.stator.core;

/**
 * Who asks, and where: the place to which authorization, audit and time travel attach.
 *
 * @param principal the access key of the caller's credentials; not verified yet
 * @param region    the region that the caller signed for, which appears in the ARNs he is told
 * @param accountId the twelve-digit account that owns the tables
 */
public record Session(String principal, String region, String accountId) {
    /** The account of every caller as long as signatures are not verified. */
    public static final String ACCOUNT_ID = "000000000000";

    /** A caller in the reference region. */
    public static final Session ANONYMOUS = new Session("anonymous", "eu-west-2", ACCOUNT_ID);
}

package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The resource-based policy of a table, or what is remembered of it after it was deleted. Stator shows it, and enforces
 * nothing.
 *
 * @param document {@link PolicyDocument#canonical}; null once it was deleted
 * @param revision when it was last changed, in milliseconds since 1970
 */
public record ResourcePolicy(@Nullable String document, long revision) {
    /** What a request expects that wants there to be no policy. */
    private static final String NO_POLICY = "NO_POLICY";

    /**
     * The policy after this document was put, or null was, which deletes it. A document that is there already stays with
     * its revision.
     *
     * @param current null if there never was one
     */
    public static ResourcePolicy changed(@Nullable ResourcePolicy current, @Nullable String document, Instant now) {
        if (current == null) {
            return new ResourcePolicy(document, now.toEpochMilli());
        }
        if (document == null ? current.document == null : document.equals(current.document)) {
            return current;
        }
        // Two changes in one millisecond have two revisions all the same.
        return new ResourcePolicy(document, Math.max(now.toEpochMilli(), current.revision + 1));
    }

    /** How the API shows the revision. */
    public String revisionId() {
        return Long.toString(revision);
    }

    /**
     * Throws unless the policy is the one that is expected.
     *
     * @param current  null if there never was one
     * @param expected ExpectedRevisionId
     */
    public static void checkRevision(@Nullable ResourcePolicy current, String expected, String tableName) {
        String document = current == null ? null : current.document;
        if (expected.equals(NO_POLICY)) {
            if (current != null && document != null) {
                throw notFound("Requested policy update expecting none to be present for table " + tableName
                        + ", but a policy exists with revision id " + current.revisionId() + ".");
            }
        } else if (current == null) {
            throw notFound("Requested update for policy with revision id " + expected + ", but table " + tableName
                    + " has no associated policy.");
        } else if (document == null || !expected.equals(current.revisionId())) {
            // DynamoDB: a deleted policy is told like one that has the revision of its deletion.
            throw notFound("Requested update for policy with revision id " + expected
                    + ", but the policy associated to target table " + tableName + " has revision id "
                    + current.revisionId() + ".");
        }
    }

    /** There is not the policy that was meant; the text goes on with why. */
    public static ApiException notFound(String why) {
        return new ApiException(
                ErrorType.POLICY_NOT_FOUND, "Resource-based policy not found for the provided ResourceArn: " + why);
    }
}

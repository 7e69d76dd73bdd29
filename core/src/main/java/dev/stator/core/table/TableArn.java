package dev.stator.core.table;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;

/**
 * The ARN of a table, which the API accepts wherever it asks for a table's name.
 *
 * @param text the whole ARN
 * @param name the table's name
 */
public record TableArn(String text, String region, String accountId, String name) {
    private static final String PREFIX = "arn:";
    private static final int PARTS = 6;
    private static final int RESOURCE_NAME_MIN = 3;
    private static final int RESOURCE_NAME_MAX = 255;

    /** Whether this is meant as an ARN: no table name has a colon. */
    static boolean isArn(String nameOrArn) {
        return nameOrArn.startsWith(PREFIX);
    }

    /** The ARN of a table that this caller creates. */
    public static String of(String name, Session session) {
        return PREFIX + "aws:dynamodb:" + session.region() + ":" + session.accountId() + ":table/" + name;
    }

    /** The name of the table that a name or ARN names. */
    public static String nameIn(String nameOrArn) {
        return isArn(nameOrArn) ? parse(nameOrArn).name() : nameOrArn;
    }

    /** The name of a table that this caller creates; throws if he gives an ARN of another region or account than his. */
    public static String nameToCreate(String nameOrArn, Session session) {
        if (!isArn(nameOrArn)) {
            return nameOrArn;
        }
        TableArn arn = parse(nameOrArn);
        arn.check(of(arn.name(), session));
        return arn.name();
    }

    static TableArn parse(String text) {
        String[] parts = text.split(":", PARTS);
        if (parts.length < PARTS || !parts[1].startsWith("aws") || !parts[2].equals("dynamodb")) {
            throw malformed(text);
        }
        String resource = parts[PARTS - 1];
        int slash = resource.indexOf('/');
        if (slash < 0) {
            throw malformed(text);
        }
        if (!resource.startsWith("table/")) {
            throw violation(text, "Invalid resource type");
        }
        String name = resource.substring(slash + 1);
        if (name.length() < RESOURCE_NAME_MIN
                || name.length() > RESOURCE_NAME_MAX
                || !name.matches("[a-zA-Z0-9_.-]+")) {
            throw malformed(text);
        }
        return new TableArn(text, parts[3], parts[4], name);
    }

    /** Throws unless this is that ARN of a table, which has the region and account in which the table was created. */
    void check(String arn) {
        if (text.equals(arn)) {
            return;
        }
        if (!region.equals(parse(arn).region())) {
            throw ApiException.validation("1 validation error detected: Invalid AWS region in '" + text + "'");
        }
        throw new ApiException(ErrorType.ACCESS_DENIED, "Access is denied");
    }

    private static ApiException malformed(String text) {
        return violation(
                text,
                "Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where"
                        + " Resource name must have length less than or equal to 255, Resource name must have length"
                        + " greater than or equal to 3, Resource name must satisfy regular expression pattern:"
                        + " [a-zA-Z0-9_.-]+");
    }

    private static ApiException violation(String text, String constraint) {
        return ApiException.validation("1 validation error detected: Value '" + text
                + "' at 'tableName' failed to satisfy constraint: " + constraint);
    }
}

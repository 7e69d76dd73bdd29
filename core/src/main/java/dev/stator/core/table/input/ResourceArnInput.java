package dev.stator.core.table.input;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** ResourceArn of the operations on tags: the ARN of a table, never its name. */
public final class ResourceArnInput {
    private static final Pattern TABLE_ARN =
            Pattern.compile("arn:aws[a-z-]*:dynamodb:[^:]+:\\d+:table/[a-zA-Z0-9_.-]{3,255}");

    private ResourceArnInput() {}

    /** Throws unless it is the ARN of a table, whether there is one or not. */
    public static String checked(@Nullable String arn) {
        if (arn == null) {
            throw ApiException.validation("Invalid TableArn");
        }
        if (!TABLE_ARN.matcher(arn).matches()) {
            throw ApiException.validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
        }
        return arn;
    }

    /**
     * The table that the ARN names.
     *
     * @throws ApiException AccessDeniedException if there is none: DynamoDB does not tell which ARNs exist (conformance
     *     suite, us-east-1, 2026-05)
     */
    public static TableDefinition table(Tables tables, String arn, String operation) {
        try {
            return tables.describe(arn);
        } catch (ApiException e) {
            throw new ApiException(
                    ErrorType.ACCESS_DENIED,
                    "User is not authorized to perform: dynamodb:" + operation + " on resource: " + arn);
        }
    }
}

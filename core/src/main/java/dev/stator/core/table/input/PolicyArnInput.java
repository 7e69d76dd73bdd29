package dev.stator.core.table.input;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** ResourceArn of the operations on resource policies: the ARN of a table, in checks of their own (AWS, 2026-10). */
public final class PolicyArnInput {
    private static final int LENGTH_MAX = 1283;
    private static final Pattern ARN = Pattern.compile(
            "arn:(?<partition>[^:]*):dynamodb:(?<region>[^:]*):(?<account>[^:]*):table/(?<name>[a-zA-Z0-9_.-]{3,255})"
                    + "(?:/(?<kind>index|stream)/(?<of>.+))?");

    private PolicyArnInput() {}

    public static void constrain(Constraints constraints, @Nullable String arn) {
        constraints.notNull("resourceArn", arn).length("resourceArn", arn, 1, LENGTH_MAX);
    }

    /** Throws unless this has the form of a table's ARN. */
    public static void check(String arn) {
        if (!arn.startsWith("arn:")) {
            throw ApiException.invalidParameter("ARNs must start with 'arn:': " + arn);
        }
        Matcher matcher = ARN.matcher(arn);
        if (!matcher.matches()) {
            throw ApiException.invalidParameter("Provided Arn is not a DynamoDB resource arn: " + arn);
        }
        if ("index".equals(matcher.group("kind"))) {
            throw ApiException.invalidParameter(
                    "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: " + arn);
        }
        if ("stream".equals(matcher.group("kind"))) {
            throw ApiException.invalidParameter("Resource policies of streams are not supported");
        }
    }

    /**
     * The table that a checked ARN names.
     *
     * @throws ApiException ResourceNotFoundException if there is none; ValidationException if it lies elsewhere
     */
    public static TableDefinition table(Tables tables, String arn) {
        Matcher matcher = ARN.matcher(arn);
        if (!matcher.matches()) {
            throw new IllegalStateException(arn + " was not checked");
        }
        TableDefinition table = tables.describe(matcher.group("name"));
        if (table.arn().equals(arn)) {
            return table;
        }
        Matcher own = ARN.matcher(table.arn());
        boolean sameAccount = own.matches() && own.group("account").equals(matcher.group("account"));
        if (!sameAccount) {
            throw ApiException.validation(
                    "This action is only supported by accounts that match the resource owner\u2019s account.");
        }
        throw ApiException.invalidParameter("Invalid resource Arn: " + arn);
    }
}

package dev.stator.core.stream;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The ARN of a stream as a member of requests: a table's ARN, and the stream's label. */
public final class StreamArn {
    private static final int LENGTH_MIN = 37;
    private static final int LENGTH_MAX = 1024;
    private static final Pattern FORM =
            Pattern.compile("arn:aws[a-z-]*:dynamodb:[^:]+:\\d+:table/[a-zA-Z0-9_.-]{3,255}/stream/[^/]+");

    private StreamArn() {}

    /** Adds what the model says of the ARN's length. */
    public static void constrain(Constraints constraints, String path, @Nullable String arn) {
        constraints.length(path, arn, LENGTH_MIN, LENGTH_MAX);
    }

    /** Throws unless it is the ARN of a stream, whether there is one or not. */
    public static String check(@Nullable String arn) {
        if (arn == null || !FORM.matcher(arn).matches()) {
            throw ApiException.validation("Invalid StreamArn: " + arn);
        }
        return arn;
    }
}

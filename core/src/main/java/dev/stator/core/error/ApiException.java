package dev.stator.core.error;

import dev.stator.core.protocol.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is an error: its wire type, its HTTP status and its text, verbatim DynamoDB's. Carries no stack trace,
 * since it describes the request and not the program.
 */
public sealed class ApiException extends RuntimeException
        permits ConditionalCheckFailedException, EmptyKeyException, ThrottledException, TransactionCanceledException {
    private static final long serialVersionUID = 1L;

    private final ErrorType type;

    public ApiException(ErrorType type, @Nullable String message) {
        super(message, null, false, false);
        this.type = type;
    }

    /** The request breaks a rule of the API. */
    public static ApiException validation(String message) {
        return new ApiException(ErrorType.VALIDATION, message);
    }

    /** As {@link #validation}, with the words that DynamoDB puts in front of many parameter errors. */
    public static ApiException invalidParameter(String message) {
        return validation("One or more parameter values were invalid: " + message);
    }

    /** The body is not the JSON that the operation's shape asks for. */
    public static ApiException serialization(@Nullable String message) {
        return new ApiException(ErrorType.SERIALIZATION, message);
    }

    /** Where table or index does not exist, in the words of the data plane. */
    public static ApiException resourceNotFound(String message) {
        return new ApiException(ErrorType.RESOURCE_NOT_FOUND, message);
    }

    public ErrorType type() {
        return type;
    }

    /** The HTTP status of the answer. */
    public int status() {
        return type.status();
    }

    /** Writes the error body, an object with {@code __type}, the text where there is one, and the type's own members. */
    public final void write(JsonWriter out) {
        out.beginObject().field("__type").string(type.wireName());
        String message = getMessage();
        if (message != null) {
            out.field(type.messageMember()).string(message);
        }
        writeMembers(out);
        out.endObject();
    }

    /** Writes what this error has beyond type and text. */
    void writeMembers(JsonWriter out) {}
}

package dev.stator.core.error;

/**
 * A key attribute of table or index has an empty value. DynamoDB: the only error about one item that a transaction tells as
 * its own, and not as the reason of one action.
 */
public final class EmptyKeyException extends ApiException {
    private static final long serialVersionUID = 1L;

    public EmptyKeyException(String message) {
        super(ErrorType.VALIDATION, message);
    }
}

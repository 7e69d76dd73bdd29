package dev.stator.core.error;

/** The error types of the API, with their names on the wire and their HTTP status. */
public enum ErrorType {
    ACCESS_DENIED("com.amazon.coral.service#AccessDeniedException", 400),
    CONDITIONAL_CHECK_FAILED("com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", 400),
    DUPLICATE_ITEM("com.amazonaws.dynamodb.v20120810#DuplicateItemException", 400),
    EXPIRED_ITERATOR("com.amazonaws.dynamodb.v20120810#ExpiredIteratorException", 400),
    IDEMPOTENT_PARAMETER_MISMATCH("com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException", 400),
    INCOMPLETE_SIGNATURE("com.amazon.coral.service#IncompleteSignatureException", 400),
    INTERNAL_SERVER_ERROR("com.amazonaws.dynamodb.v20120810#InternalServerError", 500),
    INVALID_SIGNATURE("com.amazon.coral.service#InvalidSignatureException", 400),
    ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED(
            "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException", 400),
    LIMIT_EXCEEDED("com.amazonaws.dynamodb.v20120810#LimitExceededException", 400),
    MISSING_AUTHENTICATION_TOKEN("com.amazon.coral.service#MissingAuthenticationTokenException", 400),
    POLICY_NOT_FOUND("com.amazonaws.dynamodb.v20120810#PolicyNotFoundException", 400),
    PROVISIONED_THROUGHPUT_EXCEEDED("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException", 400),
    REQUEST_LIMIT_EXCEEDED("com.amazonaws.dynamodb.v20120810#RequestLimitExceeded", 400),
    RESOURCE_IN_USE("com.amazonaws.dynamodb.v20120810#ResourceInUseException", 400),
    RESOURCE_NOT_FOUND("com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", 400),
    SERIALIZATION("com.amazon.coral.service#SerializationException", 400),
    SERVICE_UNAVAILABLE("com.amazon.coral.availability#ServiceUnavailableException", 503),
    TABLE_NOT_FOUND("com.amazonaws.dynamodb.v20120810#TableNotFoundException", 400),
    THROTTLING("com.amazon.coral.availability#ThrottlingException", 400),
    TRANSACTION_CANCELED("com.amazonaws.dynamodb.v20120810#TransactionCanceledException", 400),
    TRANSACTION_CONFLICT("com.amazonaws.dynamodb.v20120810#TransactionConflictException", 400),
    TRANSACTION_IN_PROGRESS("com.amazonaws.dynamodb.v20120810#TransactionInProgressException", 400),
    TRIMMED_DATA_ACCESS("com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException", 400),
    UNKNOWN_OPERATION("com.amazon.coral.service#UnknownOperationException", 400),
    UNRECOGNIZED_CLIENT("com.amazon.coral.service#UnrecognizedClientException", 400),
    VALIDATION("com.amazon.coral.validate#ValidationException", 400);

    private final String wireName;
    private final int status;

    ErrorType(String wireName, int status) {
        this.wireName = wireName;
        this.status = status;
    }

    /** The value of {@code __type} in the error body. */
    public String wireName() {
        return wireName;
    }

    /** The name as SDKs and people use it, such as {@code ValidationException}. */
    public String shortName() {
        return wireName.substring(wireName.indexOf('#') + 1);
    }

    /**
     * The name of the member that has the text. DynamoDB: coral's own serialization errors, and the errors of transactions,
     * spell it with a capital.
     */
    String messageMember() {
        return switch (this) {
            case SERIALIZATION, IDEMPOTENT_PARAMETER_MISMATCH, TRANSACTION_CANCELED, TRANSACTION_IN_PROGRESS ->
                "Message";
            default -> "message";
        };
    }

    /** The HTTP status of the answer. */
    public int status() {
        return status;
    }
}

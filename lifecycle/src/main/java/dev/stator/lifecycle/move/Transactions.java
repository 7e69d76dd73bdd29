package dev.stator.lifecycle.move;

import dev.stator.lifecycle.table.Context;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * Sends transactions. Where no answer comes, or one that leaves open what happened, the same transaction is sent again with the
 * same token, which DynamoDB carries out once within ten minutes.
 */
public final class Transactions {
    /** How many actions a transaction has at most. */
    public static final int ACTIONS_MAX = 100;
    /** How many bytes of items a transaction has at most; the limit is 4 MB, and what is counted is not told exactly. */
    public static final int BYTES_MAX = 3_500_000;

    private static final int SENDINGS_MAX = 4;
    private static final int SERVER_ERROR = 500;

    private final Context context;

    public Transactions(Context context) {
        this.context = context;
    }

    /**
     * Carries a transaction out.
     *
     * @param token of at most 36 characters; the same for the same transaction only
     * @return nothing if it is done, else why each action was refused
     * @throws SdkException if it cannot be known, or has another cause than its conditions
     */
    public List<CancellationReason> send(List<TransactWriteItem> actions, String token) {
        for (int sending = 1; ; sending++) {
            try {
                context.client()
                        .transactWriteItems(
                                request -> request.transactItems(actions).clientRequestToken(token));
                return List.of();
            } catch (TransactionCanceledException e) {
                if (!e.hasCancellationReasons()) {
                    throw e;
                }
                return e.cancellationReasons();
            } catch (SdkClientException | DynamoDbException e) {
                if (sending == SENDINGS_MAX || !isOpen(e)) {
                    throw e;
                }
                context.pauseBefore(sending);
            }
        }
    }

    private static boolean isOpen(SdkException e) {
        return e instanceof SdkClientException
                || e instanceof TransactionInProgressException
                || (e instanceof DynamoDbException answered && answered.statusCode() >= SERVER_ERROR);
    }
}

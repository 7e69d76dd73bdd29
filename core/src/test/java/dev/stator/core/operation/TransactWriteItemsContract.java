package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;

/** What the tests of TransactWriteItems share: the database, and requests and answers in short. */
abstract class TransactWriteItemsContract {
    static final String CHECK_A =
            "{'ConditionCheck':{'TableName':'Tab','Key':{'p':{'S':'a'}},'ConditionExpression':'attribute_exists(p)'}}";

    final ConflictingEngine engine = new ConflictingEngine();
    final TransactionFixture db = new TransactionFixture(engine);

    @AfterEach
    void close() {
        db.close();
    }

    Object write(String... actions) {
        return db.call("TransactWriteItems", "{'TransactItems':[" + String.join(",", actions) + "]}");
    }

    ApiException refused(String... actions) {
        return db.refused("TransactWriteItems", "{'TransactItems':[" + String.join(",", actions) + "]}");
    }

    void assertInvalid(String text, String... actions) {
        ApiException refused = refused(actions);
        assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
        assertThat(refused).hasMessage(text);
    }

    /** Asserts that the transaction was cancelled; reasons as JSON. */
    void assertCancelled(String codes, String reasons, String... actions) {
        Object error = db.error("TransactWriteItems", "{'TransactItems':[" + String.join(",", actions) + "]}");
        assertThat(error)
                .isEqualTo(json("{'__type':'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',"
                        + "'Message':'Transaction cancelled, please refer cancellation reasons for specific reasons ["
                        + codes + "]','CancellationReasons':" + reasons + "}"));
    }

    static String put(String key, String... more) {
        return putInto("Tab", "'p':{'S':'" + key + "'}" + String.join("", more));
    }

    static String putInto(String table, String attributes) {
        return "{'Put':{'TableName':'" + table + "','Item':{" + attributes + "}}}";
    }

    static String delete(String key) {
        return "{'Delete':{'TableName':'Tab','Key':{'p':{'S':'" + key + "'}}}}";
    }

    static String add(String key, int number) {
        return "{'Update':{'TableName':'Tab','Key':{'p':{'S':'" + key
                + "'}},'UpdateExpression':'ADD n :n','ExpressionAttributeValues':{':n':{'N':'" + number + "'}}}}";
    }

    static String payload(int bytes) {
        return ",'x':{'S':'" + "x".repeat(bytes) + "'}";
    }
}

package dev.stator.junit.examples;

import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A command that arrives twice takes effect once, for as long as DynamoDB remembers its token. */
@StatorTest(startAt = "2026-03-01T12:00:00Z")
@Table(name = "Accounts", partitionKey = "id")
class IdempotentCommandsTest {
    /** The command's id is the token, so whoever delivers it again cannot do harm. */
    record Deposits(DynamoDbClient dynamo) {
        void handle(String commandId, String account, long cents) {
            TransactWriteItem deposit = TransactWriteItem.builder()
                    .update(update -> update.tableName("Accounts")
                            .key(Map.of("id", s(account)))
                            .updateExpression("ADD cents :cents")
                            .expressionAttributeValues(Map.of(":cents", n(cents))))
                    .build();
            dynamo.transactWriteItems(
                    transaction -> transaction.clientRequestToken(commandId).transactItems(List.of(deposit)));
        }
    }

    @Injected
    private Stator stator;

    private Deposits deposits;

    @BeforeEach
    void listen() {
        deposits = new Deposits(stator.dynamoDbClient());
    }

    @Test
    void aSecondDeliveryChangesNothing() {
        deposits.handle("command-1", "ann", 100);
        deposits.handle("command-1", "ann", 100);

        assertThat(balance()).isEqualTo(100);
    }

    @Test
    void theSameIdForAnotherCommandIsABugAndIsTold() {
        deposits.handle("command-1", "ann", 100);

        assertThatThrownBy(() -> deposits.handle("command-1", "ann", 999))
                .isInstanceOf(IdempotentParameterMismatchException.class);
        assertThat(balance()).isEqualTo(100);
    }

    @Test
    void elevenMinutesLaterTheTokenProtectsNoLonger() {
        deposits.handle("command-1", "ann", 100);

        stator.clock().advance(Duration.ofMinutes(11));
        deposits.handle("command-1", "ann", 100);

        assertThat(balance())
                .as("so the queue must not deliver later than that")
                .isEqualTo(200);
    }

    private long balance() {
        return number(stator.table("Accounts").items().getFirst(), "cents");
    }
}

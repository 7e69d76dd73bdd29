package dev.stator.junit.examples;

import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Money moves between accounts, and whatever happens at the same time, the sum stays what it was. */
@StatorTest
@Table(name = "Accounts", partitionKey = "owner")
class MoneyTransferTest {
    record Bank(DynamoDbClient dynamo) {
        boolean transfer(String from, String to, long cents) {
            try {
                dynamo.transactWriteItems(transaction -> transaction.transactItems(List.of(
                        change(from, "SET cents = cents - :cents", "cents >= :cents", cents),
                        change(to, "SET cents = cents + :cents", "attribute_exists(#owner)", cents))));
                return true;
            } catch (TransactionCanceledException e) {
                return false;
            }
        }

        private static TransactWriteItem change(String owner, String change, String condition, long cents) {
            return TransactWriteItem.builder()
                    .update(update -> update.tableName("Accounts")
                            .key(Map.of("owner", s(owner)))
                            .updateExpression(change)
                            .conditionExpression(condition)
                            .expressionAttributeNames(condition.contains("#") ? Map.of("#owner", "owner") : null)
                            .expressionAttributeValues(Map.of(":cents", n(cents))))
                    .build();
        }
    }

    @BeforeEach
    void open(DynamoDbClient dynamo) {
        for (String owner : List.of("ann", "ben", "cem")) {
            dynamo.putItem(put -> put.tableName("Accounts").item(Map.of("owner", s(owner), "cents", n(1000))));
        }
    }

    @Test
    void nobodySpendsWhatHeDoesNotHave(Stator stator) {
        Bank bank = new Bank(stator.dynamoDbClient());

        assertThat(bank.transfer("ann", "ben", 700)).isTrue();
        assertThat(bank.transfer("ann", "cem", 700)).isFalse();
        assertThat(bank.transfer("ben", "nobody", 1)).isFalse();

        assertThat(stator.table("Accounts").items())
                .extracting(item -> item.get("owner").s() + " " + number(item, "cents"))
                .containsExactlyInAnyOrder("ann 300", "ben 1700", "cem 1000");
    }

    @RepeatedTest(3)
    void theSumStaysWhatItWas(Stator stator) {
        Bank bank = new Bank(stator.dynamoDbClient());
        List<String> owners = List.of("ann", "ben", "cem");
        try (ExecutorService tellers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 60; i++) {
                String from = owners.get(i % 3);
                String to = owners.get((i + 1 + i % 2) % 3);
                long cents = i * 13L % 400;
                CompletableFuture<?> transfer =
                        CompletableFuture.runAsync(() -> bank.transfer(from, to, cents), tellers);
                assertThat(transfer).isNotNull();
            }
        }

        assertThat(stator.table("Accounts").items().stream().mapToLong(item -> number(item, "cents")))
                .allMatch(cents -> cents >= 0)
                .satisfies(balances -> assertThat(
                                balances.stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(3000));
    }
}

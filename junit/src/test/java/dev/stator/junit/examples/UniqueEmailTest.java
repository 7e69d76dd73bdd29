package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A second attribute that must be unique: an item of its own for each address, written in one transaction with the user. */
@StatorTest
@Table(name = "Users", partitionKey = "pk")
class UniqueEmailTest {
    record Users(DynamoDbClient dynamo) {
        boolean register(String id, String email) {
            return transact(
                    put("USER#" + id, Map.of("email", normal(email))),
                    put("EMAIL#" + normal(email), Map.of("user", id)));
        }

        boolean changeEmail(String id, String from, String to) {
            TransactWriteItem update = TransactWriteItem.builder()
                    .update(user -> user.tableName("Users")
                            .key(Map.of("pk", s("USER#" + id)))
                            .updateExpression("SET email = :to")
                            .conditionExpression("email = :from")
                            .expressionAttributeValues(Map.of(":from", s(normal(from)), ":to", s(normal(to)))))
                    .build();
            TransactWriteItem release = TransactWriteItem.builder()
                    .delete(email -> email.tableName("Users").key(Map.of("pk", s("EMAIL#" + normal(from)))))
                    .build();
            return transact(update, release, put("EMAIL#" + normal(to), Map.of("user", id)));
        }

        private boolean transact(TransactWriteItem... actions) {
            try {
                dynamo.transactWriteItems(transaction -> transaction.transactItems(List.of(actions)));
                return true;
            } catch (TransactionCanceledException e) {
                return false;
            }
        }

        private static TransactWriteItem put(String pk, Map<String, String> attributes) {
            Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> item = new java.util.HashMap<>();
            item.put("pk", s(pk));
            attributes.forEach((name, value) -> item.put(name, s(value)));
            return TransactWriteItem.builder()
                    .put(put -> put.tableName("Users").item(item).conditionExpression("attribute_not_exists(pk)"))
                    .build();
        }

        private static String normal(String email) {
            return email.strip().toLowerCase(Locale.ROOT);
        }
    }

    @Injected
    private Stator stator;

    private Users users;

    @BeforeEach
    void registerAnn() {
        users = new Users(stator.dynamoDbClient());
        assertThat(users.register("1", "ann@example.com")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann@example.com", "ANN@example.com", " ann@example.com "})
    void anAddressIsTakenOnce(String email) {
        assertThat(users.register("2", email)).isFalse();

        assertThat(stator).table("Users").hasItems(2).hasNoItemWith(Map.of("pk", s("USER#2")));
    }

    @Test
    void anOldAddressIsFreeAfterAChange() {
        assertThat(users.changeEmail("1", "ann@example.com", "ann@example.org")).isTrue();

        assertThat(users.register("2", "ann@example.com")).isTrue();
        assertThat(users.register("3", "ann@example.org")).isFalse();
    }

    @Test
    void aChangeToATakenAddressChangesNothing() {
        users.register("2", "ben@example.com");

        assertThat(users.changeEmail("2", "ben@example.com", "ann@example.com")).isFalse();

        assertThat(stator).table("Users").hasItemWith(Map.of("pk", s("USER#2"), "email", s("ben@example.com")));
    }
}

package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** One item for each line of a cart: a cart is a slice, adding is one atomic update, and nobody reads before he writes. */
@StatorTest
@Table(name = "Carts", partitionKey = "customer", sortKey = "product")
class ShoppingCartTest {
    record Cart(DynamoDbClient dynamo, String customer) {
        void add(String product, int quantity) {
            dynamo.updateItem(update -> update.tableName("Carts")
                    .key(key(product))
                    .updateExpression("ADD quantity :more")
                    .expressionAttributeValues(Map.of(":more", n(quantity))));
        }

        /** Takes some out, and the line too when none is left. */
        void remove(String product, int quantity) {
            try {
                dynamo.updateItem(update -> update.tableName("Carts")
                        .key(key(product))
                        .updateExpression("ADD quantity :less")
                        .conditionExpression("quantity > :few")
                        .expressionAttributeValues(Map.of(":less", n(-quantity), ":few", n(quantity))));
            } catch (ConditionalCheckFailedException e) {
                dynamo.deleteItem(delete -> delete.tableName("Carts").key(key(product)));
            }
        }

        Map<String, Long> lines() {
            Map<String, Long> lines = new TreeMap<>();
            dynamo.query(query -> query.tableName("Carts")
                            .keyConditionExpression("customer = :c")
                            .expressionAttributeValues(Map.of(":c", s(customer))))
                    .items()
                    .forEach(line -> lines.put(line.get("product").s(), number(line, "quantity")));
            return lines;
        }

        void checkOut() {
            List<WriteRequest> deletes = lines().keySet().stream()
                    .map(product -> WriteRequest.builder()
                            .deleteRequest(delete -> delete.key(key(product)))
                            .build())
                    .toList();
            dynamo.batchWriteItem(batch -> batch.requestItems(Map.of("Carts", deletes)));
        }

        private Map<String, AttributeValue> key(String product) {
            return Map.of("customer", s(customer), "product", s(product));
        }
    }

    @Injected
    private Stator stator;

    private Cart cart;

    @BeforeEach
    void goShopping() {
        cart = new Cart(stator.dynamoDbClient(), "ann");
    }

    @Test
    void theSameProductIsOneLine() {
        cart.add("tea", 1);
        cart.add("cup", 2);
        cart.add("tea", 3);

        assertThat(cart.lines()).containsExactly(Map.entry("cup", 2L), Map.entry("tea", 4L));
        assertThat(stator).requestedOnly("UpdateItem", "Query").consumedAtMost(0.5, 3);
    }

    @Test
    void aLineOfNoneDisappears() {
        cart.add("tea", 2);

        cart.remove("tea", 1);
        assertThat(cart.lines()).containsExactly(Map.entry("tea", 1L));

        cart.remove("tea", 1);
        assertThat(cart.lines()).isEmpty();
    }

    @Test
    void checkingOutLeavesOtherCartsAlone() {
        Cart other = new Cart(stator.dynamoDbClient(), "ben");
        cart.add("tea", 1);
        cart.add("cup", 1);
        other.add("tea", 1);

        cart.checkOut();

        assertThat(stator).scannedNothing().table("Carts").hasItems(1).hasItemWith(Map.of("customer", s("ben")));
    }
}

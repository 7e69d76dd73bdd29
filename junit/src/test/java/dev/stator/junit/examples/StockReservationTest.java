package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** An order takes all its products from the stock or none, and a customer is told which product is missing. */
@StatorTest
@Table(name = "Stock", partitionKey = "product")
@Table(name = "Orders", partitionKey = "id")
class StockReservationTest {
    static final class OutOfStock extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfStock(List<String> products) {
            super("not enough of " + String.join(", ", products));
        }
    }

    record Shop(DynamoDbClient dynamo) {
        void order(String id, Map<String, Integer> quantities) {
            List<String> products = quantities.keySet().stream().sorted().toList();
            List<TransactWriteItem> actions = new ArrayList<>();
            for (String product : products) {
                actions.add(TransactWriteItem.builder()
                        .update(update -> update.tableName("Stock")
                                .key(Map.of("product", s(product)))
                                .updateExpression("SET available = available - :quantity")
                                .conditionExpression("available >= :quantity")
                                .expressionAttributeValues(Map.of(":quantity", n(quantities.get(product)))))
                        .build());
            }
            actions.add(TransactWriteItem.builder()
                    .put(put -> put.tableName("Orders")
                            .item(Map.of("id", s(id), "products", s(String.join(",", products))))
                            .conditionExpression("attribute_not_exists(id)"))
                    .build());
            try {
                dynamo.transactWriteItems(transaction -> transaction.transactItems(actions));
            } catch (TransactionCanceledException e) {
                throw new OutOfStock(missing(products, e.cancellationReasons()));
            }
        }

        private static List<String> missing(List<String> products, List<CancellationReason> reasons) {
            List<String> missing = new ArrayList<>();
            for (int i = 0; i < products.size(); i++) {
                if (reasons.get(i).code().equals("ConditionalCheckFailed")) {
                    missing.add(products.get(i));
                }
            }
            return missing;
        }
    }

    @Injected
    private Stator stator;

    private Shop shop;

    @BeforeEach
    void stock(DynamoDbClient dynamo) {
        shop = new Shop(dynamo);
        Map.of("tea", 5, "cup", 1, "pot", 0)
                .forEach((product, available) -> dynamo.putItem(
                        put -> put.tableName("Stock").item(Map.of("product", s(product), "available", n(available)))));
    }

    @Test
    void anOrderTakesAllItsProducts() {
        shop.order("1", Map.of("tea", 2, "cup", 1));

        assertThat(available("tea")).isEqualTo(3);
        assertThat(available("cup")).isZero();
        assertThat(stator).table("Orders").hasItems(1);
    }

    @Test
    void anOrderThatLacksSomethingTakesNothingAndNamesIt() {
        assertThatThrownBy(() -> shop.order("1", Map.of("tea", 2, "cup", 2, "pot", 1)))
                .isInstanceOf(OutOfStock.class)
                .hasMessage("not enough of cup, pot");

        assertThat(available("tea")).isEqualTo(5);
        assertThat(stator).table("Orders").isEmpty();
    }

    private long available(String product) {
        return stator.table("Stock").items().stream()
                .filter(item -> item.get("product").equals(s(product)))
                .mapToLong(item -> number(item, "available"))
                .findFirst()
                .orElseThrow();
    }
}

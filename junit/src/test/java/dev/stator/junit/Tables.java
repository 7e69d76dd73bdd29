package dev.stator.junit;

import dev.stator.junit.schema.TableBlueprint;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table of orders, which most tests of the kit use, and items for it. */
final class Tables {
    private Tables() {}

    static TableBlueprint orders() {
        return TableBlueprint.table("Orders", "customer")
                .sortKey("number:N")
                .globalIndex("by-status", List.of("status"), List.of(), List.of("KEYS_ONLY"))
                .draw();
    }

    static Map<String, AttributeValue> key(String customer, int number) {
        return Map.of(
                "customer", AttributeValue.fromS(customer),
                "number", AttributeValue.fromN(String.valueOf(number)));
    }

    static Map<String, AttributeValue> order(String customer, int number, String status) {
        return Map.of(
                "customer", AttributeValue.fromS(customer),
                "number", AttributeValue.fromN(String.valueOf(number)),
                "status", AttributeValue.fromS(status));
    }
}

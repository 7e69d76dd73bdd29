package dev.stator.junit.examples;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Short names for attribute values, as many a code base has them. */
final class Attributes {
    private Attributes() {}

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }

    static long number(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? 0 : Long.parseLong(value.n());
    }
}

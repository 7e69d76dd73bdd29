package dev.stator.server.demo;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One item of a {@link DemoTable}, attribute by attribute. */
final class DemoItem {
    private final Map<String, AttributeValue> attributes = new LinkedHashMap<>();

    DemoItem text(String name, String value) {
        attributes.put(name, new AttributeValue.S(value));
        return this;
    }

    DemoItem number(String name, long value) {
        attributes.put(name, new AttributeValue.N(DynamoNumber.parse(Long.toString(value))));
        return this;
    }

    /** A number of tenths, such as 215 for 21.5. */
    DemoItem tenths(String name, int value) {
        String sign = value < 0 ? "-" : "";
        int absolute = Math.abs(value);
        attributes.put(name, new AttributeValue.N(DynamoNumber.parse(sign + absolute / 10 + "." + absolute % 10)));
        return this;
    }

    DemoItem flag(String name, boolean value) {
        attributes.put(name, AttributeValue.Bool.of(value));
        return this;
    }

    DemoItem texts(String name, List<String> values) {
        attributes.put(name, AttributeValue.stringSet(values));
        return this;
    }

    DemoItem map(String name, DemoItem members) {
        attributes.put(name, new AttributeValue.M(members.attributes));
        return this;
    }

    Map<String, AttributeValue> attributes() {
        return attributes;
    }
}

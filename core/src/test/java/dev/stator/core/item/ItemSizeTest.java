package dev.stator.core.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "1, 2",
        "12, 2",
        "123, 3",
        "1000, 2",
        "120, 3",
        "-1, 3",
        "1.5, 3",
        "0.12, 2",
        "0.012, 3",
        "0.001, 2",
        "12345678901234567890123456789012345678, 20",
        "1234567890123456789012345678901234567, 20",
        "-123.4, 5",
    })
    void trap32NumbersCountTwoDigitsAByte(String number, int bytes) {
        // known-traps 32; pairs counted from the point as dynalite found on AWS (us-east-1, 2014 to 2023).
        assertThat(ItemSize.of(new AttributeValue.N(DynamoNumber.parse(number))))
                .isEqualTo(bytes);
    }

    @Test
    void stringsCountTheirUtf8Bytes() {
        assertThat(ItemSize.utf8Bytes("a\u00e9\u20ac\uD83D\uDE00")).isEqualTo(1 + 2 + 3 + 4);
    }

    @Test
    void containersCountThreeBytesAndOneForEachElement() {
        AttributeValue a = new AttributeValue.S("a");
        assertThat(ItemSize.of(new AttributeValue.L(List.of(a, a)))).isEqualTo(3 + 2 + 2);
        assertThat(ItemSize.of(new AttributeValue.M(Map.of("key", a)))).isEqualTo(3 + 1 + 3 + 1);
        assertThat(ItemSize.of(AttributeValue.stringSet(List.of("ab", "c")))).isEqualTo(3);
        assertThat(ItemSize.of(AttributeValue.Null.NULL)).isEqualTo(1);
        assertThat(ItemSize.of(AttributeValue.Bool.TRUE)).isEqualTo(1);
    }

    @Test
    void namesCountToo() {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        attributes.put("pk", new AttributeValue.S("abc"));
        attributes.put("\u00e9", new AttributeValue.BS(Set.of(new AttributeValue.B(new byte[5]))));
        assertThat(new Item(attributes).sizeBytes()).isEqualTo(2 + 3 + 2 + 5);
    }
}

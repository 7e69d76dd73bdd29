package dev.stator.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadDigestTest {
    private static String digest(AttributeValue value) {
        return hex(new PayloadDigest().value(value));
    }

    private static String hex(PayloadDigest digest) {
        return HexFormat.of().formatHex(digest.toByteArray());
    }

    private static AttributeValue text(String value) {
        return new AttributeValue.S(value);
    }

    private static AttributeValue number(String text) {
        return new AttributeValue.N(DynamoNumber.parse(text));
    }

    @Test
    void membersOfMapsAndSetsCountInAnyOrder() {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        map.put("b", number("1"));
        map.put("a", AttributeValue.stringSet(List.of("x", "y")));
        Map<String, AttributeValue> other = new LinkedHashMap<>();
        other.put("a", AttributeValue.stringSet(List.of("y", "x")));
        other.put("b", number("1.0"));

        assertThat(digest(new AttributeValue.M(map))).isEqualTo(digest(new AttributeValue.M(other)));
    }

    @Test
    void elementsOfListsCountInTheirOrder() {
        assertThat(digest(new AttributeValue.L(List.of(text("a"), text("b")))))
                .isNotEqualTo(digest(new AttributeValue.L(List.of(text("b"), text("a")))));
    }

    @Test
    void valuesOfDifferentTypesAreDifferent() {
        List<AttributeValue> values = List.of(
                text("1"),
                number("1"),
                new AttributeValue.B("1".getBytes(StandardCharsets.UTF_8)),
                AttributeValue.Bool.TRUE,
                AttributeValue.Bool.FALSE,
                AttributeValue.Null.NULL,
                new AttributeValue.L(List.of()),
                new AttributeValue.M(Map.of()),
                AttributeValue.stringSet(List.of("1")));

        assertThat(values.stream().map(PayloadDigestTest::digest).distinct()).hasSameSizeAs(values);
    }

    @Test
    void partsAreNotRunTogether() {
        assertThat(hex(new PayloadDigest().text("ab").text("c")))
                .isNotEqualTo(hex(new PayloadDigest().text("a").text("bc")));
        assertThat(hex(new PayloadDigest().text(null).text("")))
                .isNotEqualTo(hex(new PayloadDigest().text("").text(null)));
        assertThat(hex(new PayloadDigest().attributes(null).names(Map.of())))
                .isNotEqualTo(hex(new PayloadDigest().attributes(Map.of()).names(null)));
    }
}

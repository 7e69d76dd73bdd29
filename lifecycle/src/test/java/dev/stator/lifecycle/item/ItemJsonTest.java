package dev.stator.lifecycle.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemJsonTest {
    @Test
    void everyTypeComesBackExactly() {
        SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {0, -1, 127});
        Map<String, AttributeValue> item = Map.of(
                "s", AttributeValue.fromS("\u0000\"\\\uD83D\uDE00"),
                "n", AttributeValue.fromN("0012.3400E-10"),
                "b", AttributeValue.fromB(bytes),
                "bool", AttributeValue.fromBool(false),
                "null", AttributeValue.fromNul(true),
                "ss", AttributeValue.fromSs(List.of("a", "b")),
                "ns", AttributeValue.fromNs(List.of("1", "2.0")),
                "bs", AttributeValue.fromBs(List.of(bytes)),
                "l", AttributeValue.fromL(List.of(AttributeValue.fromM(Map.of()), AttributeValue.fromL(List.of()))),
                "m", AttributeValue.fromM(Map.of("", AttributeValue.fromS(""))));

        assertThat(ItemJson.read(ItemJson.write(item))).isEqualTo(item);
    }

    @Test
    void equalItemsHaveEqualTexts() {
        String text = "{\"a\":{\"N\":\"1.0\"},\"\uFF21\":{\"SS\":[\"x\",\"y\"]},\"\uD83D\uDE00\":{\"S\":\"\"}}";

        Map<String, AttributeValue> item = Map.of(
                "\uD83D\uDE00", AttributeValue.fromS(""),
                "\uFF21", AttributeValue.fromSs(List.of("y", "x")),
                "a", AttributeValue.fromN("1.0"));
        assertThat(ItemJson.write(item)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"a\":1}",
                "{\"a\":{}}",
                "{\"a\":{\"X\":\"\"}}",
                "{\"a\":{\"S\":1}}",
                "{\"a\":{\"S\":\"x\"",
                "{\"a\":{\"S\":\"x\",\"N\":\"1\"}}",
                "{} {}",
                "{\"a\":{\"SS\":[1]}}",
                "{\"a\":{\"L\":[1]}}",
                "{\"a\":{\"B\":\"*\"}}"
            })
    void whatIsNoItemIsRefused(String text) {
        assertThatThrownBy(() -> ItemJson.read(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sizesAreDynamoDbs() {
        assertThat(ItemSize.bytes(Map.of("ab", AttributeValue.fromS("\u00e4")))).isEqualTo(4);
        assertThat(ItemSize.bytes(AttributeValue.fromN("100"))).isEqualTo(2);
        assertThat(ItemSize.bytes(AttributeValue.fromN("-12.5"))).isEqualTo(4);
        assertThat(ItemSize.bytes(AttributeValue.fromN("0"))).isEqualTo(1);
        assertThat(ItemSize.bytes(AttributeValue.fromBool(true))).isEqualTo(1);
        assertThat(ItemSize.bytes(AttributeValue.fromL(List.of(AttributeValue.fromS("abc")))))
                .isEqualTo(7);
        assertThat(ItemSize.bytes(AttributeValue.fromM(Map.of("k", AttributeValue.fromS("v")))))
                .isEqualTo(6);
        assertThat(ItemSize.writeUnits(1024)).isEqualTo(1);
        assertThat(ItemSize.writeUnits(1025)).isEqualTo(2);
        assertThat(ItemSize.writeUnits(0)).isEqualTo(1);
    }
}

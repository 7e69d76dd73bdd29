package dev.stator.core.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.protocol.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EncodedItemTest {

    @Test
    void theStoredFormIsTheDocumentedOne() {
        // Pins the on-disk format: docs/format.md.
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        attributes.put("p", new AttributeValue.S("k"));
        attributes.put("n", new AttributeValue.N(DynamoNumber.parse("-1.5")));
        attributes.put("b", new AttributeValue.B(new byte[] {1, 2}));
        attributes.put("t", AttributeValue.Bool.TRUE);
        attributes.put("f", AttributeValue.Bool.FALSE);
        attributes.put("z", AttributeValue.Null.NULL);
        attributes.put("s", AttributeValue.stringSet(List.of("x", "y")));
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        map.put("a", new AttributeValue.L(List.of(new AttributeValue.S("e"))));
        attributes.put("m", new AttributeValue.M(map));
        assertThat(HexFormat.of().formatHex(EncodedItem.of(new Item(attributes)).bytes()))
                .isEqualTo("01" + "1e" + "08" // format, metered size, count
                        + "0170" + "01016b" // p
                        + "016e" + "02042d312e35" // n
                        + "0162" + "03020102" // b
                        + "0174" + "05" + "0166" + "04" + "017a" + "06" // t f z
                        + "0173" + "0905" + "02" + "0178" + "0179" // s
                        + "016d" + "0709" + "01" + "0161" + "0804" + "01" + "010165"); // m
    }

    @Test
    void everyItemComesBackAsItWasAndAsTheSameJson() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Item item = randomItem(random);
            EncodedItem encoded = EncodedItem.wrap(EncodedItem.of(item).bytes());
            assertThat(encoded.decode()).as("seed %d", seed).isEqualTo(item);
            assertThat(encoded.sizeBytes()).isEqualTo(item.sizeBytes());
            assertThat(text(new JsonWriter().attributes(encoded)))
                    .as("seed %d", seed)
                    .isEqualTo(text(new JsonWriter().attributes(item)));
            item.attributes()
                    .forEach((name, value) ->
                            assertThat(encoded.attribute(name)).as(name).isEqualTo(value));
            assertThat(encoded.attribute("no such attribute")).isNull();
        }
    }

    private static String text(JsonWriter json) {
        return new String(json.toByteArray(), StandardCharsets.UTF_8);
    }

    private static Item randomItem(Random random) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            attributes.put(randomText(random), randomValue(random, 4));
        }
        return new Item(attributes);
    }

    private static AttributeValue randomValue(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 8)) {
            case 0 -> new AttributeValue.S(randomText(random));
            case 1 -> randomNumber(random);
            case 2 -> randomBinary(random);
            case 3 -> AttributeValue.Bool.of(random.nextBoolean());
            case 4 -> AttributeValue.Null.NULL;
            case 5 -> AttributeValue.stringSet(List.of(randomText(random), randomText(random)));
            case 6 -> new AttributeValue.NS(new LinkedHashSet<>(Set.of(randomNumber(random))));
            case 7 -> new AttributeValue.BS(new LinkedHashSet<>(Set.of(randomBinary(random))));
            case 8 -> {
                List<AttributeValue> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(randomValue(random, depth - 1));
                }
                yield new AttributeValue.L(list);
            }
            default -> {
                Map<String, AttributeValue> map = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put(randomText(random), randomValue(random, depth - 1));
                }
                yield new AttributeValue.M(map);
            }
        };
    }

    private static AttributeValue.N randomNumber(Random random) {
        return new AttributeValue.N(DynamoNumber.parse(random.nextInt() + "." + random.nextInt(1000)));
    }

    private static AttributeValue.B randomBinary(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        return new AttributeValue.B(bytes);
    }

    private static String randomText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(20) == 0 ? 400 : 8); i >= 0; i--) {
            int codePoint = random.nextInt(4) == 0 ? random.nextInt(0xD800) : random.nextInt(128);
            text.appendCodePoint(random.nextInt(20) == 0 ? 0x1F600 : codePoint);
        }
        return text.toString();
    }
}

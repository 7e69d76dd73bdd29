package dev.stator.core.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyEncodingTest {

    @Test
    void a4StringsAreOrderedByUtf8BytesAndNotByUtf16() {
        // requirements A4: U+FF21 is below U+1F600 in UTF-8 and above it in UTF-16.
        String fullWidthA = "\uFF21";
        String grinning = "\uD83D\uDE00";
        assertThat(fullWidthA.compareTo(grinning)).isPositive();
        assertThat(compare(string(fullWidthA), string(grinning))).isNegative();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 02",
        "1, 03820b00",
        "10, 03830b00",
        "12, 03830d00",
        "-1, 017df4ff",
        "0.5, 03813300",
        "123.45, 03840d233300",
    })
    void numbersHaveTheDocumentedBytes(String number, String hex) {
        // Pins the on-disk format: docs/format.md.
        assertThat(HexFormat.of().formatHex(KeyEncoding.alone(number(number)))).isEqualTo(hex);
    }

    @Test
    void numbersAreOrderedByValueAndDecodeToThemselves() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<BigDecimal> numbers = new ArrayList<>(List.of(
                BigDecimal.ZERO,
                new BigDecimal("9.9999999999999999999999999999999999999E+125"),
                new BigDecimal("-9.9999999999999999999999999999999999999E+125"),
                new BigDecimal("1E-130"),
                new BigDecimal("-1E-130")));
        for (int i = 0; i < 2000; i++) {
            BigInteger digits = new BigInteger(1 + random.nextInt(120), random);
            BigDecimal number = new BigDecimal(digits, random.nextInt(90) - 45);
            numbers.add(random.nextBoolean() ? number : number.negate());
        }
        numbers.sort(null);
        byte[] previous = {};
        for (BigDecimal number : numbers) {
            byte[] encoded = KeyEncoding.alone(new AttributeValue.N(DynamoNumber.of(number)));
            assertThat(NumberEncoding.decode(encoded)).as("seed %d", seed).isEqualByComparingTo(number);
            assertThat(Arrays.compareUnsigned(previous, encoded))
                    .as("%s, seed %d", number, seed)
                    .isLessThanOrEqualTo(0);
            previous = encoded;
        }
    }

    @Test
    void a5NumbersAreNotOrderedAsText() {
        assertThat(compare(number("9"), number("10"))).isNegative();
        assertThat(compare(number("-10"), number("-9"))).isNegative();
    }

    @Test
    void composedComponentsKeepTheOrderOfTheirFirstComponent() {
        List<byte[]> firsts = List.of(
                bytes(), bytes(0), bytes(0, 0), bytes(0, 1), bytes(0, 0xff), bytes(1), bytes(1, 0), bytes(0xff));
        for (int i = 1; i < firsts.size(); i++) {
            byte[] low = composed(firsts.get(i - 1), bytes(0xff, 0xff));
            byte[] high = composed(firsts.get(i), bytes());
            assertThat(Arrays.compareUnsigned(low, high)).as("pair %d", i).isNegative();
        }
    }

    @Test
    void noComposedComponentIsTheBeginningOfAnother() {
        assertThat(startsWith(composed(bytes(1), bytes()), composed(bytes(1, 0), bytes())))
                .isFalse();
        assertThat(startsWith(composed(bytes(1, 0), bytes()), composed(bytes(1), bytes())))
                .isFalse();
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static byte[] composed(byte[] first, byte[] second) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        KeyEncoding.appendTo(out, new AttributeValue.B(first));
        KeyEncoding.appendTo(out, new AttributeValue.B(second));
        return out.toByteArray();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static int compare(AttributeValue left, AttributeValue right) {
        return Arrays.compareUnsigned(KeyEncoding.alone(left), KeyEncoding.alone(right));
    }

    private static AttributeValue string(String text) {
        return new AttributeValue.S(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    private static AttributeValue number(String text) {
        return new AttributeValue.N(DynamoNumber.parse(text));
    }
}

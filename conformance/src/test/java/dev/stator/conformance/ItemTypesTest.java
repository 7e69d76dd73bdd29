package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What an application stores comes back as it was, up to DynamoDB's limits and not beyond. */
final class ItemTypesTest extends TargetTest {
    private static final int ITEM_BYTES_MAX = 400 * 1024;
    private static final int NESTING_MAX = 32;

    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createHashTable();
    }

    @Test
    void allTenTypesComeBackAsTheyWere() {
        byte[] everyByte = new byte[256];
        for (int i = 0; i < everyByte.length; i++) {
            everyByte[i] = (byte) i;
        }
        Map<String, AttributeValue> item = Map.ofEntries(
                Map.entry("p", fromS("types")),
                Map.entry("string", fromS("Zürich 東京 \uD83D\uDE00 \"quoted\" \\ \n\t\u0000")),
                Map.entry("number", fromN("-12.5")),
                Map.entry("binary", fromB(SdkBytes.fromByteArray(everyByte))),
                Map.entry("true", fromBool(true)),
                Map.entry("false", fromBool(false)),
                Map.entry("null", fromNul(true)),
                Map.entry("list", fromL(List.of(fromS("a"), fromN("1"), fromNul(true), fromL(List.of())))),
                Map.entry("map", fromM(Map.of("a.b", fromS("dot"), "empty", fromM(Map.of())))),
                Map.entry("strings", fromSs(List.of("a", "b", "ab"))),
                Map.entry("numbers", fromNs(List.of("1", "-2", "3.5"))),
                Map.entry("binaries", fromBs(List.of(bytes(0), bytes(255), bytes(0, 255)))));

        put(table, item);

        Map<String, AttributeValue> stored = new HashMap<>(get(table, key("types")));
        for (String set : List.of("strings", "numbers", "binaries")) {
            AttributeValue expected = at(item, set);
            AttributeValue actual = at(stored, set);
            assertThat(actual.ss()).containsExactlyInAnyOrderElementsOf(expected.ss());
            assertThat(actual.ns()).containsExactlyInAnyOrderElementsOf(expected.ns());
            assertThat(actual.bs()).containsExactlyInAnyOrderElementsOf(expected.bs());
            stored.put(set, expected);
        }
        assertThat(stored).isEqualTo(item);
    }

    @Test
    void numbersKeep38DigitsAndComeBackInCanonicalForm() {
        Map<String, String> canonical = Map.ofEntries(
                Map.entry("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
                Map.entry("-0.12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678"),
                Map.entry("1E-130", "0." + "0".repeat(129) + "1"),
                Map.entry("9.9999999999999999999999999999999999999E+125", "9".repeat(38) + "0".repeat(88)),
                Map.entry("1e3", "1000"),
                Map.entry("1000.0", "1000"),
                Map.entry("0001.10", "1.1"),
                Map.entry("-0.0", "0"),
                Map.entry("+7", "7"));
        canonical.forEach((given, expected) -> {
            put(table, Map.of("p", fromS("number"), "n", fromN(given)));

            assertThat(at(get(table, key("number")), "n").n()).as(given).isEqualTo(expected);
        });
    }

    @Test
    void numbersBeyondTheLimitsAreRefused() {
        assertRefused(fromN("1".repeat(39)), "Attempting to store more than 38 significant digits in a Number");
        assertRefused(
                fromN("1E126"),
                "Number overflow. Attempting to store a number with magnitude larger than supported range");
        assertRefused(
                fromN("1E-131"),
                "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        assertRefused(fromN("one"), "The parameter cannot be converted to a numeric value: one");
    }

    @Test
    void emptyStringsAndBinariesAreStoredOutsideKeys() {
        Map<String, AttributeValue> item =
                Map.of("p", fromS("empty"), "s", fromS(""), "b", fromB(bytes()), "l", fromL(List.of(fromS(""))));

        put(table, item);

        assertThat(get(table, key("empty"))).isEqualTo(item);
        assertThatThrownBy(() -> put(table, key("")))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining(
                        "One or more parameter values are not valid. The AttributeValue for a key attribute"
                                + " cannot contain an empty string value. Key: p");
    }

    @Test
    void emptySetsAndDoubleMembersAreRefused() {
        assertRefused(
                AttributeValue.builder().ss(List.of()).build(),
                "One or more parameter values were invalid: An string set  may not be empty");
        assertRefused(
                fromSs(List.of("a", "b", "a")),
                "One or more parameter values were invalid: Input collection [a, b, a] contains duplicates.");
        assertRefused(fromNs(List.of("1", "1.0")), "Input collection contains duplicates");
    }

    @Test
    void itemsNest32LevelsAndNoMore() {
        AttributeValue deepest = nested(NESTING_MAX);

        put(table, Map.of("p", fromS("deep"), "a", deepest));

        assertThat(get(table, key("deep")).get("a")).isEqualTo(deepest);
        assertRefused(nested(NESTING_MAX + 1), "Nesting Levels have exceeded supported limits");
    }

    @Test
    void anItemMayHave400KilobytesAndNotAByteMore() {
        String p = "large";
        int rest = ITEM_BYTES_MAX - ("p" + p + "a").length();
        Map<String, AttributeValue> largest = Map.of("p", fromS(p), "a", fromS("x".repeat(rest)));

        put(table, largest);

        assertThat(get(table, key(p))).isEqualTo(largest);
        assertThatThrownBy(() -> put(table, Map.of("p", fromS(p), "a", fromS("x".repeat(rest + 1)))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Item size has exceeded the maximum allowed size");
    }

    @Test
    void anItemMayHaveAThousandAttributes() {
        Map<String, AttributeValue> item = new HashMap<>(key("wide"));
        IntStream.range(0, 1000).forEach(i -> item.put("attribute-" + i, fromN(Integer.toString(i))));

        put(table, item);

        assertThat(get(table, key("wide"))).isEqualTo(item);
    }

    private void assertRefused(AttributeValue value, String text) {
        assertThatThrownBy(() -> put(table, Map.of("p", fromS("refused"), "a", value)))
                .isInstanceOfSatisfying(DynamoDbException.class, refusal -> {
                    assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
                    assertThat(refusal.awsErrorDetails().errorMessage()).contains(text);
                });
    }

    /** A value of as many levels, the string inside the lists and maps the last one, as DynamoDB counts. */
    private static AttributeValue nested(int levels) {
        AttributeValue value = fromS("core");
        for (int level = 1; level < levels; level++) {
            value = level % 2 == 0 ? fromL(List.of(value)) : fromM(Map.of("m", value));
        }
        return value;
    }

    private static SdkBytes bytes(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return SdkBytes.fromByteArray(array);
    }
}

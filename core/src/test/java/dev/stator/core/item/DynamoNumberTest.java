package dev.stator.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DynamoNumberTest {

    @ParameterizedTest
    @CsvSource({
        "1000, 1000",
        "1e3, 1000",
        "1000.0, 1000",
        "1E+3, 1000",
        "00042, 42",
        "-0, 0",
        "0.0, 0",
        "-0.50, -0.5",
        ".5, 0.5",
        "5., 5",
        "+7, 7",
        "1.20e-3, 0.0012",
        "12345678901234567890123456789012345678, 12345678901234567890123456789012345678",
        "1e-2, 0.01",
    })
    void aNumberHasOneText(String written, String text) {
        assertThat(DynamoNumber.parse(written).text()).isEqualTo(text);
    }

    @Test
    void theLargestAndSmallestNumbersAreTaken() {
        assertThat(DynamoNumber.parse("9.9999999999999999999999999999999999999E+125")
                        .text())
                .hasSize(126)
                .startsWith("99999999999999999999999999999999999999000");
        assertThat(DynamoNumber.parse("-1E-130").text()).hasSize(133).endsWith("01");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1E126 | Number overflow. Attempting to store a number with magnitude larger than supported range",
                "-1E126 | Number overflow. Attempting to store a number with magnitude larger than supported range",
                "1E-131 | Number underflow. Attempting to store a number with magnitude smaller than supported range",
                "123456789012345678901234567890123456789 | Attempting to store more than 38 significant digits in a Number",
                "'' | The parameter cannot be converted to a numeric value",
                "abc | The parameter cannot be converted to a numeric value: abc",
                "NaN | The parameter cannot be converted to a numeric value: NaN",
                "1 2 | The parameter cannot be converted to a numeric value: 1 2",
                "0x10 | The parameter cannot be converted to a numeric value: 0x10",
                "1e | The parameter cannot be converted to a numeric value: 1e",
                "\u0661 | The parameter cannot be converted to a numeric value: \u0661",
                "- | The parameter cannot be converted to a numeric value: -",
            })
    void whatIsNoStorableNumberIsRefused(String written, String message) {
        assertThatThrownBy(() -> DynamoNumber.parse(written))
                .isInstanceOf(ApiException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e2147483647", "1e-2147483648", "1e99999999999999999999"})
    void hugeExponentsAreRefusedWithoutWork(String written) {
        assertThatThrownBy(() -> DynamoNumber.parse(written)).isInstanceOf(ApiException.class);
    }

    @Test
    void longTextsAreRefusedWithoutWork() {
        String written = "1".repeat(1_000_000);
        assertThatThrownBy(() -> DynamoNumber.parse(written)).isInstanceOf(ApiException.class);
    }
}

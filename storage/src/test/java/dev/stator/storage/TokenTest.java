package dev.stator.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class TokenTest {
    @Test
    void aTokenIsTheFirstEightBytesOfTheMd5() {
        // The digests are those of RFC 1321, appendix A.5.
        assertThat(tokenOf("")).isEqualTo(0xd41d8cd98f00b204L);
        assertThat(tokenOf("a")).isEqualTo(0x0cc175b9c0f1b6a8L);
        assertThat(tokenOf("abc")).isEqualTo(0x900150983cd24fb0L);
        assertThat(tokenOf("message digest")).isEqualTo(0xf96b697d7cb7938dL);
    }

    @Test
    void tokensSpreadEvenly() {
        int[] counts = new int[16];
        for (int i = 0; i < 16_000; i++) {
            counts[(int) (tokenOf("customer#" + i) >>> 60)]++;
        }

        for (int count : counts) {
            assertThat(count).isBetween(850, 1_150);
        }
    }

    private static long tokenOf(String collection) {
        return Token.of(collection.getBytes(StandardCharsets.US_ASCII));
    }
}

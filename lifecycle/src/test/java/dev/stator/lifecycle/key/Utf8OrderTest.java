package dev.stator.lifecycle.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8OrderTest {
    // U+FF21 comes before U+1F600 as UTF-8, and after it as UTF-16.
    private static final String WIDE_A = "\uFF21";
    private static final String FACE = "\uD83D\uDE00";

    @Test
    void charactersBeyondTheFirstPlaneComeAfterAllOthers() {
        assertThat(Utf8Order.compare(WIDE_A, FACE)).isNegative();
        assertThat(WIDE_A.compareTo(FACE)).isPositive();
    }

    @Test
    void afterAPrefixIsRightWhereACharacterThatSeemsHighestIsNot() {
        String after = Utf8Order.afterPrefix("a").orElseThrow();

        assertThat(Utf8Order.compare("a" + Character.toString(0x10FFFF) + "z", after))
                .isNegative();
        assertThat(Utf8Order.compare("a" + FACE, "a\uFFFF")).isPositive();
    }

    @Test
    void theSurrogatesAreLeftOut() {
        assertThat(Utf8Order.afterPrefix("x\uD7FF")).contains("x\uE000");
        assertThat(Utf8Order.afterPrefix("x" + Character.toString(0x10FFFF))).contains("y");
        assertThat(Utf8Order.afterPrefix(Character.toString(0x10FFFF))).isEmpty();
        assertThat(Utf8Order.afterPrefix("")).isEmpty();
    }

    @Test
    void everyStringIsBelowTheEndOfExactlyItsPrefixes() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            texts.add(text(random));
        }
        for (String prefix : texts) {
            for (String text : texts) {
                boolean isInRange = Utf8Order.compare(prefix, text) <= 0
                        && Utf8Order.afterPrefix(prefix)
                                .map(end -> Utf8Order.compare(text, end) < 0)
                                .orElse(true);
                assertThat(isInRange)
                        .as("seed %s, '%s' in '%s'", seed, text, prefix)
                        .isEqualTo(text.startsWith(prefix));
            }
        }
    }

    private static String text(SplittableRandom random) {
        int[] points = {'a', 'b', '#', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF};
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }
}

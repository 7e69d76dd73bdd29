package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The developer guide lists 573 words. */
class ReservedWordsTest {
    @Test
    void wordsAreReservedInAnyCase() {
        assertThat(Stream.of(
                        "ABORT", "status", "Name", "dATA", "TTL", "year", "zone", "FLATTERN", "count", "Timestamp"))
                .allMatch(ReservedWords::contains);
    }

    @Test
    void otherNamesAreFree() {
        assertThat(Stream.of("pk", "sk", "id", "attribute_exists", "statuses", "", "createdAt", "payload"))
                .noneMatch(ReservedWords::contains);
    }

    @Test
    void thereAre573OfThem() {
        assertThat(ReservedWords.WORDS).hasSize(573);
    }
}

package dev.stator.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What an Accept-Encoding header accepts. */
class GzipTest {
    @Test
    void aWeightOfZeroRefusesGzip() {
        assertThat(Gzip.isAccepted("gzip;q=0")).isFalse();
        assertThat(Gzip.isAccepted("br, gzip; q=0.000")).isFalse();
        assertThat(Gzip.isAccepted("gzip;q=0.5")).isTrue();
        assertThat(Gzip.isAccepted("deflate, gzip;q=1.0, *;q=0.5")).isTrue();
        assertThat(Gzip.isAccepted("")).isFalse();
    }
}

package dev.stator.server;

import static dev.stator.server.RawClient.call;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compressed bodies, both ways. */
class GzipTest {
    private static final String LARGE = "{\"a\":\"" + "0123456789".repeat(1000) + "\"}";

    /** A signed call with a body that is compressed already. */
    static byte[] compressedCall(byte[] body) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(call("PutItem", "Content-Encoding: gzip\r\n", "")
                .replace("Content-Length: 0", "Content-Length: " + body.length)
                .getBytes(ISO_8859_1));
        request.write(body);
        return request.toByteArray();
    }

    @Test
    void aCompressedRequestIsReadAsIfItWerePlain() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            client.send(compressedCall(gzip("{\"a\":\"\u00e9\"}")));
            assertThat(client.answer().text()).isEqualTo("{\"a\":\"\u00e9\"}");
        }
    }

    @Test
    void aRequestThatOnlyClaimsToBeCompressedIsNoJson() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            client.send(compressedCall("{}".getBytes(UTF_8)));
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
        }
    }

    @Test
    void aCutOffCompressedRequestIsNoJson() throws Exception {
        byte[] whole = gzip(LARGE);
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            client.send(compressedCall(java.util.Arrays.copyOf(whole, whole.length - 9)));
            assertThat(client.answer().text()).contains("SerializationException");
        }
    }

    // The SDKs check x-amz-crc32 against the bytes that they received, before they decompress them.
    @Test
    void aLargeAnswerIsCompressedAndItsChecksumIsThatOfTheCompressedBytes() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            RawClient.Answer answer = client.exchange(call("Query", "Accept-Encoding: br, gzip\r\n", LARGE));
            assertThat(answer.header("content-encoding")).isEqualTo("gzip");
            assertThat(answer.body().length).isLessThan(LARGE.length() / 10);
            assertThat(gunzip(answer.body())).isEqualTo(LARGE);
            assertThat(answer.header("x-amz-crc32")).isEqualTo(crc32(answer.body()));
        }
    }

    @Test
    void aSmallAnswerStaysPlain() throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            RawClient.Answer answer = client.exchange(call("Query", "Accept-Encoding: gzip\r\n", "{\"a\":1}"));
            assertThat(answer.headers()).doesNotContainKey("content-encoding");
            assertThat(answer.header("x-amz-crc32")).isEqualTo(crc32("{\"a\":1}".getBytes(UTF_8)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "gzip; true",
                "GZIP; true",
                "identity; false",
                "deflate, gzip, br; true",
                "x-gzip; false",
                "br; false"
            })
    void anAnswerIsCompressedOnlyForAClientThatSaysSo(String accepted, boolean compressed) throws Exception {
        try (TestServer server = new TestServer(TestServer::echo);
                RawClient client = server.connect()) {
            RawClient.Answer answer = client.exchange(call("Query", "Accept-Encoding: " + accepted + "\r\n", LARGE));
            assertThat(answer.headers().containsKey("content-encoding")).isEqualTo(compressed);
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return out.toByteArray();
    }

    private static String gunzip(byte[] bytes) throws IOException {
        return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), UTF_8);
    }

    private static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return Long.toString(crc.getValue());
    }
}

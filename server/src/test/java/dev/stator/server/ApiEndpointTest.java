package dev.stator.server;

import static dev.stator.server.RawClient.CREDENTIALS;
import static dev.stator.server.RawClient.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.wire.Api;
import java.io.IOException;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request is answered before, and instead of, an operation: DynamoDB's texts in DynamoDB's order. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiEndpointTest {
    private static final String SERIALIZATION = "{\"__type\":\"com.amazon.coral.service#SerializationException\"}";
    private static final String UNKNOWN_OPERATION =
            "{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}";
    private static final String MISSING_TOKEN =
            "{\"__type\":\"com.amazon.coral.service#MissingAuthenticationTokenException\","
                    + "\"message\":\"Request is missing Authentication Token\"}";

    private final TestServer server = new TestServer(new FakeApi());
    private RawClient client;

    /** Knows GetItem; what it does is what the body says. */
    private static final class FakeApi implements Api {
        @Override
        public boolean has(String api, String operation) {
            return api.equals("DynamoDB_20120810") && operation.equals("GetItem");
        }

        @Override
        public byte[] execute(String operation, byte[] body, Session session) {
            return switch (new String(body, UTF_8)) {
                case "\"invalid\"" -> throw ApiException.validation("what is wrong");
                case "\"broken\"" -> throw new IllegalStateException("a broken invariant (this test wants it logged)");
                case "\"deep\"" -> throw new StackOverflowError("a recursion (this test wants it logged)");
                case "\"session\"" ->
                    (session.principal() + " " + session.region() + " " + session.host()).getBytes(UTF_8);
                default -> body;
            };
        }
    }

    @BeforeAll
    void connect() throws IOException {
        client = server.connect();
    }

    @AfterAll
    void close() throws IOException {
        client.close();
        server.close();
    }

    @Test
    void anAnswerHasDynamoDbsHeaders() throws Exception {
        RawClient.Answer answer = client.exchange(call("GetItem", "{\"a\":1}"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo("application/x-amz-json-1.0");
        assertThat(answer.header("server")).isEqualTo("Server");
        assertThat(answer.header("date")).isEqualTo("Fri, 01 May 2026 09:08:07 GMT");
        assertThat(answer.header("x-amzn-requestid")).matches("[0-9A-Z]{52}");
        assertThat(answer.header("x-amz-crc32")).isEqualTo(crc32("{\"a\":1}"));
        assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
    }

    @Test
    void requestIdsDiffer() throws Exception {
        String first = client.exchange(call("GetItem", "{}")).header("x-amzn-requestid");
        assertThat(client.exchange(call("GetItem", "{}")).header("x-amzn-requestid"))
                .isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/health", "/?x=y"})
    void healthIsAnsweredWithoutCredentials(String target) throws Exception {
        RawClient.Answer answer = client.exchange("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("healthy: dynamodb.eu-west-2.amazonaws.com ");
        assertThat(answer.header("x-amz-crc32")).isEqualTo(crc32(answer.text()));
    }

    @ParameterizedTest
    @CsvSource({"PUT,/", "DELETE,/", "OPTIONS,/", "PATCH,/", "GET,/other", "POST,/other", "BREW,/"})
    void anotherMethodOrPathIsNotFound(String method, String path) throws Exception {
        RawClient.Answer answer = client.exchange(method + " " + path
                + " HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\n\r\n");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).isEqualTo("<UnknownOperationException/>\n");
        assertThat(answer.header("x-amz-crc32")).isEqualTo("3552371480");
        assertThat(answer.headers()).doesNotContainKeys("content-type", "access-control-allow-origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Content-Type: whatever\r\n",
                "Content-Type: text/plain\r\n",
                "Content-Type: application/x-amz-json-1.1\r\n",
                "Content-Type: application/jsonasdf\r\n"
            })
    void aBodyOfAnotherContentTypeIsNotFound(String header) throws Exception {
        RawClient.Answer answer = client.exchange(post(header + "X-Amz-Target: DynamoDB_20120810.GetItem\r\n", "hi"));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).isEqualTo("<UnknownOperationException/>\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json|application/json",
                "application/json;|application/json",
                "'  application/json  ;   asfd'|application/json",
                "application/json;charset=asdf|application/json",
                "application/x-amz-json-1.0;blahblah|application/x-amz-json-1.0"
            })
    void theContentTypeOfTheAnswerIsThatOfTheRequest(String sent, String answered) throws Exception {
        RawClient.Answer answer = client.exchange(post("Content-Type: " + sent + "\r\n", "{}"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).isEqualTo(UNKNOWN_OPERATION);
        assertThat(answer.header("content-type")).isEqualTo(answered);
        assertThat(answer.header("x-amz-crc32")).isEqualTo("1368724161");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hi", "{", "{}{}", "{\"a\":1}]", "[1,]", "\u00c3(\u0000", "{\"a\":\"\\ud8\"}", " "})
    void aBodyThatIsNoJsonIsToldBeforeTargetAndCredentials(String body) throws Exception {
        RawClient.Answer answer = client.exchange(post("Content-Type: application/json\r\n", body));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).isEqualTo(SERIALIZATION);
        assertThat(answer.header("x-amz-crc32")).isEqualTo("3948637019");
    }

    @Test
    void invalidUtf8IsNoJson() throws Exception {
        byte[] head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n"
                .getBytes(UTF_8);
        client.send(head).send(new byte[] {'"', (byte) 0xc3, (byte) 0x28, '"'});
        assertThat(client.answer().text()).isEqualTo(SERIALIZATION);
    }

    @Test
    void deeplyNestedJsonIsRefusedAndNothingBreaks() throws Exception {
        String body = "[".repeat(1_000_000);
        assertThat(client.exchange(post("Content-Type: application/json\r\n", body))
                        .text())
                .isEqualTo(SERIALIZATION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "X-Amz-Target: whatever\r\n",
                "X-Amz-Target: GetItem\r\n",
                "X-Amz-Target: DynamoDB_20120810.\r\n",
                "X-Amz-Target: DynamoDB_20120810.GetItems\r\n",
                "X-Amz-Target: DynamoDB_20120810.GetItem.x\r\n",
                "X-Amz-Target: dynamodb_20120810.GetItem\r\n",
                "X-Amz-Target: DynamoDBStreams_20120810.GetItem\r\n",
                "X-Amz-Target: Kinesis_20131202.GetItem\r\n"
            })
    void anUnknownOperationIsToldBeforeMissingCredentials(String header) throws Exception {
        RawClient.Answer answer = client.exchange(post(header, ""));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).isEqualTo(UNKNOWN_OPERATION);
    }

    @Test
    void missingCredentialsAreToldBeforeAnEmptyBody() throws Exception {
        RawClient.Answer answer = client.exchange(post("X-Amz-Target: DynamoDB_20120810.GetItem\r\n", ""));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).isEqualTo(MISSING_TOKEN);
        assertThat(answer.header("x-amz-crc32")).isEqualTo("2088342776");
    }

    @Test
    void anEmptyBodyIsNoJson() throws Exception {
        RawClient.Answer answer =
                client.exchange(post(CREDENTIALS + "X-Amz-Target: DynamoDB_20120810.GetItem\r\n", ""));
        assertThat(answer.text()).isEqualTo(SERIALIZATION);
    }

    @Test
    void anErrorOfTheApiIsAnsweredWithItsTypeAndText() throws Exception {
        RawClient.Answer answer = client.exchange(call("GetItem", "\"invalid\""));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text())
                .isEqualTo("{\"__type\":\"com.amazon.coral.validate#ValidationException\","
                        + "\"message\":\"what is wrong\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"broken", "deep"})
    void aDefectIsA500AndTheConnectionSurvives(String body) throws Exception {
        RawClient.Answer answer = client.exchange(call("GetItem", "\"" + body + "\""));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("InternalServerError").doesNotContain("this test wants it logged");
        assertThat(client.exchange(call("GetItem", "{}")).status()).isEqualTo(200);
    }

    @Test
    void theSessionHasAccessKeyAndRegionOfTheSignatureAndTheHostOfTheRequest() throws Exception {
        assertThat(client.exchange(call("GetItem", "\"session\"")).text()).isEqualTo("AKID eu-west-2 localhost");
        String elsewhere = call("GetItem", "\"session\"").replace("/eu-west-2/", "/ap-northeast-1/");
        assertThat(client.exchange(elsewhere).text()).isEqualTo("AKID ap-northeast-1 localhost");
    }

    private static String post(String headers, String body) {
        return "POST / HTTP/1.1\r\nHost: a\r\n" + headers + "Content-Length: " + body.getBytes(UTF_8).length
                + "\r\n\r\n" + body;
    }

    private static String crc32(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(UTF_8));
        return Long.toString(crc.getValue());
    }
}

package dev.stator.server.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.wire.Api;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.server.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which web pages DynamoDB's API carries something out for. */
class OriginGuardTest {
    private static final String PREFLIGHT = String.join(
            "\r\n",
            "OPTIONS / HTTP/1.1",
            "Host: 127.0.0.1:8000",
            "Origin: https://app.example",
            "Access-Control-Request-Method: POST",
            "Access-Control-Request-Headers: authorization,content-type,x-amz-date,x-amz-target",
            "",
            "");

    private final AtomicInteger executed = new AtomicInteger();

    private HttpServer server(String... cors) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer http = HttpServer.bind(address, HttpLimits.forHeap(1L << 30), InstantSource.system());
        Api api = (operation, body, session) -> {
            executed.incrementAndGet();
            return body;
        };
        http.start(api, endpoint -> new OriginGuard(new Origins(List.of(cors), address), endpoint));
        return http;
    }

    private static RawClient.Answer exchange(HttpServer http, String request) throws IOException {
        try (RawClient client = new RawClient(http.address())) {
            return client.exchange(request);
        }
    }

    @Test
    void aClientThatIsNoBrowserIsNotAsked() throws IOException {
        try (HttpServer http = server()) {
            String call = RawClient.call("GetItem", "{}").replace("Host: localhost", "Host: database.example");
            RawClient.Answer answer = exchange(http, call);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).doesNotContainKeys("access-control-allow-origin", "vary");
            assertThat(executed).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example",
                "null",
                "http://localhost:9999",
                "http://localhost.attacker.example",
                "file://"
            })
    void nothingIsCarriedOutForAForeignPage(String origin) throws IOException {
        try (HttpServer http = server()) {
            RawClient.Answer answer = exchange(http, RawClient.call("DeleteTable", "Origin: " + origin + "\r\n", "{}"));
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.text()).contains("AccessDeniedException", "--cors " + origin);
            assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
            assertThat(executed).hasValue(0);
        }
    }

    @Test
    void aNameThatWasMadeToPointHereIsForeign() throws IOException {
        try (HttpServer http = server()) {
            String call = RawClient.call("DeleteTable", "Origin: http://attacker.example:8000\r\n", "{}")
                    .replace("Host: localhost", "Host: attacker.example:8000");
            assertThat(exchange(http, call).status()).isEqualTo(403);
            assertThat(executed).hasValue(0);
        }
    }

    @Test
    void thePageOfTheServerItselfIsServedWithoutFurtherHeaders() throws IOException {
        try (HttpServer http = server()) {
            RawClient.Answer answer = exchange(http, RawClient.call("GetItem", "Origin: http://localhost\r\n", "{}"));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
        }
    }

    @Test
    void aPreflightIsRefusedByDefault() throws IOException {
        try (HttpServer http = server()) {
            RawClient.Answer answer = exchange(http, PREFLIGHT);
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.headers())
                    .doesNotContainKeys("access-control-allow-origin", "access-control-allow-headers");
        }
    }

    @Test
    void anAllowedPageIsToldWhatItMaySendAndThenServed() throws IOException {
        try (HttpServer http = server("https://other.example", "https://app.example")) {
            RawClient.Answer preflight = exchange(
                    http, PREFLIGHT.replace("\r\n\r\n", "\r\nAccess-Control-Request-Private-Network: true\r\n\r\n"));
            assertThat(preflight.status()).isEqualTo(200);
            assertThat(preflight.header("access-control-allow-origin")).isEqualTo("https://app.example");
            assertThat(preflight.header("access-control-allow-methods")).contains("POST");
            assertThat(preflight.header("access-control-allow-headers"))
                    .isEqualTo("authorization,content-type,x-amz-date,x-amz-target");
            assertThat(preflight.header("access-control-allow-private-network")).isEqualTo("true");
            assertThat(preflight.header("vary")).isEqualTo("Origin");
            assertThat(preflight.headers()).doesNotContainKey("access-control-allow-credentials");
            assertThat(executed).hasValue(0);
            RawClient.Answer answer =
                    exchange(http, RawClient.call("GetItem", "Origin: https://app.example\r\n", "{}"));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("access-control-allow-origin")).isEqualTo("https://app.example");
            assertThat(answer.header("access-control-expose-headers")).contains("x-amzn-RequestId", "x-amz-crc32");
            assertThat(exchange(http, RawClient.call("GetItem", "Origin: https://third.example\r\n", "{}"))
                            .status())
                    .isEqualTo(403);
            assertThat(executed).hasValue(1);
        }
    }

    @Test
    void aStarAllowsEveryPage() throws IOException {
        try (HttpServer http = server("*")) {
            RawClient.Answer answer = exchange(http, RawClient.call("GetItem", "Origin: null\r\n", "{}"));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("access-control-allow-origin")).isEqualTo("*");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://app.example,true", "http://localhost:5173,true", "*,true", "http://[::1]:3000,true",
        "https://app.example/,false", "app.example,false", "https://App.example,false", "ftp://app.example,false",
        "https://user@app.example,false", "'https://a b',false", "https://,false"
    })
    void anOriginIsWrittenAsBrowsersDo(String text, boolean is) {
        assertThat(Origins.isOrigin(text)).isEqualTo(is);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,localhost:8000,true",
        "127.0.0.1,127.8.9.1,true",
        "127.0.0.1,[::1]:8000,true",
        "127.0.0.1,192.168.1.5:8000,false",
        "127.0.0.1,my.host,false",
        "192.168.1.5,192.168.1.5:8000,true",
        "192.168.1.5,192.168.1.6:8000,false",
        "0.0.0.0,192.168.1.6:8000,true",
        "0.0.0.0,[fe80::1]:8000,true",
        "0.0.0.0,attacker.example:8000,false"
    })
    void aHostIsOwnWhereNobodyElseCanHaveItsName(String bound, String host, boolean own) {
        assertThat(new Origins(List.of(), new InetSocketAddress(bound, 8000)).isOwnHost(host))
                .isEqualTo(own);
    }
}

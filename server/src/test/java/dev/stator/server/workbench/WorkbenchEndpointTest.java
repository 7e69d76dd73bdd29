package dev.stator.server.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.server.RawClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the front end, as a browser gets them. */
class WorkbenchEndpointTest {
    private static final String SCRIPT = "/workbench/assets/app-1a2b3c.js";

    @AutoClose
    private final Front front = new Front();

    @Test
    void thePageIsAskedForAgainEachTimeAndItsScriptsNever() throws IOException {
        RawClient.Answer page = front.get("/workbench/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.header("cache-control")).isEqualTo("no-cache");
        assertThat(page.text()).contains("a front end");
        RawClient.Answer script = front.get(SCRIPT);
        assertThat(script.header("content-type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(script.header("cache-control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(front.get("/workbench/favicon.svg").header("content-type")).isEqualTo("image/svg+xml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/workbench/tables/My.Table/browse",
                "/workbench/x?q=1",
                "/workbench/index.html",
                "/workbench/assets.v2"
            })
    void everyPlaceWithinTheFrontEndGetsItsPage(String path) throws IOException {
        RawClient.Answer page = front.get(path);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("a front end");
    }

    @ParameterizedTest
    @CsvSource({"/workbench,/workbench/", "/workbench?table=A,/workbench/?table=A"})
    void theNameWithoutItsSlashLeadsThere(String path, String location) throws IOException {
        RawClient.Answer answer = front.get(path);
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("location")).isEqualTo(location);
    }

    @Test
    void aBrowserThatAsksForTheRootIsLedThereAndALoadBalancerIsNot() throws IOException {
        RawClient.Answer browser = front.get("/", "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r\n");
        assertThat(browser.status()).isEqualTo(302);
        assertThat(browser.header("location")).isEqualTo("/workbench/");
        for (String headers : List.of("", "Accept: */*\r\n")) {
            assertThat(front.get("/", headers).text()).isEqualTo("healthy: dynamodb.eu-west-2.amazonaws.com ");
        }
        assertThat(front.get("/health", "Accept: text/html\r\n").text()).startsWith("healthy: ");
    }

    @Test
    void compressionIsChosenByTheClientAndKeptApartByTheTag() throws IOException {
        RawClient.Answer plain = front.get(SCRIPT);
        RawClient.Answer compressed = front.get(SCRIPT, "Accept-Encoding: br, gzip\r\n");
        assertThat(plain.headers()).doesNotContainKey("content-encoding");
        assertThat(compressed.header("content-encoding")).isEqualTo("gzip");
        assertThat(compressed.body().length).isLessThan(plain.body().length);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
            assertThat(in.readAllBytes()).isEqualTo(plain.body());
        }
        assertThat(plain.header("vary")).isEqualTo("Accept-Encoding");
        assertThat(plain.header("etag")).isNotEqualTo(compressed.header("etag"));
        assertThat(front.get(SCRIPT, "Accept-Encoding: gzip;q=0\r\n").headers()).doesNotContainKey("content-encoding");
    }

    @Test
    void whatHasNotChangedIsNotSentAgain() throws IOException {
        String tag = front.get("/workbench/").header("etag");
        RawClient.Answer same =
                front.get("/workbench/", "If-None-Match: \"other\", W/" + tag + "\r\nConnection: close\r\n");
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.header("etag")).isEqualTo(tag);
        assertThat(same.headers()).doesNotContainKey("content-length");
        assertThat(front.get("/workbench/", "If-None-Match: \"other\"\r\n").status())
                .isEqualTo(200);
    }

    @Test
    void aHeadHasTheLengthAndNoBody() throws IOException {
        RawClient.Answer get = front.get("/workbench/");
        RawClient.Answer head = front.send("HEAD /workbench/", "", "");
        assertThat(head.header("content-length")).isEqualTo(String.valueOf(get.body().length));
        assertThat(head.header("etag")).isEqualTo(get.header("etag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
    void nothingElseIsDoneToFiles(String method) throws IOException {
        RawClient.Answer answer = front.send(method + " /workbench/", "", "");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).isEqualTo("GET, HEAD");
    }

    /** On a class path of folders, where a path could lead out of its own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/workbench/../Front.class",
                "/workbench/assets/../../Front.class",
                "/workbench/assets/..%2f..%2fFront.class",
                "/workbench/assets/%2e%2e/%2e%2e/Front.class",
                "/workbench/assets//../Front.class",
                "/workbench/assets/..\\..\\Front.class",
                "/workbench//etc/passwd",
                "/workbench/assets/",
                "/workbench/assets/.hidden",
                "/workbench/./assets/app-1a2b3c.js"
            })
    void noPathLeadsOutOfTheFolder(String path) throws IOException {
        RawClient.Answer answer = front.get(path);
        assertThat(answer.status() == 404 || answer.text().contains("a front end"))
                .as(answer.status() + " " + answer.text())
                .isTrue();
        assertThat(answer.text()).doesNotContain("value1", "AutoCloseable", "assets\n");
    }

    @Test
    void aScriptThatIsNotThereIsNotThePage() throws IOException {
        assertThat(front.get("/workbench/assets/app-000000.js").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/workbench/", "/workbench/assets/absent.js", "/workbench/api/tables", "/workbench/api/absent"})
    void everyAnswerKeepsForeignCodeAndFramesOut(String path) throws IOException {
        RawClient.Answer answer = front.get(path);
        assertThat(answer.header("content-security-policy"))
                .contains("default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "http:", "https:", "*");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.header("x-frame-options")).isEqualTo("DENY");
        assertThat(answer.header("cross-origin-resource-policy")).isEqualTo("same-origin");
        assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
    }

    @Test
    void withoutABuiltFrontEndThePageSaysWhatToInstallAndTheDatabaseAnswers() throws IOException {
        try (Front bare = new Front("dev/stator/absent/", List.of())) {
            RawClient.Answer page = bare.get("/workbench/tables");
            assertThat(page.status()).isEqualTo(503);
            assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
            assertThat(page.text()).contains("Node.js", "npm");
            assertThat(bare.get("/workbench/api/tables").status()).isEqualTo(200);
        }
    }

    @Test
    void theApiOfDynamoDbAnswersBesideIt() throws IOException {
        try (RawClient client = new RawClient(front.address())) {
            RawClient.Answer answer = client.exchange(RawClient.call("ListTables", "{}"));
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{\"TableNames\":[]}");
            assertThat(answer.headers().keySet())
                    .containsExactlyInAnyOrder(
                            "server",
                            "date",
                            "content-type",
                            "content-length",
                            "connection",
                            "x-amzn-requestid",
                            "x-amz-crc32");
        }
    }
}

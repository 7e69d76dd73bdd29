package dev.stator.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of the Authorization header and of presigned query strings, with DynamoDB's texts. */
class AuthorizationTest {
    private static final String SCOPE = "AKID/20260501/us-west-2/dynamodb/aws4_request";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS4-HMAC-SHA256 Credential=" + SCOPE + ", SignedHeaders=host;x-amz-date, Signature=0a",
                "AWS4-HMAC-SHA256 Credential=" + SCOPE + ",SignedHeaders=host,Signature=0a",
                "AWS4-HMAC-SHA256   Signature=0a Credential=" + SCOPE + "// SignedHeaders=host,,",
                "AWS4-HMAC-SHA256 Other=1, Credential=" + SCOPE + ", SignedHeaders=host, Signature=a=b"
            })
    void theHeaderNamesCallerAndRegion(String header) {
        assertThat(Authorization.session(dated(header), null))
                .isEqualTo(new Session("AKID", "us-west-2", Session.ACCOUNT_ID));
    }

    @Test
    void aPresignedQueryNamesCallerAndRegion() {
        String query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=" + SCOPE.replace("/", "%2F")
                + "&X-Amz-Signature=0a&X-Amz-SignedHeaders=host&X-Amz-Date=20260501T000000Z";
        assertThat(Authorization.session(headers(Map.of()), query))
                .isEqualTo(new Session("AKID", "us-west-2", Session.ACCOUNT_ID));
    }

    @ParameterizedTest
    @ValueSource(strings = {"AWS4", "X", "Bearer abc", "", "aws4-hmac-sha256 Credential=a"})
    void whatIsNoSignatureIsAMissingToken(String header) {
        assertRefused(
                dated(header), null, ErrorType.MISSING_AUTHENTICATION_TOKEN, "Request is missing Authentication Token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"X-Amz-Algorith", "X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-SignedHeaders=c&X-Amz-Date=d"})
    void aQueryWithoutAlgorithmIsAMissingToken(String query) {
        assertRefused(
                headers(Map.of()),
                query,
                ErrorType.MISSING_AUTHENTICATION_TOKEN,
                "Request is missing Authentication Token");
    }

    @Test
    void headerAndQueryTogetherAreRefused() {
        assertRefused(
                headers(Map.of("authorization", "X")),
                "X-Amz-Algorithm",
                ErrorType.INVALID_SIGNATURE,
                "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
    }

    @Test
    void allThatIsMissingInTheHeaderIsTold() {
        assertRefused(
                headers(Map.of("authorization", "AWS4-")),
                null,
                ErrorType.INCOMPLETE_SIGNATURE,
                "Authorization header requires 'Credential' parameter. "
                        + "Authorization header requires 'Signature' parameter. "
                        + "Authorization header requires 'SignedHeaders' parameter. "
                        + "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
                        + "Authorization=AWS4-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS4- Signature=b Credential=a",
                "AWS4- Signature=b,Credential=a",
                "AWS4- Signature=b, Credential=a"
            })
    void partsMayBeSeparatedByCommaOrSpace(String header) {
        assertRefused(
                dated(header),
                null,
                ErrorType.INCOMPLETE_SIGNATURE,
                "Authorization header requires 'SignedHeaders' parameter. Authorization=" + header);
    }

    @Test
    void aPartWithoutEqualSignIsTold() {
        assertRefused(
                dated("AWS4-HMAC-SHA256 Signature=b,    Credential,    SignedHeaders"),
                null,
                ErrorType.INCOMPLETE_SIGNATURE,
                "'Credential' not a valid key=value pair (missing equal-sign) in Authorization header: "
                        + "'AWS4-HMAC-SHA256 Signature=b,    Credential,    SignedHeaders'.");
    }

    @Test
    void anotherAlgorithmIsRefused() {
        assertRefused(
                dated("AWS4-HMAC-SHA25 Credential=" + SCOPE + ", SignedHeaders=host, Signature=0"),
                null,
                ErrorType.INCOMPLETE_SIGNATURE,
                "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). ");
    }

    @ParameterizedTest
    @CsvSource({"a", "a/b/c/d", "a/b/c/d/e/f", "a/b/c/d/"})
    void aCredentialHasFiveElements(String credential) {
        assertRefused(
                dated("AWS4-HMAC-SHA256 Credential=" + credential + ", SignedHeaders=host, Signature=0"),
                null,
                ErrorType.INCOMPLETE_SIGNATURE,
                "Credential must have exactly 5 slash-delimited elements, "
                        + "e.g. keyid/date/region/service/term, got '" + credential + "'");
    }

    @Test
    void allThatIsMissingInTheQueryIsTold() {
        assertRefused(
                headers(Map.of()),
                "X-Amz-Algorithm",
                ErrorType.INCOMPLETE_SIGNATURE,
                "AWS query-string parameters must include 'X-Amz-Algorithm'. "
                        + "AWS query-string parameters must include 'X-Amz-Credential'. "
                        + "AWS query-string parameters must include 'X-Amz-Signature'. "
                        + "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
                        + "AWS query-string parameters must include 'X-Amz-Date'. "
                        + "Re-examine the query-string parameters.");
        assertRefused(
                headers(Map.of()),
                "X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-Date=d",
                ErrorType.INCOMPLETE_SIGNATURE,
                "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
                        + "Re-examine the query-string parameters.");
    }

    @Test
    void aMalformedEscapeInTheQueryMeansItself() {
        assertRefused(
                headers(Map.of()),
                "X-Amz-Algorithm=%zz&X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-SignedHeaders=c&X-Amz-Date=%4",
                ErrorType.INCOMPLETE_SIGNATURE,
                "Unsupported AWS 'algorithm': '%zz' (only AWS4-HMAC-SHA256 for now). ");
    }

    private static Headers headers(Map<String, String> headers) {
        return headers::get;
    }

    private static Headers dated(String authorization) {
        return headers(Map.of("authorization", authorization, "date", "a"));
    }

    private static void assertRefused(Headers headers, @Nullable String query, ErrorType type, String message) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> Authorization.session(headers, query))
                .withMessage(message)
                .satisfies(e -> assertThat(e.type()).isEqualTo(type));
    }
}

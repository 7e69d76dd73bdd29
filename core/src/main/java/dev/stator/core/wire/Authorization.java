package dev.stator.core.wire;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads who asks from the Authorization header, or from the query string of a presigned request. Refuses what DynamoDB
 * refuses for its form; does not verify the signature.
 */
final class Authorization {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final int SCOPE_ELEMENTS = 5;
    private static final List<String> QUERY_PARAMETERS =
            List.of("X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date");

    private @Nullable String credential;
    private @Nullable String signature;
    private @Nullable String signedHeaders;

    private Authorization() {}

    /**
     * The session of the caller who signed a request.
     *
     * @param query the target's query string, or null
     */
    static Session session(Headers headers, @Nullable String query) {
        String header = headers.first("authorization");
        Map<String, String> parameters = query == null ? Map.of() : parameters(query);
        boolean isPresigned = parameters.containsKey("X-Amz-Algorithm");
        if (header != null && isPresigned) {
            throw new ApiException(
                    ErrorType.INVALID_SIGNATURE,
                    "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
        }
        if (isPresigned) {
            return ofQuery(parameters);
        }
        if (header == null || !header.strip().startsWith("AWS4-")) {
            throw new ApiException(ErrorType.MISSING_AUTHENTICATION_TOKEN, "Request is missing Authentication Token");
        }
        return new Authorization().ofHeader(header, headers);
    }

    private Session ofHeader(String header, Headers headers) {
        int start = header.length() - header.stripLeading().length();
        int algorithmEnd = elementEnd(header, start);
        for (int i = algorithmEnd; i < header.length(); ) {
            int end = elementEnd(header, i);
            if (end > i) {
                readPair(header, i, end);
            }
            i = end + 1;
        }
        StringBuilder missing = new StringBuilder();
        require(credential, "Credential", missing);
        require(signature, "Signature", missing);
        require(signedHeaders, "SignedHeaders", missing);
        if (headers.first("x-amz-date") == null && headers.first("date") == null) {
            missing.append("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ");
        }
        if (!missing.isEmpty()) {
            throw incomplete(missing + "Authorization=" + header);
        }
        return session(header.substring(start, algorithmEnd), credential == null ? "" : credential);
    }

    private void readPair(String header, int start, int end) {
        int equals = header.indexOf('=', start);
        if (equals < 0 || equals >= end) {
            throw incomplete("'" + header.substring(start, end)
                    + "' not a valid key=value pair (missing equal-sign) in Authorization header: '" + header + "'.");
        }
        String value = header.substring(equals + 1, end);
        switch (header.substring(start, equals)) {
            case "Credential" -> credential = value;
            case "Signature" -> signature = value;
            case "SignedHeaders" -> signedHeaders = value;
            default -> {
                // DynamoDB ignores what it does not know.
            }
        }
    }

    private static int elementEnd(String header, int start) {
        int end = start;
        while (end < header.length() && header.charAt(end) != ',' && header.charAt(end) != ' ') {
            end++;
        }
        return end;
    }

    private static void require(@Nullable String value, String name, StringBuilder missing) {
        if (value == null || value.isEmpty()) {
            missing.append("Authorization header requires '").append(name).append("' parameter. ");
        }
    }

    private static Session ofQuery(Map<String, String> parameters) {
        StringBuilder missing = new StringBuilder();
        for (String name : QUERY_PARAMETERS) {
            if (parameters.getOrDefault(name, "").isEmpty()) {
                missing.append("AWS query-string parameters must include '")
                        .append(name)
                        .append("'. ");
            }
        }
        if (!missing.isEmpty()) {
            throw incomplete(missing + "Re-examine the query-string parameters.");
        }
        return session(parameters.getOrDefault("X-Amz-Algorithm", ""), parameters.getOrDefault("X-Amz-Credential", ""));
    }

    /** The parameters of a query string; of one that is given twice, the first. */
    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (int start = 0; start <= query.length(); ) {
            int ampersand = query.indexOf('&', start);
            int end = ampersand < 0 ? query.length() : ampersand;
            int equals = query.indexOf('=', start);
            int nameEnd = equals < 0 || equals > end ? end : equals;
            parameters.putIfAbsent(
                    decode(query.substring(start, nameEnd)), decode(query.substring(Math.min(nameEnd + 1, end), end)));
            start = end + 1;
        }
        return parameters;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // A percent sign without two digits behind it means itself.
            return text;
        }
    }

    private static Session session(String algorithm, String credential) {
        if (!algorithm.equals(ALGORITHM)) {
            throw incomplete("Unsupported AWS 'algorithm': '" + algorithm + "' (only " + ALGORITHM + " for now). ");
        }
        // keyid/date/region/service/term; DynamoDB ignores slashes at the end.
        int end = credential.length();
        while (end > 0 && credential.charAt(end - 1) == '/') {
            end--;
        }
        int[] slashes = new int[SCOPE_ELEMENTS];
        int elements = 1;
        for (int i = credential.indexOf('/'); i >= 0 && i < end; i = credential.indexOf('/', i + 1)) {
            if (elements < SCOPE_ELEMENTS) {
                slashes[elements - 1] = i;
            }
            elements++;
        }
        if (elements != SCOPE_ELEMENTS) {
            throw incomplete("Credential must have exactly 5 slash-delimited elements, "
                    + "e.g. keyid/date/region/service/term, got '" + credential + "'");
        }
        return new Session(
                credential.substring(0, slashes[0]),
                credential.substring(slashes[1] + 1, slashes[2]),
                Session.ACCOUNT_ID);
    }

    private static ApiException incomplete(String message) {
        return new ApiException(ErrorType.INCOMPLETE_SIGNATURE, message);
    }
}

package dev.stator.core.wire;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered, as it goes over the wire; its carrier puts the head before it.
 *
 * @param contentType null for DynamoDB's answers that have none
 * @param body        compressed if {@code gzip}
 * @param crc32       of the body as sent. DynamoDB: SDKs check it against the compressed bytes.
 * @param further     headers beyond those that every answer has; none on DynamoDB's own
 */
public record Answer(
        int status,
        @Nullable String contentType,
        byte[] body,
        boolean gzip,
        long crc32,
        Map<AnswerHead.Header, String> further) {

    /** DynamoDB: whatever is not a POST of AWS JSON to the root. */
    public static final Answer UNKNOWN_OPERATION = plain(404, null, "<UnknownOperationException/>\n");

    /** DynamoDB: a request of more than 16 MB, which also ends the connection. */
    public static final Answer TOO_LARGE = plain(413, null, "");

    /** None: the carrier ends the connection, and the client never knows. */
    public static final Answer NONE = plain(0, null, "");

    /** The answer of an operation, compressed if the client accepts that and it pays. */
    public static Answer json(int status, String contentType, byte[] body, boolean gzip) {
        return sent(status, contentType, gzip ? Gzip.compress(body) : body, gzip);
    }

    /** The answer to a request that failed. */
    public static Answer error(ApiException error, String contentType) {
        JsonWriter out = new JsonWriter();
        error.write(out);
        return json(error.status(), contentType, out.toByteArray(), false);
    }

    /** An answer in plain text, for a person with curl and for trouble below the API. */
    public static Answer plain(int status, @Nullable String contentType, String text) {
        return sent(status, contentType, text.getBytes(StandardCharsets.UTF_8), false);
    }

    /** A request that is not the HTTP that this server speaks. */
    public static Answer badRequest(String text) {
        return plain(400, "text/plain", text + "\n");
    }

    /** An answer whose body is as it is sent, compressed or not. */
    public static Answer sent(int status, @Nullable String contentType, byte[] body, boolean gzip) {
        return new Answer(status, contentType, body, gzip, crc32(body), Map.of());
    }

    /** The same answer with these headers, too. */
    public Answer with(Map<AnswerHead.Header, String> headers) {
        Map<AnswerHead.Header, String> all = new EnumMap<>(AnswerHead.Header.class);
        all.putAll(further);
        all.putAll(headers);
        return new Answer(status, contentType, body, gzip, crc32, all);
    }

    private static long crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}

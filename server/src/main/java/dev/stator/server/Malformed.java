package dev.stator.server;

import dev.stator.core.wire.Answer;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is not the HTTP/1.1 that this server speaks, and what its sender is told. */
final class Malformed {
    private static final int HEADER_OVERHEAD_BYTES = ": \r\n".length();

    private Malformed() {}

    /** Splits bytes into requests. Stricter than its parent where two readers of one request could differ. */
    static final class Decoder extends HttpRequestDecoder {
        Decoder(HttpLimits limits) {
            super(new HttpDecoderConfig()
                    .setMaxInitialLineLength(limits.requestLineBytesMax())
                    .setMaxHeaderSize(limits.headBytesHardMax()));
        }

        @Override
        protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
            throw new IllegalArgumentException("both Transfer-Encoding and Content-Length");
        }
    }

    /** The answer to what the decoder could not read. */
    static Answer answer(Throwable cause, HttpLimits limits) {
        if (cause instanceof TooLongHttpLineException) {
            return Answer.badRequest("The request line is longer than " + limits.requestLineBytesMax() + " bytes.");
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return Answer.badRequest("The headers are longer than " + limits.headBytesMax() + " bytes.");
        }
        return Answer.badRequest("The request is not well-formed HTTP/1.1.");
    }

    /** The answer to a head that could be read but cannot be served, or null if it can. */
    static @Nullable Answer answer(HttpRequest head) {
        if (!head.protocolVersion().protocolName().equals("HTTP")
                || head.protocolVersion().majorVersion() != 1) {
            return Answer.badRequest("This server speaks HTTP/1.1 only.");
        }
        HttpHeaders headers = head.headers();
        if (head.protocolVersion().minorVersion() >= 1 && !headers.contains(HttpHeaderNames.HOST)) {
            return Answer.badRequest("The Host header is missing.");
        }
        String encoding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
        if (encoding != null && !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encoding.strip())) {
            return Answer.badRequest("The only Transfer-Encoding that this server reads is chunked.");
        }
        return null;
    }

    /** The answer to a head that is larger than DynamoDB takes, or null. */
    static @Nullable Answer oversizedHead(HttpRequest head, HttpLimits limits) {
        long bytes = head.uri().length();
        Iterator<Map.Entry<CharSequence, CharSequence>> headers = head.headers().iteratorCharSequence();
        while (headers.hasNext()) {
            Map.Entry<CharSequence, CharSequence> header = headers.next();
            bytes += header.getKey().length() + header.getValue().length() + HEADER_OVERHEAD_BYTES;
        }
        return bytes > limits.headBytesMax()
                ? Answer.badRequest("The headers are longer than " + limits.headBytesMax() + " bytes.")
                : null;
    }
}

package dev.stator.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stator.core.wire.Answer;
import dev.stator.core.wire.RequestId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * Writes an {@link Answer} with DynamoDB's head into one buffer. By hand, since every head has the same few headers and
 * this is on the path of every request. Thread-safe.
 */
final class AnswerWriter {
    private static final int HEAD_BYTES_MAX = 512;
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final byte[] VERSION = ascii("HTTP/1.1 ");
    private static final byte[] OK = ascii("HTTP/1.1 200 OK\r\nServer: Server\r\nDate: ");
    private static final byte[] SERVER = ascii("\r\nServer: Server\r\nDate: ");
    private static final byte[] CONTENT_TYPE = ascii("\r\nContent-Type: ");
    private static final byte[] GZIP = ascii("\r\nContent-Encoding: gzip");
    private static final byte[] CONTENT_LENGTH = ascii("\r\nContent-Length: ");
    private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive\r\nx-amzn-RequestId: ");
    private static final byte[] CLOSE = ascii("\r\nConnection: close\r\nx-amzn-RequestId: ");
    private static final byte[] CRC32 = ascii("\r\nx-amz-crc32: ");
    private static final byte[] END_OF_HEAD = ascii("\r\n\r\n");
    private static final byte[] TOO_LARGE = ascii("""
            HTTP/1.1 413 Request Entity Too Large\r
            Transfer-Encoding: chunked\r
            Connection: close\r
            \r
            0\r
            \r
            """);
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    private final InstantSource clock;
    private final RandomGenerator random;
    private volatile Date date = new Date(Long.MIN_VALUE, new byte[0]);

    private record Date(long epochSecond, byte[] text) {}

    /**
     * @param random where request ids come from; thread-safe
     */
    AnswerWriter(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** The whole answer; without its body if the request was a HEAD. */
    ByteBuf write(ByteBufAllocator allocator, Answer answer, boolean isHead, boolean close) {
        if (answer.status() == HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE.code()) {
            // DynamoDB: no request id and no checksum on this one.
            return allocator.ioBuffer(TOO_LARGE.length).writeBytes(TOO_LARGE);
        }
        ByteBuf out = allocator.ioBuffer(HEAD_BYTES_MAX + (isHead ? 0 : answer.body().length));
        if (answer.status() == HttpResponseStatus.OK.code()) {
            out.writeBytes(OK);
        } else {
            out.writeBytes(VERSION);
            writeAscii(out, HttpResponseStatus.valueOf(answer.status()).toString());
            out.writeBytes(SERVER);
        }
        out.writeBytes(date());
        String contentType = answer.contentType();
        if (contentType != null) {
            out.writeBytes(CONTENT_TYPE);
            writeAscii(out, contentType);
        }
        if (answer.gzip()) {
            out.writeBytes(GZIP);
        }
        out.writeBytes(CONTENT_LENGTH);
        writeAscii(out, Integer.toString(answer.body().length));
        out.writeBytes(close ? CLOSE : KEEP_ALIVE)
                .writeBytes(RequestId.next(random))
                .writeBytes(CRC32);
        writeAscii(out, Long.toString(answer.crc32()));
        out.writeBytes(END_OF_HEAD);
        return isHead ? out : out.writeBytes(answer.body());
    }

    /** Tells a client that waits with its body to send it. */
    static ByteBuf writeContinue(ByteBufAllocator allocator) {
        return allocator.ioBuffer(CONTINUE.length).writeBytes(CONTINUE);
    }

    /** The time for the Date header, formatted once a second. */
    private byte[] date() {
        Date current = date;
        long now = Math.floorDiv(clock.millis(), 1000);
        if (current.epochSecond() != now) {
            current = new Date(now, ascii(HTTP_DATE.format(Instant.ofEpochSecond(now))));
            date = current;
        }
        return current.text();
    }

    private static void writeAscii(ByteBuf out, String text) {
        out.writeCharSequence(text, US_ASCII);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}

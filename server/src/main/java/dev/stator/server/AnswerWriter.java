package dev.stator.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.stator.core.wire.Answer;
import dev.stator.core.wire.AnswerHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Writes an {@link Answer} with the head that {@link AnswerHead} gives it into one buffer. By hand, since every head has the
 * same few headers and this is on the path of every request. Thread-safe.
 */
final class AnswerWriter {
    private static final int HEAD_BYTES_MAX = 512;

    private static final byte[] VERSION = ascii("HTTP/1.1 ");
    private static final byte[] OK = ascii("HTTP/1.1 200 OK");
    private static final Map<AnswerHead.Header, byte[]> NAMES = names();
    private static final byte[] END_OF_HEAD = ascii("\r\n\r\n");
    private static final byte[] NO_CHUNKS = ascii("0\r\n\r\n");
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    private final AnswerHead head;

    /**
     * @param clock  for the Date header
     * @param random where request ids come from; thread-safe
     */
    AnswerWriter(InstantSource clock, RandomGenerator random) {
        this.head = new AnswerHead(clock, random);
    }

    /** The whole answer; without its body if the request was a HEAD. */
    ByteBuf write(ByteBufAllocator allocator, Answer answer, boolean isHead, boolean close) {
        ByteBuf out = allocator.ioBuffer(HEAD_BYTES_MAX + (isHead ? 0 : answer.body().length));
        if (answer.status() == HttpResponseStatus.OK.code()) {
            out.writeBytes(OK);
        } else {
            out.writeBytes(VERSION);
            writeAscii(out, HttpResponseStatus.valueOf(answer.status()).toString());
        }
        head.visit(answer, close, (header, value) -> {
            out.writeBytes(NAMES.get(header));
            writeAscii(out, value);
        });
        out.writeBytes(END_OF_HEAD);
        if (answer.status() == HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE.code()) {
            return out.writeBytes(NO_CHUNKS);
        }
        return isHead ? out : out.writeBytes(answer.body());
    }

    /** Tells a client that waits with its body to send it. */
    static ByteBuf writeContinue(ByteBufAllocator allocator) {
        return allocator.ioBuffer(CONTINUE.length).writeBytes(CONTINUE);
    }

    /** What stands before each header's value: the end of the line before it, and its name. */
    private static Map<AnswerHead.Header, byte[]> names() {
        Map<AnswerHead.Header, byte[]> names = new EnumMap<>(AnswerHead.Header.class);
        for (AnswerHead.Header header : AnswerHead.Header.values()) {
            names.put(header, ascii("\r\n" + header.wireName() + ": "));
        }
        return names;
    }

    private static void writeAscii(ByteBuf out, String text) {
        out.writeCharSequence(text, US_ASCII);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}

package dev.stator.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** One connection of the {@link LoadGenerator}: one request at a time, and the answer as raw bytes. */
final class Exchange implements AutoCloseable {
    private static final byte[] OK = "HTTP/1.1 200".getBytes(ISO_8859_1);
    private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(ISO_8859_1);
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};
    private static final int FIRST_BUFFER_BYTES = 16 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private ByteBuffer out = ByteBuffer.allocate(0);
    private ByteBuffer in = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
    private int answerBytes = -1;
    private long dueNanos;

    Exchange(InetSocketAddress server, Selector selector) throws IOException {
        channel = SocketChannel.open(server);
        channel.configureBlocking(false);
        channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /**
     * Sends a request.
     *
     * @param dueNanos when it should have been sent, by {@link System#nanoTime}
     */
    void send(byte[] request, long dueNanos) throws IOException {
        this.dueNanos = dueNanos;
        out = ByteBuffer.wrap(request);
        in.clear();
        answerBytes = -1;
        flush();
    }

    long dueNanos() {
        return dueNanos;
    }

    /** Moves on as far as the socket allows; true once the answer is there as a whole. */
    boolean advance() throws IOException {
        if (out.hasRemaining()) {
            flush();
        }
        while (true) {
            if (!in.hasRemaining()) {
                in = ByteBuffer.allocate(in.capacity() * 2).put(in.flip());
            }
            int read = channel.read(in);
            if (read < 0) {
                throw new EOFException("the server closed the connection after: " + text());
            }
            if (answerBytes < 0) {
                readHead();
            }
            if (answerBytes >= 0 && in.position() >= answerBytes) {
                return true;
            }
            if (read == 0) {
                return false;
            }
        }
    }

    /** The body of the last answer. */
    byte[] body() {
        int start = indexOf(in.array(), in.position(), END_OF_HEAD) + END_OF_HEAD.length;
        return Arrays.copyOfRange(in.array(), start, answerBytes);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void flush() throws IOException {
        channel.write(out);
        key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    private void readHead() {
        int end = indexOf(in.array(), in.position(), END_OF_HEAD);
        if (end < 0) {
            return;
        }
        if (!Arrays.equals(in.array(), 0, OK.length, OK, 0, OK.length)) {
            throw new IllegalStateException("the server answered: " + text());
        }
        answerBytes = end + END_OF_HEAD.length + contentLength(in.array(), end);
    }

    private String text() {
        return new String(in.array(), 0, Math.min(in.position(), 2_000), ISO_8859_1);
    }

    private static int contentLength(byte[] head, int end) {
        for (int i = 0; i < end; i++) {
            if (head[i] == '\n' && startsWith(head, i + 1, CONTENT_LENGTH)) {
                int length = 0;
                for (int j = i + 1 + CONTENT_LENGTH.length; head[j] != '\r'; j++) {
                    if (head[j] != ' ') {
                        length = length * 10 + head[j] - '0';
                    }
                }
                return length;
            }
        }
        throw new IllegalStateException("an answer without Content-Length: " + new String(head, 0, end, ISO_8859_1));
    }

    private static boolean startsWith(byte[] bytes, int start, byte[] lowerCase) {
        for (int i = 0; i < lowerCase.length; i++) {
            byte b = bytes[start + i];
            if ((b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static int indexOf(byte[] bytes, int length, byte[] wanted) {
        for (int i = 0; i + wanted.length <= length; i++) {
            if (bytes[i] == wanted[0] && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }
}

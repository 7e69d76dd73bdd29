package dev.stator.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends exactly the bytes it is told to, and reads answers without any leniency. */
public final class RawClient implements AutoCloseable {
    static final String CREDENTIALS = "Authorization: AWS4-HMAC-SHA256 "
            + "Credential=AKID/20260501/eu-west-2/dynamodb/aws4_request, SignedHeaders=host, Signature=0\r\n"
            + "X-Amz-Date: 20260501T000000Z\r\n";

    private static final int READ_TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    /** One answer; header names in lower case. */
    public record Answer(int status, Map<String, String> headers, byte[] body) {
        public String text() {
            return new String(body, UTF_8);
        }

        public String header(String name) {
            String value = headers.get(name);
            if (value == null) {
                throw new AssertionError("no header " + name + " in " + headers);
            }
            return value;
        }
    }

    public RawClient(InetSocketAddress address) throws IOException {
        this(address, 0);
    }

    /**
     * @param receiveBufferBytes how much the system may take before this client reads; 0 as the system likes
     */
    RawClient(InetSocketAddress address, int receiveBufferBytes) throws IOException {
        socket = new Socket();
        if (receiveBufferBytes > 0) {
            socket.setReceiveBufferSize(receiveBufferBytes);
        }
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        socket.connect(address);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** The bytes of a signed call of an operation. */
    public static String call(String operation, String body) {
        return call(operation, "", body);
    }

    /**
     * The same with more headers.
     *
     * @param headers each with its line end
     */
    public static String call(String operation, String headers, String body) {
        return targeted("DynamoDB_20120810." + operation, headers, body);
    }

    /** The same of an operation that reads streams. */
    static String streamsCall(String operation, String body) {
        return targeted("DynamoDBStreams_20120810." + operation, "", body);
    }

    private static String targeted(String target, String headers, String body) {
        return "POST / HTTP/1.1\r\nHost: localhost\r\n" + CREDENTIALS + "X-Amz-Target: " + target
                + "\r\nContent-Type: application/x-amz-json-1.0\r\n" + headers + "Content-Length: "
                + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(UTF_8));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Sends one request and reads its answer. */
    public Answer exchange(String request) throws IOException {
        return send(request).answer();
    }

    public Answer answer() throws IOException {
        return answer(true);
    }

    /** Reads the answer to a HEAD, which has the length of a body but not the body. */
    public Answer answerWithoutBody() throws IOException {
        return answer(false);
    }

    private Answer answer(boolean hasBody) throws IOException {
        String statusLine = line();
        int status = Integer.parseInt(statusLine.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        if (!hasBody || status == 100 || status == 304) {
            return new Answer(status, headers, new byte[0]);
        }
        return new Answer(
                status, headers, "chunked".equals(headers.get("transfer-encoding")) ? chunks() : body(headers));
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        int length = Integer.parseInt(headers.get("content-length"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer ended after " + body.length + " of " + length + " bytes");
        }
        return body;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.write(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    /** Whether the server has closed the connection, without a byte more. Waits for it. */
    boolean isClosedByServer() throws IOException {
        return in.read() < 0;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection ended within a line: " + line.toString(ISO_8859_1));
            }
            line.write(b);
        }
        String text = line.toString(ISO_8859_1);
        if (!text.endsWith("\r")) {
            throw new IOException("a line without CR: " + text);
        }
        return text.substring(0, text.length() - 1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package dev.stator.core.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compression of whole bodies. */
public final class Gzip {
    private static final int BUFFER_BYTES = 8 * 1024;

    private Gzip() {}

    /** Thrown where a body is larger than allowed once it is decompressed. */
    static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        private TooLargeException(int bytesMax) {
            super("more than " + bytesMax + " bytes after decompression");
        }
    }

    /**
     * Decompresses, and stops as soon as there would be more than {@code bytesMax} bytes: a few kilobytes can stand for
     * gigabytes.
     *
     * @throws TooLargeException if there are more
     * @throws IOException       if these bytes are not gzip
     */
    static byte[] decompress(byte[] body, int bytesMax) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body), BUFFER_BYTES)) {
            byte[] plain = in.readNBytes(bytesMax);
            if (plain.length == bytesMax && in.read() >= 0) {
                throw new TooLargeException(bytesMax);
            }
            return plain;
        }
    }

    /** The most bytes that a compressed body can stand for: deflate does not get beyond 1032 to 1. */
    static int decompressedBytesMax(byte[] body, int bytesMax) {
        return (int) Math.min(bytesMax, body.length * 1032L);
    }

    /** Compresses at the fastest level: answers are JSON, which even that shrinks to a tenth. */
    static byte[] compress(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4);
        try (OutputStream gzip = new FastGzip(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException("an array refused bytes", e);
        }
        return out.toByteArray();
    }

    /**
     * Whether an {@code Accept-Encoding} header lists gzip, and not with a weight of zero.
     *
     * @param acceptEncoding the header's value
     */
    public static boolean isAccepted(String acceptEncoding) {
        for (int start = 0; start < acceptEncoding.length(); ) {
            int comma = acceptEncoding.indexOf(',', start);
            int end = comma < 0 ? acceptEncoding.length() : comma;
            int semicolon = acceptEncoding.indexOf(';', start);
            int nameEnd = semicolon >= 0 && semicolon < end ? semicolon : end;
            if (acceptEncoding.substring(start, nameEnd).strip().equalsIgnoreCase("gzip")) {
                return !isZeroWeight(acceptEncoding.substring(nameEnd, end));
            }
            start = end + 1;
        }
        return false;
    }

    private static boolean isZeroWeight(String parameters) {
        int equals = parameters.indexOf("q=");
        if (equals < 0) {
            return false;
        }
        String weight = parameters.substring(equals + 2).strip();
        return weight.startsWith("0") && weight.chars().allMatch(c -> c == '0' || c == '.');
    }

    private static final class FastGzip extends GZIPOutputStream {
        private FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}

package dev.stator.server.workbench;

import dev.stator.core.wire.Answer;
import dev.stator.core.wire.AnswerHead.Header;
import dev.stator.core.wire.Gzip;
import dev.stator.core.wire.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** One file of the front end, as it is and compressed, with what a browser needs to keep it. Immutable. */
final class Asset {
    /** Below this a header's worth is saved, if at all. */
    private static final int GZIP_BYTES_MIN = 512;

    private static final int TAG_BYTES = 12;

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("map", "application/json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"));

    private final String type;
    private final String cacheControl;
    private final byte[] plain;
    private final byte @Nullable [] compressed;
    private final String tag;

    /**
     * @param path      decides about the type, by its ending
     * @param immutable whether the name changes with the content, so that a browser need not ask again
     */
    Asset(String path, byte[] content, boolean immutable) {
        this.type = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
        this.cacheControl = immutable ? "public, max-age=31536000, immutable" : "no-cache";
        this.plain = content;
        byte[] smaller = content.length < GZIP_BYTES_MIN ? content : compress(content);
        this.compressed = smaller.length < content.length ? smaller : null;
        this.tag = tag(content);
    }

    /** The answer to a GET or HEAD. */
    Answer answer(Request request) {
        String encodings = request.headers().first("accept-encoding");
        boolean gzip = compressed != null && encodings != null && Gzip.isAccepted(encodings);
        // Two encodings of a file are two representations, and need two strong tags.
        String etag = '"' + tag + (gzip ? "-gzip" : "") + '"';
        Map<Header, String> headers = new EnumMap<>(Header.class);
        headers.put(Header.ETAG, etag);
        headers.put(Header.CACHE_CONTROL, cacheControl);
        if (compressed != null) {
            headers.put(Header.VARY, "Accept-Encoding");
        }
        if (matches(request.headers().first("if-none-match"), etag)) {
            return Answer.sent(304, null, new byte[0], false).with(headers);
        }
        byte[] body = gzip && compressed != null ? compressed : plain;
        return Answer.sent(200, type, body, gzip).with(headers);
    }

    private static boolean matches(@Nullable String ifNoneMatch, String etag) {
        if (ifNoneMatch == null) {
            return false;
        }
        return Arrays.stream(ifNoneMatch.split(",", -1))
                .map(String::strip)
                .map(each -> each.startsWith("W/") ? each.substring(2) : each)
                .anyMatch(each -> each.equals("*") || each.equals(etag));
    }

    private static String tag(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static byte[] compress(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length / 3);
        try (OutputStream gzip = new SmallGzip(out)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException("an array refused bytes", e);
        }
        return out.toByteArray();
    }

    /** Compressed once and sent often, so at the best level. */
    private static final class SmallGzip extends GZIPOutputStream {
        private SmallGzip(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}

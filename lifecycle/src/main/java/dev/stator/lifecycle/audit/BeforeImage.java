package dev.stator.lifecycle.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * How a before-image is stored: as text in the record if it fits, else compressed, in parts of their own, since a record is an
 * item too and has to stay below 400 KB.
 */
final class BeforeImage {
    static final int TEXT_BYTES_MAX = 300 * 1024;
    private static final int PART_BYTES = 300 * 1024;

    private BeforeImage() {}

    static boolean fits(String text) {
        return text.getBytes(UTF_8).length <= TEXT_BYTES_MAX;
    }

    static List<byte[]> parts(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] all = bytes.toByteArray();
        List<byte[]> parts = new ArrayList<>();
        for (int at = 0; at < all.length; at += PART_BYTES) {
            parts.add(Arrays.copyOfRange(all, at, Math.min(all.length, at + PART_BYTES)));
        }
        return parts;
    }

    static String text(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(all.toByteArray()))) {
            return new String(zip.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The parts of a before-image are damaged.", e);
        }
    }
}

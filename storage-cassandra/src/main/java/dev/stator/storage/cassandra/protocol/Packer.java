package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Size;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Writes numbers and byte strings one after the other; {@link Unpacker} reads them. The first byte is the format. */
final class Packer {
    private byte[] buffer = new byte[64];
    private int length;

    Packer(int format) {
        buffer[length++] = (byte) format;
    }

    /** A number of any size; small ones take few bytes. */
    Packer number(long number) {
        // Zigzag, then seven bits a byte.
        long left = (number << 1) ^ (number >> 63);
        ensure(10);
        while ((left & ~0x7fL) != 0) {
            buffer[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        buffer[length++] = (byte) left;
        return this;
    }

    Packer bytes(byte[] bytes) {
        number(bytes.length);
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
        return this;
    }

    Packer collection(CollectionId id) {
        return number(id.table()).bytes(id.collection());
    }

    Packer row(RowKey key) {
        return number(key.kind().code()).number(key.space()).bytes(key.position());
    }

    Packer sizes(Map<Long, Size> sizes) {
        number(sizes.size());
        // In order, so that equal maps have equal bytes.
        new TreeMap<>(sizes)
                .forEach((generation, size) ->
                        number(generation).number(size.entries()).number(size.bytes()));
        return this;
    }

    byte[] done() {
        return Arrays.copyOf(buffer, length);
    }

    private void ensure(int more) {
        if (length + more > buffer.length) {
            buffer = ByteBuffer.allocate(Math.max(2 * buffer.length, length + more))
                    .put(buffer, 0, length)
                    .array();
        }
    }
}

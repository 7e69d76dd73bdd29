package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads what {@link Packer} wrote. */
final class Unpacker {
    private final byte[] buffer;
    private int at;

    Unpacker(byte[] buffer, int format) {
        this.buffer = buffer;
        if (buffer.length == 0 || buffer[at++] != format) {
            throw corrupt();
        }
    }

    long number() {
        long bits = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (at == buffer.length) {
                throw corrupt();
            }
            byte next = buffer[at++];
            bits |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return (bits >>> 1) ^ -(bits & 1);
            }
        }
        throw corrupt();
    }

    byte[] bytes() {
        long length = number();
        if (length < 0 || length > buffer.length - at) {
            throw corrupt();
        }
        at += (int) length;
        return Arrays.copyOfRange(buffer, at - (int) length, at);
    }

    <T> List<T> list(Supplier<T> element) {
        long count = number();
        if (count < 0 || count > buffer.length - at) {
            throw corrupt();
        }
        List<T> list = new ArrayList<>((int) count);
        for (long i = 0; i < count; i++) {
            list.add(element.get());
        }
        return list;
    }

    CollectionId collection() {
        return new CollectionId(number(), bytes());
    }

    RowKey row() {
        return new RowKey(RowKey.Kind.of((int) number()), number(), bytes());
    }

    Map<Long, Size> sizes() {
        Map<Long, Size> sizes = new HashMap<>();
        list(() -> sizes.put(number(), new Size(number(), number())));
        return sizes;
    }

    private static StorageException.Corrupt corrupt() {
        return new StorageException.Corrupt("a stored record of the commit protocol has an unknown form", null);
    }
}

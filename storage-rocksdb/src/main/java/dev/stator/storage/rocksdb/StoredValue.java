package dev.stator.storage.rocksdb;

import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The values inside RocksDB: an entry is its version (8 bytes) and its value, a size is two numbers of 8 bytes; all big-endian. */
final class StoredValue {
    static final int VERSION_BYTES = 8;

    private static final int SIZE_BYTES = 16;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private StoredValue() {}

    /** Room for a version, which {@link #setVersion} writes, and the value behind it. */
    static byte[] entry(byte[] value) {
        byte[] stored = new byte[VERSION_BYTES + value.length];
        System.arraycopy(value, 0, stored, VERSION_BYTES, value.length);
        return stored;
    }

    static void setVersion(byte[] stored, long version) {
        LONG.set(stored, 0, version);
    }

    static long version(byte[] stored, int storedBytes) {
        if (storedBytes < VERSION_BYTES) {
            throw new StorageException.Corrupt("a stored entry of " + storedBytes + " bytes has no version", null);
        }
        return (long) LONG.get(stored, 0);
    }

    static byte[] value(byte[] stored) {
        return Arrays.copyOfRange(stored, VERSION_BYTES, stored.length);
    }

    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    static long number(byte[] stored) {
        if (stored.length != Long.BYTES) {
            throw new StorageException.Corrupt("a stored number has " + stored.length + " bytes", null);
        }
        return (long) LONG.get(stored, 0);
    }

    static byte[] size(Size size) {
        return ByteBuffer.allocate(SIZE_BYTES)
                .putLong(size.entries())
                .putLong(size.bytes())
                .array();
    }

    static Size size(byte[] stored) {
        if (stored.length != SIZE_BYTES) {
            throw new StorageException.Corrupt("a stored size has " + stored.length + " bytes", null);
        }
        return new Size((long) LONG.get(stored, 0), (long) LONG.get(stored, Long.BYTES));
    }
}

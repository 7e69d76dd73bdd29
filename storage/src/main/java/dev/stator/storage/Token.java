package dev.stator.storage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Spreads collections evenly over 64 unsigned bits: the first eight bytes of the MD5 of the collection's bytes. Part of the
 * on-disk format, so it never changes.
 */
public final class Token {
    private static final MessageDigest MD5 = md5();

    private Token() {}

    /** The token of a collection; compare with {@link Long#compareUnsigned}. */
    public static long of(byte[] collection) {
        try {
            MessageDigest digest = (MessageDigest) MD5.clone();
            return ByteBuffer.wrap(digest.digest(collection))
                    .order(ByteOrder.BIG_ENDIAN)
                    .getLong();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the MD5 of this JDK cannot be cloned", e);
        }
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}

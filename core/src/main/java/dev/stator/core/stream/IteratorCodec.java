package dev.stator.core.stream;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shard iterators as clients hold them: the stream's ARN, a version, and the signed position in Base64, parted by bars. They
 * hold all that is to be known, so nothing is kept for them; and a client that changes one is refused.
 */
final class IteratorCodec {
    private static final String VERSION = "1";
    private static final String HMAC = "HmacSHA256";
    private static final int SIGNATURE_BYTES = 16;

    private final SecretKeySpec key;
    private final Duration lifetime;

    IteratorCodec(byte[] key, Duration lifetime) {
        this.key = new SecretKeySpec(key, HMAC);
        this.lifetime = lifetime;
    }

    String encode(ShardIterator iterator, long nowMillis) {
        byte[] shard = iterator.shardId().getBytes(StandardCharsets.UTF_8);
        byte[] payload = ByteBuffer.allocate(2 * Long.BYTES + 1 + shard.length)
                .putLong(nowMillis)
                .putLong(iterator.sequence())
                .put((byte) (iterator.strict() ? 1 : 0))
                .put(shard)
                .array();
        byte[] signed = Arrays.copyOf(payload, payload.length + SIGNATURE_BYTES);
        System.arraycopy(signature(iterator.streamArn(), payload), 0, signed, payload.length, SIGNATURE_BYTES);
        return iterator.streamArn()
                + '|'
                + VERSION
                + '|'
                + Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
    }

    /**
     * The position that a client holds.
     *
     * @throws ApiException ValidationException if it is none that was given; ExpiredIteratorException
     */
    ShardIterator decode(String text, long nowMillis) {
        String[] parts = text.split("\\|", -1);
        if (parts.length != 3 || !parts[1].equals(VERSION)) {
            throw invalid();
        }
        try {
            byte[] signed = Base64.getUrlDecoder().decode(parts[2]);
            // The decoder passes over the last letter's spare bits.
            if (signed.length <= SIGNATURE_BYTES || !base64(signed).equals(parts[2])) {
                throw invalid();
            }
            byte[] payload = Arrays.copyOf(signed, signed.length - SIGNATURE_BYTES);
            byte[] signature = Arrays.copyOfRange(signed, payload.length, signed.length);
            if (!MessageDigest.isEqual(signature, signature(parts[0], payload))) {
                throw invalid();
            }
            return read(parts[0], ByteBuffer.wrap(payload), nowMillis);
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw invalid();
        }
    }

    private ShardIterator read(String streamArn, ByteBuffer payload, long nowMillis) {
        long given = payload.getLong();
        if (nowMillis - given >= lifetime.toMillis()) {
            throw new ApiException(
                    ErrorType.EXPIRED_ITERATOR,
                    "The shard iterator has expired and can no longer be used to retrieve stream records.");
        }
        long sequence = payload.getLong();
        boolean strict = payload.get() == 1;
        String shardId = StandardCharsets.UTF_8.decode(payload).toString();
        return new ShardIterator(streamArn, shardId, sequence, strict);
    }

    private byte[] signature(String streamArn, byte[] payload) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(streamArn.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) '|');
            return Arrays.copyOf(mac.doFinal(payload), SIGNATURE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static ApiException invalid() {
        return ApiException.validation("Invalid ShardIterator");
    }
}

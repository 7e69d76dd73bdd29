package dev.stator.server.cluster;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a server shows another with a request that it passes on: the time, and a signature of time, operation and body with the
 * secret that all servers of the cluster have. So nobody else can have a server carry out what is not its own, and what is
 * overheard is of use for a minute at most, and for nothing but the same request.
 */
public final class Passage {
    static final String HEADER = "x-stator-passage";

    private static final long SECONDS_MAX = Duration.ofMinutes(1).toSeconds();
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec secret;
    private final InstantSource clock;

    /** @param secret not empty; the same for all servers */
    public Passage(String secret, InstantSource clock) {
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
        this.clock = clock;
    }

    /** The value of the header for a request that is passed on now. */
    String issue(String target, byte[] body) {
        return sign(clock.instant().getEpochSecond(), target, body);
    }

    /** Whether another server of the cluster has passed the request on, lately. */
    boolean isValid(String value, String target, byte[] body) {
        int end = value.indexOf(':');
        if (end < 1 || end > 12 || !value.substring(0, end).chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        long seconds = Long.parseLong(value.substring(0, end));
        String expected = sign(seconds, target, body);
        boolean isSigned = MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.US_ASCII), value.getBytes(StandardCharsets.ISO_8859_1));
        return isSigned && Math.abs(clock.instant().getEpochSecond() - seconds) <= SECONDS_MAX;
    }

    private String sign(long seconds, String target, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update((seconds + "\n" + target + "\n").getBytes(StandardCharsets.UTF_8));
            return seconds + ":" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}

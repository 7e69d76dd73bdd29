package dev.stator.lifecycle.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.lifecycle.key.Utf8Order;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The keys of the companion table, where all lies that is not an item; {@code docs/adr/0012-lifecycle.md} has them in a
 * table.
 */
public final class Companion {
    /** The partition key's attribute. */
    public static final String PK = "pk";
    /** The sort key's attribute. */
    public static final String SK = "sk";
    /** The sort key of what is one for its partition key. */
    public static final String HEAD = "HEAD";
    /** The sort key of the hold on an owner. */
    public static final String HOLD = "HOLD";
    /** The partition key of the list of all holds. */
    public static final String HOLDS = "HOLDS";
    /** The partition key of the list of cascades that are not done. */
    public static final String SAGAS = "SAGAS";

    private static final String LEDGER = "ITEM|";
    private static final int LEDGER_BYTES_MAX = 1024;

    private Companion() {}

    /**
     * The partition key of an item's ledger.
     *
     * @param identity the item's original sort key
     */
    public static String ledger(String partition, String identity) {
        String name = partition + "|" + identity;
        return LEDGER + (Utf8Order.bytes(name) <= LEDGER_BYTES_MAX ? name : "sha256:" + sha256(name));
    }

    /** Whether the partition key is a ledger's. */
    public static boolean isLedger(String pk) {
        return pk.startsWith(LEDGER);
    }

    /** The partition key of the hold on all items of an owner. */
    public static String ownerHold(String partition) {
        return "HOLD|" + partition;
    }

    /** The partition key of a cascade. */
    public static String saga(String id) {
        return "SAGA|" + id;
    }

    /** The partition key of a day's restores. */
    public static String restores(Instant time) {
        return "RESTORED|" + time.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    /** The partition key of how far a consumer of events has come. */
    public static String consumer(String name) {
        return "STREAM|" + name;
    }

    /** A number as a part of a sort key. */
    public static String padded(long number, int width) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    /** A key. */
    public static Map<String, AttributeValue> key(String pk, String sk) {
        return Map.of(PK, AttributeValue.fromS(pk), SK, AttributeValue.fromS(sk));
    }

    /** The SHA-256 of a text's UTF-8 in hexadecimal digits. */
    public static String sha256(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(UTF_8)));
    }

    /** A new SHA-256. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

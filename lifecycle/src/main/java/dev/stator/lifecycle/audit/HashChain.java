package dev.stator.lifecycle.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.lifecycle.table.Companion;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** How records are chained: the hash of a record covers every member of it and the hash of the one before. */
final class HashChain {
    // What else might be hashed with the same rule gets another name, so that no text can be taken for another.
    private static final String DOMAIN = "stator-lifecycle-audit-1";

    private HashChain() {}

    static String hash(String ledger, long number, AuditEntry entry, String beforeHash, String previous) {
        MessageDigest digest = Companion.digest();
        add(digest, DOMAIN);
        add(digest, ledger);
        add(digest, Long.toString(number));
        add(digest, entry.kind().name());
        add(digest, entry.from());
        add(digest, entry.to());
        add(digest, entry.keyBefore());
        add(digest, entry.keyAfter());
        add(digest, entry.actor());
        add(digest, entry.principal());
        add(digest, entry.reason());
        add(digest, entry.at().toString());
        add(digest, entry.move());
        add(digest, entry.deletion());
        add(digest, beforeHash);
        add(digest, previous);
        return HexFormat.of().formatHex(digest.digest());
    }

    // The length comes first, so that what is cut differently is hashed differently.
    private static void add(MessageDigest digest, @Nullable String text) {
        byte[] bytes = text == null ? new byte[0] : text.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(text == null ? -1 : bytes.length)
                .array());
        digest.update(bytes);
    }
}

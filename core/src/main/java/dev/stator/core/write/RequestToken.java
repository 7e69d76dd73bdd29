package dev.stator.core.write;

import dev.stator.storage.EntryKey;
import java.nio.charset.StandardCharsets;

/**
 * A ClientRequestToken, with which a request may come again and is carried out once; {@link RequestTokens} remembers it.
 *
 * @param operation the operation that it was given to; each has tokens of its own
 * @param accountId whose token it is
 * @param text      as the client chose it
 * @param payload   the {@link PayloadDigest} of what the request asks for
 */
public record RequestToken(String operation, String accountId, String text, byte[] payload) {
    private static final byte[] NO_POSITION = {};

    /** Where it is stored. Neither name nor account has a colon, so no two tokens share a place. */
    EntryKey key() {
        String key = operation + ":" + accountId + ":" + text;
        return new EntryKey(key.getBytes(StandardCharsets.UTF_8), NO_POSITION);
    }
}

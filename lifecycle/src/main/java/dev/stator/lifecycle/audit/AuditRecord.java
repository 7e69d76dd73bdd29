package dev.stator.lifecycle.audit;

import dev.stator.lifecycle.item.ItemJson;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A record in its place in the chain of its item.
 *
 * @param ledger     the item's ledger
 * @param number     1 for the first
 * @param entry      what it tells; without the image if that was erased or is not kept
 * @param beforeHash the SHA-256 of the image; empty if there never was one
 * @param previous   the hash of the record before; empty for the first
 * @param hash       the hash of all of this
 */
public record AuditRecord(
        String ledger, long number, AuditEntry entry, String beforeHash, String previous, String hash) {

    /** The item as it was before, if its image is kept. */
    public Optional<Map<String, AttributeValue>> before() {
        @Nullable String text = entry.before();
        return text == null ? Optional.empty() : Optional.of(ItemJson.read(text));
    }

    /** Whether there was an image, and it was erased. */
    public boolean isErased() {
        return entry.before() == null && !beforeHash.isEmpty();
    }
}

package dev.stator.lifecycle.read;

import dev.stator.lifecycle.item.ItemKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What one Query of the index of what is due has found.
 *
 * @param items in the order in which they became due
 * @param next  where the next page begins; none if this was the last
 * @param units the read units that it took
 */
public record DuePage(List<Due> items, Optional<Map<String, AttributeValue>> next, double units) {
    /**
     * An item that is due, as the index has it, which may be a moment behind.
     *
     * @param key its key in the table
     * @param at  since when
     */
    public record Due(ItemKey key, Instant at) {}
}

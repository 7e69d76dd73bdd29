package dev.stator.lifecycle.read;

import dev.stator.lifecycle.item.LifecycleItem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What one Query has found.
 *
 * @param items   in the order that was asked for
 * @param next    where the next page begins; none if this was the last
 * @param scanned how many items the database has looked at: as many as it has returned, since there is no filter
 * @param units   the read units that it took
 */
public record Page(List<LifecycleItem> items, Optional<Map<String, AttributeValue>> next, int scanned, double units) {
    /** Nothing, without having asked. */
    static final Page EMPTY = new Page(List.of(), Optional.empty(), 0, 0);
}

package dev.stator.lifecycle.item;

import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What an item is marked with right before it is deleted for good, so that its last image tells who did it.
 *
 * @param id     the id of the purge
 * @param actor  who
 * @param reason why; may be empty
 * @param at     when
 */
public record PurgeMark(String id, String actor, String reason, Instant at) {
    static PurgeMark of(AttributeValue value) {
        Map<String, AttributeValue> members = value.m();
        return new PurgeMark(
                Attributes.textOrEmpty(members, "id"),
                Attributes.textOrEmpty(members, "actor"),
                Attributes.textOrEmpty(members, "reason"),
                Instant.parse(Attributes.textOrEmpty(members, "at")));
    }

    /** The mark as an attribute. */
    public AttributeValue toAttribute() {
        return AttributeValue.fromM(Map.of(
                "id", AttributeValue.fromS(id),
                "actor", AttributeValue.fromS(actor),
                "reason", AttributeValue.fromS(reason),
                "at", AttributeValue.fromS(at.toString())));
    }
}

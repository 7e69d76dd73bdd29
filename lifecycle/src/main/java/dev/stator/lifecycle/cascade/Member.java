package dev.stator.lifecycle.cascade;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.ItemKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One item of a cascade.
 *
 * @param key      where it is, or was
 * @param identity its original sort key, which its ledger goes by; empty while it is not known
 */
record Member(ItemKey key, String identity) {
    static Member of(ItemKey key) {
        return new Member(key, "");
    }

    AttributeValue toAttribute() {
        Map<String, AttributeValue> members = new HashMap<>();
        members.put("pk", AttributeValue.fromS(key.partition()));
        members.put("sk", AttributeValue.fromS(key.sort()));
        if (!identity.isEmpty()) {
            members.put("original", AttributeValue.fromS(identity));
        }
        return AttributeValue.fromM(members);
    }

    static Member of(AttributeValue value) {
        Map<String, AttributeValue> members = value.m();
        return new Member(
                new ItemKey(Attributes.text(members, "pk"), Attributes.text(members, "sk")),
                Attributes.textOrEmpty(members, "original"));
    }

    static AttributeValue list(List<Member> members) {
        return AttributeValue.fromL(members.stream().map(Member::toAttribute).toList());
    }

    static List<Member> list(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null ? List.of() : value.l().stream().map(Member::of).toList();
    }
}

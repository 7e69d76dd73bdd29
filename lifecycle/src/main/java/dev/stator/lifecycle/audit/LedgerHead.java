package dev.stator.lifecycle.audit;

import dev.stator.lifecycle.item.Attributes;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The end of an item's chain of records, and the holds on the item.
 *
 * @param ledger whose it is
 * @param number the number of the last record; 0 if there is none
 * @param hash   its hash; empty if there is none
 * @param move   the id of its move; empty if there is none
 * @param key    the item's sort key after it; empty if the item is gone
 * @param holds  the holds on the item by their ids, with their reasons
 */
public record LedgerHead(String ledger, long number, String hash, String move, String key, Map<String, String> holds) {
    static final String NUMBER = "number";
    static final String HASH = "hash";
    static final String MOVE = "move";
    static final String KEY = "key";
    static final String HOLDS = "holds";

    public LedgerHead {
        holds = Map.copyOf(holds);
    }

    static LedgerHead none(String ledger) {
        return new LedgerHead(ledger, 0, "", "", "", Map.of());
    }

    /** The head that is stored as these attributes. */
    public static LedgerHead of(String ledger, Map<String, AttributeValue> attributes) {
        AttributeValue number = attributes.get(NUMBER);
        return new LedgerHead(
                ledger,
                number == null ? 0 : Long.parseLong(number.n()),
                Attributes.textOrEmpty(attributes, HASH),
                Attributes.textOrEmpty(attributes, MOVE),
                Attributes.textOrEmpty(attributes, KEY),
                holds(attributes));
    }

    /** The holds that stand in these attributes. */
    public static Map<String, String> holds(Map<String, AttributeValue> attributes) {
        Map<String, String> holds = new TreeMap<>();
        AttributeValue stored = attributes.get(HOLDS);
        if (stored != null && stored.hasM()) {
            stored.m().forEach((id, reason) -> holds.put(id, reason.s()));
        }
        return holds;
    }
}

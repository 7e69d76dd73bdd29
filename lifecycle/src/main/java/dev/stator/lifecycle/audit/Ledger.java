package dev.stator.lifecycle.audit;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Makes records of what happens to items: the actions that write them, for the transaction that does what they tell. */
public final class Ledger {
    static final String RECORD = "R#";
    static final String RECORDS_END = "R$";
    private static final int NUMBER_DIGITS = 10;
    private static final int PART_DIGITS = 2;

    private final Context context;

    public Ledger(Context context) {
        this.context = context;
    }

    /** The end of a chain, strongly read. */
    public LedgerHead head(String ledger) {
        Map<String, AttributeValue> item = context.client()
                .getItem(get -> get.tableName(context.spec().companion())
                        .key(Companion.key(ledger, Companion.HEAD))
                        .consistentRead(true))
                .item();
        return item.isEmpty() ? LedgerHead.none(ledger) : LedgerHead.of(ledger, item);
    }

    /**
     * What a transaction has to do to add a record: the head first, which is refused with its attributes if it is not what was
     * read or, unless {@code holds} changes them, there is a hold; then the record and its parts.
     *
     * @param holds the holds from now on; null if they do not change
     */
    public List<TransactWriteItem> append(LedgerHead head, AuditEntry entry, @Nullable Map<String, String> holds) {
        long number = head.number() + 1;
        String before = entry.before();
        String beforeHash = before == null ? "" : Companion.sha256(before);
        String hash = HashChain.hash(head.ledger(), number, entry, beforeHash, head.hash());
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(advance(head, number, hash, entry, holds));
        Map<String, AttributeValue> record = new LinkedHashMap<>(Companion.key(head.ledger(), recordKey(number)));
        put(record, "kind", entry.kind().name());
        put(record, "from", entry.from());
        put(record, "to", entry.to());
        put(record, "key_before", entry.keyBefore());
        put(record, "key_after", entry.keyAfter());
        put(record, "actor", entry.actor());
        put(record, "principal", entry.principal());
        put(record, "reason", entry.reason());
        put(record, "at", entry.at().toString());
        put(record, "move", entry.move());
        put(record, "deletion", entry.deletion());
        put(record, "before_hash", beforeHash);
        put(record, "previous", head.hash());
        put(record, "hash", hash);
        if (before != null && BeforeImage.fits(before)) {
            put(record, "before", before);
        }
        actions.add(put(record));
        if (before != null && !BeforeImage.fits(before)) {
            int part = 1;
            for (byte[] bytes : BeforeImage.parts(before)) {
                Map<String, AttributeValue> item =
                        new LinkedHashMap<>(Companion.key(head.ledger(), partKey(number, part++)));
                item.put("gzip", AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes)));
                actions.add(put(item));
            }
        }
        return actions;
    }

    private TransactWriteItem advance(
            LedgerHead head, long number, String hash, AuditEntry entry, @Nullable Map<String, String> holds) {
        Map<String, String> names = new HashMap<>(Map.of(
                "#n",
                LedgerHead.NUMBER,
                "#h",
                LedgerHead.HASH,
                "#m",
                LedgerHead.MOVE,
                "#k",
                LedgerHead.KEY,
                "#holds",
                LedgerHead.HOLDS));
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":n", AttributeValue.fromN(Long.toString(number)),
                ":h", AttributeValue.fromS(hash),
                ":m", AttributeValue.fromS(entry.move()),
                ":k", AttributeValue.fromS(entry.keyAfter())));
        String condition = head.number() == 0 ? "attribute_not_exists(#n)" : "#n = :before AND #h = :beforeHash";
        if (head.number() > 0) {
            values.put(":before", AttributeValue.fromN(Long.toString(head.number())));
            values.put(":beforeHash", AttributeValue.fromS(head.hash()));
        }
        String update = "SET #n = :n, #h = :h, #m = :m, #k = :k";
        if (holds == null) {
            condition += " AND attribute_not_exists(#holds)";
        } else if (holds.isEmpty()) {
            update += " REMOVE #holds";
        } else {
            update += ", #holds = :holds";
            values.put(
                    ":holds",
                    AttributeValue.fromM(holds.entrySet().stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey, hold -> AttributeValue.fromS(hold.getValue())))));
        }
        String conditionExpression = condition;
        String updateExpression = update;
        return TransactWriteItem.builder()
                .update(action -> action.tableName(context.spec().companion())
                        .key(Companion.key(head.ledger(), Companion.HEAD))
                        .updateExpression(updateExpression)
                        .conditionExpression(conditionExpression)
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values)
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    private TransactWriteItem put(Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(action -> action.tableName(context.spec().companion())
                        .item(item)
                        .conditionExpression("attribute_not_exists(pk)"))
                .build();
    }

    private static void put(Map<String, AttributeValue> item, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            item.put(name, AttributeValue.fromS(value));
        }
    }

    static String recordKey(long number) {
        return RECORD + Companion.padded(number, NUMBER_DIGITS);
    }

    private static String partKey(long number, int part) {
        return recordKey(number) + "#" + Companion.padded(part, PART_DIGITS);
    }

    /** The record that is stored as these attributes, with its image if that is there or in the parts. */
    static AuditRecord record(Map<String, AttributeValue> item, List<byte[]> parts) {
        String before = item.containsKey("before")
                ? Attributes.textOrEmpty(item, "before")
                : parts.isEmpty() ? null : BeforeImage.text(parts);
        AuditEntry entry = new AuditEntry(
                AuditKind.valueOf(Attributes.textOrEmpty(item, "kind")),
                Attributes.textOrEmpty(item, "from"),
                Attributes.textOrEmpty(item, "to"),
                Attributes.textOrEmpty(item, "key_before"),
                Attributes.textOrEmpty(item, "key_after"),
                Attributes.textOrEmpty(item, "actor"),
                Attributes.textOrEmpty(item, "principal"),
                Attributes.textOrEmpty(item, "reason"),
                Instant.parse(Attributes.textOrEmpty(item, "at")),
                Attributes.textOrEmpty(item, "move"),
                Attributes.find(item, "deletion").orElse(null),
                before);
        String sort = Attributes.textOrEmpty(item, Companion.SK);
        return new AuditRecord(
                Attributes.textOrEmpty(item, Companion.PK),
                Long.parseLong(sort.substring(RECORD.length(), RECORD.length() + NUMBER_DIGITS)),
                entry,
                Attributes.textOrEmpty(item, "before_hash"),
                Attributes.textOrEmpty(item, "previous"),
                Attributes.textOrEmpty(item, "hash"));
    }

    static boolean isPart(String sort) {
        return sort.length() > RECORD.length() + NUMBER_DIGITS;
    }
}

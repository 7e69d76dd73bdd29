package dev.stator.lifecycle.audit;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The records of items: their history, its verification, and the erasure of what it shows. */
public final class AuditLog {
    private final Context context;

    public AuditLog(Context context) {
        this.context = context;
    }

    /** The history of an item, oldest first. */
    public List<AuditRecord> history(LifecycleItem item) {
        return history(item.key().partition(), item.identity());
    }

    /**
     * The history of an item that may be gone, oldest first.
     *
     * @param original its sort key in the initial state
     */
    public List<AuditRecord> history(String partition, String original) {
        List<AuditRecord> records = new ArrayList<>();
        Map<String, AttributeValue> record = Map.of();
        List<byte[]> parts = new ArrayList<>();
        for (Map<String, AttributeValue> item : records(Companion.ledger(partition, original))) {
            if (Ledger.isPart(Attributes.text(item, Companion.SK))) {
                parts.add(Attributes.bytes(item, "gzip"));
                continue;
            }
            if (!record.isEmpty()) {
                records.add(Ledger.record(record, parts));
            }
            record = item;
            parts.clear();
        }
        if (!record.isEmpty()) {
            records.add(Ledger.record(record, parts));
        }
        return records;
    }

    private List<Map<String, AttributeValue>> records(String ledger) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        @Nullable Map<String, AttributeValue> start = null;
        do {
            Map<String, AttributeValue> from = start;
            QueryResponse page = context.client()
                    .query(query -> query.tableName(context.spec().companion())
                            .keyConditionExpression("pk = :pk AND sk BETWEEN :first AND :last")
                            .expressionAttributeValues(Map.of(
                                    ":pk", AttributeValue.fromS(ledger),
                                    ":first", AttributeValue.fromS(Ledger.RECORD),
                                    ":last", AttributeValue.fromS(Ledger.RECORDS_END)))
                            .consistentRead(true)
                            .exclusiveStartKey(from));
            items.addAll(page.items());
            start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
        } while (start != null && !start.isEmpty());
        return items;
    }

    /** Checks one item's chain. */
    public Verification verify(String partition, String original) {
        String ledger = Companion.ledger(partition, original);
        ChainCheck check = new ChainCheck(List.of(), end -> {});
        Map<String, AttributeValue> head = context.client()
                .getItem(get -> get.tableName(context.spec().companion())
                        .key(Companion.key(ledger, Companion.HEAD))
                        .consistentRead(true))
                .item();
        if (!head.isEmpty()) {
            check.accept(head);
        }
        records(ledger).forEach(check::accept);
        return check.result();
    }

    /**
     * Checks all chains. It reads the companion table from end to end, which is what an audit is; moves that are made
     * meanwhile may look like problems, and are none if they are gone at the next check.
     */
    public Verification verifyAll() {
        return verifyAll(List.of(), end -> {});
    }

    /**
     * Checks all chains, and that they go on from what they were at an earlier check.
     *
     * @param earlier the ends that were kept then
     * @param ends    is told the end of each chain, to be kept
     */
    public Verification verifyAll(Collection<ChainEnd> earlier, Consumer<ChainEnd> ends) {
        ChainCheck check = new ChainCheck(earlier, ends);
        context.client()
                .scanPaginator(
                        scan -> scan.tableName(context.spec().companion()).consistentRead(true))
                .items()
                .forEach(check::accept);
        return check.result();
    }

    /**
     * Erases the before-images of an item from its history; that there were some, and their hashes, stay, and the chain holds.
     *
     * @return how many records had one
     */
    public int erase(String partition, String original) {
        int erased = 0;
        for (Map<String, AttributeValue> item : records(Companion.ledger(partition, original))) {
            Map<String, AttributeValue> key = new HashMap<>(
                    Companion.key(Attributes.text(item, Companion.PK), Attributes.text(item, Companion.SK)));
            if (Ledger.isPart(Attributes.text(item, Companion.SK))) {
                context.client()
                        .deleteItem(delete ->
                                delete.tableName(context.spec().companion()).key(key));
                erased += Attributes.text(item, Companion.SK).endsWith("#01") ? 1 : 0;
            } else if (item.containsKey("before")) {
                context.client()
                        .updateItem(update -> update.tableName(context.spec().companion())
                                .key(key)
                                .updateExpression("REMOVE #before")
                                .expressionAttributeNames(Map.of("#before", "before")));
                erased++;
            }
        }
        return erased;
    }
}

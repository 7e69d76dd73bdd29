package dev.stator.lifecycle.job;

import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.read.DueItems;
import dev.stator.lifecycle.read.DuePage;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Finds the next batch in the index of what is due, and reads its items. */
final class BatchReader {
    /** How many items a batch has at most; a checkpoint is a transaction, and each failure an action of it. */
    static final int ITEMS_MAX = 40;

    private static final int PLAN_BYTES_MAX = 300_000;
    private static final int TRIES_MAX = 10;

    private final Context context;
    private final DueItems due;
    private final Set<String> indexKeys;

    /** @param indexKeys the attributes that are keys of indexes, if a plan has to know their values */
    BatchReader(Context context, Set<String> indexKeys) {
        this.context = context;
        this.due = new DueItems(context);
        this.indexKeys = indexKeys;
    }

    Batch next(String shard, Instant until, @Nullable Map<String, AttributeValue> last) {
        DuePage page = due.page(shard, until, last, ITEMS_MAX);
        Map<ItemKey, Map<String, AttributeValue>> found =
                read(page.items().stream().map(DuePage.Due::key).toList());
        List<Planned> plan = new ArrayList<>();
        Map<ItemKey, LifecycleItem> items = new HashMap<>();
        List<Failure> failures = new ArrayList<>();
        Counts early = Counts.NONE;
        int bytes = 0;
        for (int i = 0; i < page.items().size(); i++) {
            ItemKey key = page.items().get(i).key();
            Map<String, AttributeValue> attributes = found.get(key);
            if (attributes == null) {
                early = early.plus(new Outcome.Lost());
                continue;
            }
            try {
                LifecycleItem item = LifecycleItem.of(context.spec(), attributes);
                Planned planned = Planned.of(context.spec(), item, keysOfIndexes(attributes));
                bytes += planned.bytes();
                if (bytes > PLAN_BYTES_MAX && !plan.isEmpty()) {
                    return new Batch(
                            plan,
                            items,
                            early,
                            failures,
                            positionOf(shard, page.items().get(i - 1)));
                }
                plan.add(planned);
                items.put(key, item);
            } catch (KeyException e) {
                early = early.plus(new Outcome.Failed(""));
                failures.add(new Failure(key, false, String.valueOf(e.getMessage())));
            }
        }
        return new Batch(plan, items, early, failures, page.next().orElse(null));
    }

    /** The items of a plan that an earlier attempt has made, those that are still there. */
    Batch again(Segment segment) {
        Map<ItemKey, LifecycleItem> items = new HashMap<>();
        read(segment.plan().stream().map(Planned::key).toList())
                .forEach((key, attributes) -> items.put(key, LifecycleItem.of(context.spec(), attributes)));
        return new Batch(segment.plan(), items, Counts.NONE, List.of(), segment.next());
    }

    private Map<String, AttributeValue> keysOfIndexes(Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> keys = new HashMap<>(attributes);
        keys.keySet().retainAll(indexKeys);
        return keys;
    }

    // An index is resumed after an item by that item's keys, which is all that DynamoDB's own position has.
    private Map<String, AttributeValue> positionOf(String shard, DuePage.Due item) {
        Map<String, AttributeValue> position = new HashMap<>(context.attributes(item.key()));
        position.put(context.spec().attributes().of(Role.DUE_SHARD), AttributeValue.fromS(shard));
        position.put(
                context.spec().attributes().of(Role.DUE_AT),
                AttributeValue.fromN(Long.toString(item.at().getEpochSecond())));
        return position;
    }

    private Map<ItemKey, Map<String, AttributeValue>> read(List<ItemKey> keys) {
        Map<ItemKey, Map<String, AttributeValue>> items = new LinkedHashMap<>();
        String table = context.spec().table();
        Map<String, KeysAndAttributes> open = keys.isEmpty()
                ? Map.of()
                : Map.of(
                        table,
                        KeysAndAttributes.builder()
                                .keys(keys.stream().map(context::attributes).toList())
                                .consistentRead(true)
                                .build());
        for (int attempt = 0; !open.isEmpty(); attempt++) {
            int before = items.size();
            if (attempt == TRIES_MAX) {
                throw RunException.busy("The table " + table + " has no read units for the job; resume it later.");
            }
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            Map<String, KeysAndAttributes> asked = open;
            BatchGetItemResponse answer = context.client().batchGetItem(get -> get.requestItems(asked));
            answer.responses()
                    .getOrDefault(table, List.of())
                    .forEach(
                            item -> items.put(LifecycleItem.keyOf(context.spec().keys(), item), item));
            open = answer.hasUnprocessedKeys() ? answer.unprocessedKeys() : Map.of();
            // What comes a few at a time comes.
            attempt = items.size() > before ? 0 : attempt;
        }
        return items;
    }
}

package dev.stator.lifecycle.move;

import dev.stator.lifecycle.audit.AuditEntry;
import dev.stator.lifecycle.audit.AuditKind;
import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.ItemJson;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.StateKind;
import dev.stator.lifecycle.spec.StateSpec;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The move of one item, ready to be sent: what it was, what it becomes, and the actions that make it so.
 *
 * <p>The order of the actions is fixed, so that a refusal can be told by its place: Delete, Put, the head of the ledger, its
 * record.
 */
public final class PlannedMove {
    static final int DELETE = 0;
    static final int PUT = 1;
    static final int HEAD = 2;

    private final MoveRequest request;
    private final LifecycleItem before;
    private final LifecycleItem after;
    private final List<TransactWriteItem> actions;

    private PlannedMove(
            MoveRequest request, LifecycleItem before, LifecycleItem after, List<TransactWriteItem> actions) {
        this.request = request;
        this.before = before;
        this.after = after;
        this.actions = List.copyOf(actions);
    }

    /** @param head the end of the item's ledger; null without audit */
    static PlannedMove of(Context context, MoveRequest request, LifecycleItem before, @Nullable LedgerHead head) {
        Instant now = context.now();
        StateSpec to = context.spec().state(request.to());
        LifecycleItem after = NewState.of(context.spec(), before, to, request, now);
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(delete(context, before));
        actions.add(put(context, after));
        if (head != null) {
            AuditEntry entry = new AuditEntry(
                    AuditKind.MOVED,
                    before.state().name(),
                    to.name(),
                    before.key().sort(),
                    after.key().sort(),
                    request.actor().id(),
                    context.principal(),
                    request.reason(),
                    now,
                    request.id(),
                    request.deletion(),
                    ItemJson.write(before.attributes()));
            actions.addAll(new Ledger(context).append(head, entry, null));
            restoreLatency(before, to, now)
                    .ifPresent(latency -> actions.add(latencyRow(context, request, now, latency)));
        }
        return new PlannedMove(request, before, after, actions);
    }

    static TransactWriteItem delete(Context context, LifecycleItem item) {
        Sameness same = Sameness.of(context.spec(), item);
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(context.spec().table())
                        .key(context.attributes(item.key()))
                        .conditionExpression(same.expression())
                        .expressionAttributeNames(same.names())
                        .expressionAttributeValues(same.values().isEmpty() ? null : same.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    private static TransactWriteItem put(Context context, LifecycleItem item) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(context.spec().table())
                        .item(item.attributes())
                        .conditionExpression("attribute_not_exists(#pk)")
                        .expressionAttributeNames(
                                Map.of("#pk", context.spec().keys().partitionName()))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    private static Optional<Duration> restoreLatency(LifecycleItem before, StateSpec to, Instant now) {
        boolean isRestore = before.state().kind() == StateKind.DELETED && to.kind() == StateKind.ACTIVE;
        return isRestore ? before.movedAt().map(deleted -> Duration.between(deleted, now)) : Optional.empty();
    }

    // How long restores take is read by day, so that a measurement is a few queries.
    private static TransactWriteItem latencyRow(Context context, MoveRequest request, Instant now, Duration latency) {
        Map<String, AttributeValue> row =
                new LinkedHashMap<>(Companion.key(Companion.restores(now), now + "#" + request.id()));
        row.put("seconds", AttributeValue.fromN(Long.toString(latency.toSeconds())));
        return TransactWriteItem.builder()
                .put(put -> put.tableName(context.spec().companion()).item(row))
                .build();
    }

    /** What was asked for. */
    public MoveRequest request() {
        return request;
    }

    /** The item as it was read. */
    public LifecycleItem before() {
        return before;
    }

    /** The item as it will be. */
    public LifecycleItem after() {
        return after;
    }

    /** What the transaction has to do. */
    public List<TransactWriteItem> actions() {
        return actions;
    }

    /** Names of what it writes to that another move may write to as well. */
    public Set<String> touched() {
        String ledger = Companion.ledger(before.key().partition(), before.identity());
        return Set.of("item " + before.key(), "item " + after.key(), ledger);
    }

    boolean hasLedger() {
        return actions.size() > HEAD;
    }

    /** Whether it would be larger than an item may be. */
    public boolean isTooLarge() {
        return after.sizeBytes() > ItemSize.ITEM_BYTES_MAX;
    }

    /** About what the transaction's limit counts of it: the image that goes, the one that comes, and its record. */
    public int bytes() {
        int images = 2 * before.sizeBytes() + after.sizeBytes();
        return hasLedger() ? images + before.sizeBytes() * 3 / 2 : images;
    }

    MoveResult.Moved done(boolean isRepeated) {
        return new MoveResult.Moved(after, before.key(), request.id(), isRepeated);
    }

    ItemKey target() {
        return after.key();
    }
}

package dev.stator.lifecycle.cascade;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Where cascades are kept: their heads, their plans in rows of {@link #ROW_MEMBERS} items, and for each step what came of
 * it.
 */
final class SagaStore {
    static final int ROW_MEMBERS = 100;

    private static final String PLAN = "C#";
    private static final String STEP = "M#";
    private static final int DIGITS = 6;

    private final Context context;

    SagaStore(Context context) {
        this.context = context;
    }

    private String table() {
        return context.spec().companion();
    }

    Optional<SagaHead> head(String id) {
        Map<String, AttributeValue> item = context.client()
                .getItem(get -> get.tableName(table())
                        .key(Companion.key(Companion.saga(id), Companion.HEAD))
                        .consistentRead(true))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(SagaHead.of(id, item));
    }

    /** The row of the plan that has the member of this number. */
    List<Member> row(String id, int member) {
        Map<String, AttributeValue> item = context.client()
                .getItem(get -> get.tableName(table())
                        .key(Companion.key(Companion.saga(id), rowKey(member)))
                        .consistentRead(true))
                .item();
        return Member.list(item, "members");
    }

    private static String rowKey(int member) {
        return PLAN + Companion.padded(member / ROW_MEMBERS, DIGITS);
    }

    /** Stores a plan of several rows; only then, with the head, does the cascade exist. */
    void store(SagaHead head, List<Member> members) {
        for (int at = 0; at < members.size(); at += ROW_MEMBERS) {
            Map<String, AttributeValue> row = rowItem(head.id(), at, members);
            context.client().putItem(put -> put.tableName(table()).item(row));
        }
        context.client()
                .transactWriteItems(request -> request.transactItems(put(head.toItem()), listed(head.id()))
                        .clientRequestToken(head.id()));
    }

    /** The actions that store a plan of one row along with its first step. */
    List<TransactWriteItem> storing(SagaHead after, List<Member> members) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(put(after.toItem()));
        actions.add(put(rowItem(after.id(), 0, members)));
        if (after.isRunning()) {
            actions.add(listed(after.id()));
        }
        return actions;
    }

    private static Map<String, AttributeValue> rowItem(String id, int at, List<Member> members) {
        Map<String, AttributeValue> row = new LinkedHashMap<>(Companion.key(Companion.saga(id), rowKey(at)));
        row.put("members", Member.list(members.subList(at, Math.min(members.size(), at + ROW_MEMBERS))));
        return row;
    }

    private TransactWriteItem listed(String id) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table()).item(Companion.key(Companion.SAGAS, id)))
                .build();
    }

    private TransactWriteItem put(Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table()).item(item).conditionExpression("attribute_not_exists(pk)"))
                .build();
    }

    /** The action that makes a step the cascade's next one; refused if somebody else has made it, or stopped the cascade. */
    TransactWriteItem progress(SagaHead before, SagaHead after) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table())
                        .key(Companion.key(Companion.saga(before.id()), Companion.HEAD))
                        .updateExpression("SET #next = :after, #status = :status")
                        .conditionExpression("#next = :before AND #status = :running")
                        .expressionAttributeNames(Map.of("#next", "next", "#status", "status"))
                        .expressionAttributeValues(Map.of(
                                ":before", AttributeValue.fromN(Integer.toString(before.next())),
                                ":after", AttributeValue.fromN(Integer.toString(after.next())),
                                ":running", AttributeValue.fromS(CascadeResult.Status.RUNNING.name()),
                                ":status", AttributeValue.fromS(after.status().name()))))
                .build();
    }

    /** The action that stores what came of the step that began with the member of this number. */
    TransactWriteItem outcome(String id, int member, List<Member> moved, List<CascadeResult.Skipped> skipped) {
        Map<String, AttributeValue> row =
                new LinkedHashMap<>(Companion.key(Companion.saga(id), STEP + Companion.padded(member, DIGITS)));
        row.put("moved", Member.list(moved));
        row.put(
                "skipped",
                AttributeValue.fromL(skipped.stream()
                        .map(one -> AttributeValue.fromM(Map.of(
                                "pk", AttributeValue.fromS(one.key().partition()),
                                "sk", AttributeValue.fromS(one.key().sort()),
                                "why", AttributeValue.fromS(one.why()))))
                        .toList()));
        return put(row);
    }

    /** The action that takes a cascade that is done off the list. */
    TransactWriteItem unlisted(String id) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table()).key(Companion.key(Companion.SAGAS, id)))
                .build();
    }

    /** Ends a cascade where it is, unless it is done. */
    void stop(String id) {
        try {
            context.client()
                    .updateItem(update -> update.tableName(table())
                            .key(Companion.key(Companion.saga(id), Companion.HEAD))
                            .updateExpression("SET #status = :stopped")
                            .conditionExpression("#status = :running")
                            .expressionAttributeNames(Map.of("#status", "status"))
                            .expressionAttributeValues(Map.of(
                                    ":running", AttributeValue.fromS(CascadeResult.Status.RUNNING.name()),
                                    ":stopped", AttributeValue.fromS(CascadeResult.Status.STOPPED.name()))));
        } catch (ConditionalCheckFailedException e) {
            return;
        }
        context.client().deleteItem(delete -> delete.tableName(table()).key(Companion.key(Companion.SAGAS, id)));
    }

    /** What came of all steps so far. */
    List<Map<String, AttributeValue>> outcomes(String id) {
        return context
                .client()
                .queryPaginator(query -> query.tableName(table())
                        .keyConditionExpression("pk = :pk AND begins_with(sk, :step)")
                        .expressionAttributeValues(Map.of(
                                ":pk", AttributeValue.fromS(Companion.saga(id)),
                                ":step", AttributeValue.fromS(STEP)))
                        .consistentRead(true))
                .items()
                .stream()
                .toList();
    }

    /** The ids of the cascades that are not done. */
    List<String> unfinished() {
        return context
                .client()
                .queryPaginator(query -> query.tableName(table())
                        .keyConditionExpression("pk = :pk")
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(Companion.SAGAS)))
                        .consistentRead(true))
                .items()
                .stream()
                .map(item -> Attributes.text(item, Companion.SK))
                .toList();
    }
}

package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.CancellationReason;
import dev.stator.core.error.TransactionCanceledException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.ItemSize;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.ItemReader;
import dev.stator.core.request.ActionParameters;
import dev.stator.core.request.ActionParameters.Action;
import dev.stator.core.request.ActionParameters.Kind;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.Decision;
import dev.stator.core.write.ItemCollections;
import dev.stator.core.write.ItemUpdate;
import dev.stator.core.write.PayloadDigest;
import dev.stator.core.write.RequestToken;
import dev.stator.core.write.TransactionAction;
import dev.stator.core.write.TransactionWriter;
import dev.stator.core.write.Written;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts, updates, deletes and checks up to 100 items in any tables, all or nothing. Checks, in order: constraints; action by
 * action, that it is exactly one, its values, size and expressions; the size of all; that the tables exist; the keys, which
 * cancel the transaction; that no item is named twice; the token; then, with the old items, conditions and updates, which
 * cancel it too.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html">TransactWriteItems</a>
 */
public final class TransactWriteItems implements Operation {
    private static final int ACTIONS_MAX = 100;
    private static final int TOKEN_LENGTH_MAX = 36;

    private final Engine engine;
    private final Tables tables;
    private final CapacityMeter meter;
    private final TransactionWriter writer;

    public TransactWriteItems(Engine engine, Tables tables, CapacityMeter meter, TransactionWriter writer) {
        this.engine = engine;
        this.tables = tables;
        this.meter = meter;
        this.writer = writer;
    }

    /** The request, with its expressions bound; the payload is the digest of its actions, which only a token needs. */
    record Request(
            List<Action> actions,
            @Nullable String token,
            byte[] payload,
            ConsumedCapacity.Detail capacityDetail,
            boolean collectionMetrics) {}

    static Request read(RequestReader in) {
        List<@Nullable List<ActionParameters>> items = null;
        String token = null;
        String returnConsumedCapacity = null;
        String returnItemCollectionMetrics = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TransactItems" -> items = in.list(() -> readItem(in));
                case "ClientRequestToken" -> token = in.string();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints()
                .length("clientRequestToken", token, 1, TOKEN_LENGTH_MAX)
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .oneOf("returnItemCollectionMetrics", returnItemCollectionMetrics, "SIZE", "NONE")
                .notNull("transactItems", items)
                .length("transactItems", items, 1, ACTIONS_MAX);
        List<List<ActionParameters>> present = check(constraints, items);
        List<Action> actions = bind(present);
        return new Request(
                actions,
                token,
                PayloadDigest.of(token, digest -> present.forEach(one -> one.forEach(action -> action.addTo(digest)))),
                ConsumedCapacity.Detail.of(returnConsumedCapacity),
                "SIZE".equals(returnItemCollectionMetrics));
    }

    /** The actions of one element, of which there should be one. */
    private static @Nullable List<ActionParameters> readItem(RequestReader in) {
        if (!in.beginElement("TransactWriteItem")) {
            return null;
        }
        List<ActionParameters> actions = new ArrayList<>(1);
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            Kind kind = Kind.of(member);
            if (kind == null) {
                in.skip();
                continue;
            }
            ActionParameters action = ActionParameters.read(kind, in);
            if (action != null) {
                actions.add(action);
            }
        }
        return actions;
    }

    private static List<List<ActionParameters>> check(
            Constraints constraints, @Nullable List<@Nullable List<ActionParameters>> items) {
        List<List<ActionParameters>> present = new ArrayList<>();
        if (items != null) {
            for (List<ActionParameters> actions : items) {
                present.add(actions == null ? List.of() : actions);
                for (ActionParameters action : present.getLast()) {
                    action.check(constraints, present.size());
                }
            }
        }
        constraints.check();
        return present;
    }

    private static List<Action> bind(List<List<ActionParameters>> items) {
        List<Action> bound = new ArrayList<>(items.size());
        long bytesAtMost = 0;
        for (List<ActionParameters> actions : items) {
            if (actions.isEmpty()) {
                throw ApiException.validation(
                        "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
            }
            if (actions.size() > 1) {
                throw ApiException.validation("TransactItems can only contain one of Check, Put, Update or Delete");
            }
            bound.add(actions.getFirst().bind());
            bytesAtMost += actions.getFirst().sizeBytesAtMost();
        }
        if (bytesAtMost > ItemSize.TRANSACTION_BYTES_MAX) {
            ItemSize.checkTransaction(items.stream()
                    .mapToLong(actions -> actions.getFirst().sizeBytes())
                    .sum());
        }
        return bound;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        List<Table> actionTables = request.actions().stream()
                .map(action -> tables.get(action.tableName()))
                .toList();
        List<TransactionAction> actions = plan(request.actions(), actionTables);
        RequestToken token = request.token() == null
                ? null
                : new RequestToken(name(), session.accountId(), request.token(), request.payload());
        List<Written> written = writer.write(actions, token);
        Map<String, ConsumedCapacity> consumed =
                written == null ? readAgain(actions, actionTables) : sum(actions, written);
        write(request, actionTables, consumed, out);
    }

    private static List<TransactionAction> plan(List<Action> actions, List<Table> actionTables) {
        List<TransactionAction> planned = new ArrayList<>(actions.size());
        List<CancellationReason> reasons = new ArrayList<>(actions.size());
        for (int i = 0; i < actions.size(); i++) {
            try {
                planned.add(plan(actions.get(i), actionTables.get(i)));
                reasons.add(CancellationReason.NONE);
            } catch (ApiException e) {
                reasons.add(CancellationReason.of(e));
            }
        }
        TransactionCanceledException.check(reasons);
        Set<ItemName> items = new HashSet<>();
        for (TransactionAction action : planned) {
            if (!items.add(new ItemName(action.treeId(), action.key()))) {
                throw ApiException.validation("Transaction request cannot include multiple operations on one item");
            }
        }
        return planned;
    }

    /** An item, whether its table is named by name or ARN. */
    private record ItemName(int treeId, EntryKey key) {}

    private static TransactionAction plan(Action action, Table table) {
        if (action.kind() == Kind.PUT) {
            KeyChecks.checkItemKeys(table.keys(), action.attributes().attributes());
        } else {
            KeyChecks.checkKey(table.keys(), action.attributes().attributes());
        }
        if (action.condition().condition() != null) {
            KeyChecks.checkPaths(table, action.condition().condition().nestedAttributes());
        }
        EntryKey key = EntryKeys.ofTable(table.keys(), action.attributes());
        return new TransactionAction(action.tableName(), table.id(), key, decision(action, table));
    }

    private static Decision decision(Action action, Table table) {
        return switch (action.kind()) {
            case CONDITION_CHECK ->
                (current, old) -> {
                    action.condition().test(old);
                    return old;
                };
            case PUT -> {
                EncodedItem item = EncodedItem.of(action.attributes());
                yield (current, old) -> {
                    KeyChecks.checkIndexKeys(current, action.attributes().attributes());
                    action.condition().test(old);
                    return item;
                };
            }
            case DELETE ->
                (current, old) -> {
                    action.condition().test(old);
                    return null;
                };
            case UPDATE -> {
                ItemUpdate update = new ItemUpdate(action.attributes(), action.update());
                update.check(table);
                yield (current, old) -> {
                    action.condition().test(old);
                    return update.decide(current, old);
                };
            }
        };
    }

    private static Map<String, ConsumedCapacity> sum(List<TransactionAction> actions, List<Written> written) {
        Map<String, ConsumedCapacity> consumed = new LinkedHashMap<>();
        for (int i = 0; i < actions.size(); i++) {
            consumed.computeIfAbsent(actions.get(i).tableName(), ConsumedCapacity::transactionalWrite)
                    .add(written.get(i).capacity());
        }
        return consumed;
    }

    // DynamoDB: a request that comes again with its token costs what reading its items does.
    private Map<String, ConsumedCapacity> readAgain(List<TransactionAction> actions, List<Table> actionTables) {
        Map<String, ConsumedCapacity> consumed = new LinkedHashMap<>();
        for (int i = 0; i < actions.size(); i++) {
            EncodedItem item =
                    ItemReader.get(engine, actionTables.get(i), actions.get(i).key(), true);
            ConsumedCapacity capacity =
                    ItemReader.consumedInTransaction(actions.get(i).tableName(), item);
            meter.addRead(actionTables.get(i), capacity);
            consumed.computeIfAbsent(actions.get(i).tableName(), ConsumedCapacity::transactionalRead)
                    .add(capacity);
        }
        return consumed;
    }

    private void write(
            Request request, List<Table> actionTables, Map<String, ConsumedCapacity> consumed, JsonWriter out) {
        out.beginObject();
        if (request.capacityDetail() != ConsumedCapacity.Detail.NONE) {
            out.field("ConsumedCapacity").beginArray();
            consumed.values().forEach(table -> table.write(out, request.capacityDetail()));
            out.endArray();
        }
        if (request.collectionMetrics()) {
            writeCollectionMetrics(request.actions(), actionTables, out);
        }
        out.endObject();
    }

    private void writeCollectionMetrics(List<Action> actions, List<Table> actionTables, JsonWriter out) {
        Map<String, Table> local = new LinkedHashMap<>();
        Map<String, Set<AttributeValue>> partitionKeys = new LinkedHashMap<>();
        for (int i = 0; i < actions.size(); i++) {
            Action action = actions.get(i);
            Table table = actionTables.get(i);
            if (action.kind() != Kind.CONDITION_CHECK && table.hasLocalIndexes()) {
                String attribute = table.keys().partition().getFirst().name();
                local.put(action.tableName(), table);
                partitionKeys
                        .computeIfAbsent(action.tableName(), name -> new LinkedHashSet<>())
                        .add(Objects.requireNonNull(action.attributes().attribute(attribute)));
            }
        }
        if (!local.isEmpty()) {
            out.field("ItemCollectionMetrics").beginObject();
            partitionKeys.forEach((name, keys) -> {
                out.field(name);
                ItemCollections.writeMetrics(out, engine, Objects.requireNonNull(local.get(name)), keys);
            });
            out.endObject();
        }
    }
}

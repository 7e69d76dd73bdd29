package dev.stator.core.write;

import dev.stator.core.Limits;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.CancellationReason;
import dev.stator.core.error.ErrorType;
import dev.stator.core.error.TransactionCanceledException;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.ItemSize;
import dev.stator.core.stream.Streams;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the items of a transaction, all or none: reads them, lets each action decide, and commits everything on the
 * condition that all of them are still what was read. On a conflict all of it again, in the turn that {@link Contention}
 * gives.
 *
 * <p>Guarantees: transactions are serializable with each other, with single writes and with strong reads. A cancellation too
 * tells of one moment: its reasons are given only after a commit that changes nothing has proved that all items were as they
 * were read at the same time.
 */
public final class TransactionWriter {
    /** Newcomers queue behind, so only a few generations of attempts that were under way can come between. */
    private static final int ATTEMPTS_MAX = 100;

    private final Engine engine;
    private final Streams streams;
    private final Tables tables;
    private final CapacityMeter meter;
    private final Limits limits;
    private final Contention contention;
    private final RequestTokens tokens;

    public TransactionWriter(
            Engine engine,
            Streams streams,
            Tables tables,
            CapacityMeter meter,
            Limits limits,
            Contention contention,
            RequestTokens tokens) {
        this.engine = engine;
        this.streams = streams;
        this.tables = tables;
        this.meter = meter;
        this.limits = limits;
        this.contention = contention;
        this.tokens = tokens;
    }

    /**
     * Carries out all actions.
     *
     * <p>Requires: no two actions are about the same item.
     *
     * @param token null if the request has none
     * @return what each action did, in their order; null if the token's request was carried out before
     * @throws ApiException TransactionCanceledException with the reasons; TransactionInProgressException and
     *     IdempotentParameterMismatchException, see {@link RequestTokens}
     */
    public @Nullable List<Written> write(List<TransactionAction> actions, @Nullable RequestToken token) {
        if (token == null) {
            return resolve(new Transaction(actions, null));
        }
        tokens.begin(token);
        try {
            return resolve(new Transaction(actions, token));
        } finally {
            tokens.end(token);
        }
    }

    private @Nullable List<Written> resolve(Transaction transaction) {
        List<EntryKey> keys =
                transaction.actions.stream().map(TransactionAction::key).toList();
        Outcome outcome = contention.resolve(keys, ATTEMPTS_MAX, transaction::attempt);
        if (outcome == null) {
            List<CancellationReason> reasons =
                    new ArrayList<>(Collections.nCopies(keys.size(), CancellationReason.NONE));
            reasons.set(transaction.conflicting, CancellationReason.CONFLICT);
            throw new TransactionCanceledException(reasons);
        }
        return outcome.written();
    }

    /** How an attempt ended that met no conflict; null for a repetition, of which there is nothing to write. */
    private record Outcome(@Nullable List<Written> written) {
        static final Outcome REPETITION = new Outcome(null);
    }

    /** A transaction that is tried until it meets no conflict. */
    private final class Transaction {
        private final List<TransactionAction> actions;
        private final @Nullable RequestToken token;
        /** The number of the action whose item came between in the last attempt. */
        private int conflicting;

        Transaction(List<TransactionAction> actions, @Nullable RequestToken token) {
            this.actions = actions;
            this.token = token;
        }

        @Nullable
        Outcome attempt() {
            List<String> names = actions.stream()
                    .map(TransactionAction::tableName)
                    .distinct()
                    .toList();
            return tables.<@Nullable Outcome>write(names, this::attempt);
        }

        private @Nullable Outcome attempt(Map<String, Table> current) {
            RequestTokens.Claim claim = null;
            if (token != null) {
                claim = tokens.claim(token);
                if (claim == null) {
                    return Outcome.REPETITION;
                }
            }
            Draft draft = new Draft();
            for (TransactionAction action : actions) {
                draft.add(action, Objects.requireNonNull(current.get(action.tableName())));
            }
            if (draft.isCancelled() || draft.bytes > ItemSize.TRANSACTION_BYTES_MAX) {
                if (!isCommitted(draft, draft.change.validate())) {
                    return null;
                }
                ItemSize.checkTransaction(draft.bytes);
                draft.chargePreparation();
                throw new TransactionCanceledException(draft.reasons);
            }
            if (claim != null) {
                claim.addTo(draft.change);
            }
            if (!isCommitted(draft, draft.change.commit())) {
                return null;
            }
            draft.written.forEach(written -> written.charge(meter));
            return new Outcome(draft.written);
        }

        private boolean isCommitted(Draft draft, CommitResult result) {
            if (result instanceof CommitResult.Conflict conflict) {
                conflicting = draft.actionOf(conflict.expectation());
            }
            return ItemWriter.isCommitted(tables, result);
        }
    }

    /** What one attempt has read and decided. */
    private final class Draft {
        private final ItemChange change = new ItemChange(engine, streams);
        private final List<Written> written = new ArrayList<>();
        private final List<CancellationReason> reasons = new ArrayList<>();
        /** For each action, how many expectations there were after it. */
        private final List<Integer> expectations = new ArrayList<>();

        private final Map<ItemCollection, Long> grown = new HashMap<>();
        private long bytes;

        void add(TransactionAction action, Table table) {
            if (table.id() != action.treeId()) {
                throw ApiException.resourceNotFound("Requested resource not found");
            }
            EntryKey key = action.key();
            Entry entry = engine.get(table.tree(), key.collection(), key.position(), Consistency.STRONG);
            long version = entry == null ? Expectation.ABSENT : entry.version();
            EncodedItem before = entry == null ? null : EncodedItem.wrap(entry.value());
            EncodedItem after = before;
            CancellationReason reason = CancellationReason.NONE;
            ConsumedCapacity capacity = ConsumedCapacity.transactionalWrite(action.tableName());
            try {
                meter.throttle().admitWrite(table, key.collection());
                after = action.decision().decide(table, before);
                long localBytes = change.localBytes();
                change.add(table, key, version, before, after, capacity);
                checkCollectionSize(table, key, change.localBytes() - localBytes);
            } catch (ApiException e) {
                reason = CancellationReason.of(e);
                change.expect(new Expectation(table.tree(), key, version));
            }
            bytes += size(before, after);
            reasons.add(reason);
            expectations.add(change.expectations());
            written.add(new Written(table, before, after, capacity, key.collection()));
        }

        private void checkCollectionSize(Table table, EntryKey key, long growth) {
            if (!table.hasLocalIndexes() || growth <= 0) {
                return;
            }
            ItemCollection collection = new ItemCollection(table.id(), new EntryKey(key.collection(), new byte[0]));
            long all = grown.merge(collection, growth, Long::sum);
            if (ItemCollections.sizeBytes(engine, table, key.collection()) + all > limits.itemCollectionBytesMax()) {
                throw new ApiException(ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED, "Collection size exceeded.");
            }
        }

        boolean isCancelled() {
            return !reasons.stream().allMatch(CancellationReason::isNone);
        }

        /** DynamoDB: what was prepared for a transaction costs, whether it was carried out or not. */
        void chargePreparation() {
            if (reasons.stream().anyMatch(CancellationReason::isThrottled)) {
                // Else who repeats it would be refused for what the refusals cost.
                return;
            }
            for (Written each : written) {
                ConsumedCapacity prepared =
                        ConsumedCapacity.transactionalWrite(each.table().name());
                prepared.addTable(CapacityUnits.write(size(each.before(), each.after())));
                meter.addWrite(each.table(), prepared);
            }
        }

        int actionOf(int expectation) {
            int action = 0;
            while (action < expectations.size() - 1 && expectations.get(action) <= expectation) {
                action++;
            }
            return action;
        }
    }

    private static int size(@Nullable EncodedItem before, @Nullable EncodedItem after) {
        return Math.max(before == null ? 0 : before.sizeBytes(), after == null ? 0 : after.sizeBytes());
    }

    /** One partition key value of one table. */
    private record ItemCollection(int treeId, EntryKey collection) {}
}

package dev.stator.core.read;

import dev.stator.core.capacity.Throttle;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.CancellationReason;
import dev.stator.core.error.ThrottledException;
import dev.stator.core.error.TransactionCanceledException;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.Table;
import dev.stator.core.write.Contention;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the items of a transaction as they were at one moment: reads one after the other, then proves by a commit that
 * changes nothing that none has changed meanwhile; else all of it again, in the turn that {@link Contention} gives.
 *
 * <p>Guarantees: serializable with all writes.
 */
public final class TransactionReader {
    /** As for a transaction that writes: only attempts that were under way can come between. */
    private static final int ATTEMPTS_MAX = 100;

    private final Engine engine;
    private final Contention contention;
    private final Throttle throttle;

    public TransactionReader(Engine engine, Contention contention, Throttle throttle) {
        this.engine = engine;
        this.contention = contention;
        this.throttle = throttle;
    }

    /** An item to read. */
    public record ItemKey(Table table, EntryKey key) {}

    /**
     * The items in the order of their keys, null for each that is not there.
     *
     * @throws ApiException TransactionCanceledException, if a table has no units left, or others wrote again and again; ResourceNotFoundException, if a
     *     table was deleted meanwhile
     */
    public List<@Nullable EncodedItem> read(List<ItemKey> keys) {
        admit(keys);
        Transaction transaction = new Transaction(keys);
        List<EntryKey> entryKeys = keys.stream().map(ItemKey::key).toList();
        List<@Nullable EncodedItem> items = contention.resolve(entryKeys, ATTEMPTS_MAX, transaction::attempt);
        if (items == null) {
            List<CancellationReason> reasons =
                    new ArrayList<>(Collections.nCopies(keys.size(), CancellationReason.NONE));
            reasons.set(transaction.conflicting, CancellationReason.CONFLICT);
            throw new TransactionCanceledException(reasons);
        }
        return items;
    }

    private void admit(List<ItemKey> keys) {
        if (!throttle.isOn()) {
            return;
        }
        List<CancellationReason> reasons = new ArrayList<>(keys.size());
        for (ItemKey item : keys) {
            try {
                throttle.admitRead(item.table(), null, item.key().collection());
                reasons.add(CancellationReason.NONE);
            } catch (ThrottledException e) {
                reasons.add(CancellationReason.of(e));
            }
        }
        TransactionCanceledException.check(reasons);
    }

    private final class Transaction {
        private final List<ItemKey> keys;
        /** The number of the item that came between in the last attempt. */
        private int conflicting;

        Transaction(List<ItemKey> keys) {
            this.keys = keys;
        }

        @Nullable
        List<@Nullable EncodedItem> attempt() {
            List<@Nullable EncodedItem> items = new ArrayList<>(keys.size());
            List<Expectation> expectations = new ArrayList<>(keys.size());
            for (ItemKey item : keys) {
                EntryKey key = item.key();
                Entry entry = engine.get(item.table().tree(), key.collection(), key.position(), Consistency.STRONG);
                items.add(entry == null ? null : EncodedItem.wrap(entry.value()));
                long version = entry == null ? Expectation.ABSENT : entry.version();
                expectations.add(new Expectation(item.table().tree(), key, version));
            }
            return switch (engine.commit(new Commit(expectations, List.of(), List.of(), List.of()))) {
                case CommitResult.Committed ignored -> items;
                case CommitResult.Conflict conflict -> {
                    conflicting = conflict.expectation();
                    yield null;
                }
                case CommitResult.Stale ignored -> null;
                case CommitResult.NoTree ignored -> throw ApiException.resourceNotFound("Requested resource not found");
            };
        }
    }
}

package dev.stator.lifecycle.event;

import dev.stator.lifecycle.audit.AuditEntry;
import dev.stator.lifecycle.audit.AuditKind;
import dev.stator.lifecycle.audit.AuditLog;
import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.event.LifecycleEvent.Kind;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.Transactions;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.util.Map;

/**
 * Adds a record of each expiry, which DynamoDB makes without asking, to the item's chain; other events it passes on only. An
 * event that comes again adds nothing.
 */
public final class ExpiryRecords implements EventHandler {
    private static final int TRIES_MAX = 8;

    private final Context context;
    private final EventHandler next;
    private final Ledger ledger;

    /** Records expiries, and then tells the next handler every event. */
    public ExpiryRecords(Context context, EventHandler next) {
        this.context = context;
        this.next = next;
        this.ledger = new Ledger(context);
    }

    @Override
    public void handle(LifecycleEvent event) throws Exception {
        if (event.kind() == Kind.EXPIRED) {
            record(event);
        }
        next.handle(event);
    }

    @Override
    public void gap(String shardId) {
        next.gap(shardId);
    }

    private void record(LifecycleEvent event) {
        LifecycleItem item = event.item();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            LedgerHead head = ledger.head(Companion.ledger(item.key().partition(), item.identity()));
            boolean isKnown = head.number() > 0
                    && new AuditLog(context)
                            .history(item).stream()
                                    .anyMatch(known -> known.entry().move().equals(event.id()));
            if (isKnown) {
                return;
            }
            AuditEntry entry = new AuditEntry(
                    AuditKind.EXPIRED,
                    event.from(),
                    "",
                    item.key().sort(),
                    "",
                    event.actor(),
                    context.principal(),
                    "",
                    event.at(),
                    event.id(),
                    event.deletion(),
                    null);
            // What has happened is recorded, even if a hold came too late to prevent it.
            Map<String, String> holds = head.holds();
            boolean isDone = new Transactions(context)
                    .send(ledger.append(head, entry, holds.isEmpty() ? null : holds), context.newId())
                    .isEmpty();
            if (isDone) {
                return;
            }
        }
        throw new IllegalStateException("Others were at work on the records of " + item.key() + ", again and again.");
    }
}

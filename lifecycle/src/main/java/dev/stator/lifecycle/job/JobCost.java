package dev.stator.lifecycle.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.lifecycle.audit.AuditLog;
import dev.stator.lifecycle.audit.AuditRecord;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.measure.Measurements;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Context;

/**
 * What it takes a job to move an item, by the rules of DynamoDB: each action of a transaction counts twice what it counts by
 * itself, an entry of the index of what is due once.
 */
final class JobCost {
    // What a record has beside the image: keys, hashes, ids, names.
    private static final int RECORD_BYTES = 700;
    // The mark of a purge in the item.
    private static final int MARK_BYTES = 150;
    private static final int TRANSACTIONAL = 2;

    private final Context context;
    private final LifecycleSpec spec;
    private final TransitionRule rule;

    JobCost(Context context, TransitionRule rule) {
        this.context = context;
        this.spec = context.spec();
        this.rule = rule;
    }

    double writeUnits(LifecycleItem item) {
        int indexEntryGoes = 1;
        if (rule.to().equals(TransitionRule.PURGED)) {
            return purge(item) + indexEntryGoes;
        }
        MoveRequest request =
                MoveRequest.job(item.key(), rule.to(), Actor.job(rule.name()), "run 000000000000", context.newId());
        int indexEntryComes = spec.state(rule.to()).isDueByJob() ? 1 : 0;
        return new Measurements(context).cost(request, item).writeUnits() + indexEntryGoes + indexEntryComes;
    }

    // The mark, the deletion, the record of it, and the erasure of each image in the history.
    private double purge(LifecycleItem item) {
        int marked = ItemSize.writeUnits(item.sizeBytes() + MARK_BYTES);
        double units = marked + TRANSACTIONAL * marked + (spec.hasHolds() ? TRANSACTIONAL : 0);
        if (spec.isAudited()) {
            units += TRANSACTIONAL * 2;
            for (AuditRecord record : new AuditLog(context).history(item)) {
                String before = record.entry().before();
                units += before == null ? 0 : ItemSize.writeUnits(RECORD_BYTES + before.getBytes(UTF_8).length);
            }
        }
        return units;
    }
}

package dev.stator.lifecycle.event;

import dev.stator.lifecycle.audit.AuditKind;
import dev.stator.lifecycle.audit.AuditLog;
import dev.stator.lifecycle.audit.AuditRecord;
import dev.stator.lifecycle.event.LifecycleEvent.Kind;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.item.PurgeMark;
import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.StateKind;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Tells what a stream record means.
 *
 * <p>A move is two records, the REMOVE of the old key and the INSERT of the new one, which has all that is to be told. So a
 * REMOVE is an event only if it was made by time to live, which the record says, or if the item had the mark of a purge. An
 * item so large that it may have had no room for the mark is looked up in the records.
 */
final class EventReader {
    private static final String TIME_TO_LIVE = "dynamodb.amazonaws.com";

    // Far less than an item may have, by more than any mark.
    private static final int UNMARKED_BYTES_MIN = 300 * 1024;

    private final LifecycleSpec spec;
    private final AuditLog audit;

    EventReader(Context context) {
        this.spec = context.spec();
        this.audit = new AuditLog(context);
    }

    Optional<LifecycleEvent> read(Record record) {
        return switch (record.eventName()) {
            case INSERT -> item(record.dynamodb().newImage()).flatMap(item -> moved(item, record));
            case REMOVE -> item(record.dynamodb().oldImage()).flatMap(item -> removed(item, record));
            default -> Optional.empty();
        };
    }

    // Other items of the table are nobody's concern here.
    private Optional<LifecycleItem> item(Map<String, AttributeValue> image) {
        try {
            return image.isEmpty() ? Optional.empty() : Optional.of(LifecycleItem.of(spec, image));
        } catch (KeyException e) {
            return Optional.empty();
        }
    }

    private Optional<LifecycleEvent> moved(LifecycleItem item, Record record) {
        if (item.moveId().isEmpty()
                || item.movedFrom().isEmpty()
                || item.movedAt().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LifecycleEvent(
                kind(item.movedFrom().get(), item),
                item,
                item.movedFrom().get(),
                item.state().name(),
                item.movedBy().orElse(""),
                item.reason().orElse(""),
                item.movedAt().get(),
                item.moveId().get(),
                item.deletionId().orElse(null),
                record.dynamodb().sequenceNumber()));
    }

    private Kind kind(String from, LifecycleItem item) {
        StateKind to = item.state().kind();
        boolean isSame = spec.states().stream().anyMatch(state -> state.name().equals(from) && state.kind() == to);
        if (isSame) {
            return Kind.MOVED;
        }
        return switch (to) {
            case ACTIVE -> Kind.RESTORED;
            case ARCHIVED -> Kind.ARCHIVED;
            case DELETED -> Kind.SOFT_DELETED;
        };
    }

    private Optional<LifecycleEvent> removed(LifecycleItem item, Record record) {
        boolean isExpired = record.userIdentity() != null
                && TIME_TO_LIVE.equals(record.userIdentity().principalId());
        String sequence = record.dynamodb().sequenceNumber();
        if (isExpired) {
            Instant at = record.dynamodb().approximateCreationDateTime();
            return Optional.of(gone(Kind.EXPIRED, item, TIME_TO_LIVE, "", at, "ttl-" + sequence, sequence));
        }
        return item.purgeMark().or(() -> recordedPurge(item)).map(mark -> purged(item, mark, sequence));
    }

    private Optional<PurgeMark> recordedPurge(LifecycleItem item) {
        if (!spec.isAudited() || item.sizeBytes() < UNMARKED_BYTES_MIN) {
            return Optional.empty();
        }
        return audit.history(item).stream()
                .map(AuditRecord::entry)
                .filter(entry -> entry.kind() == AuditKind.PURGED
                        && entry.keyBefore().equals(item.key().sort()))
                .reduce((earlier, later) -> later)
                .map(entry -> new PurgeMark(entry.move(), entry.actor(), entry.reason(), entry.at()));
    }

    private static LifecycleEvent purged(LifecycleItem item, PurgeMark mark, String sequence) {
        return gone(Kind.PURGED, item, mark.actor(), mark.reason(), mark.at(), mark.id(), sequence);
    }

    private static LifecycleEvent gone(
            Kind kind, LifecycleItem item, String actor, String reason, Instant at, String id, String sequence) {
        return new LifecycleEvent(
                kind,
                item,
                item.state().name(),
                "",
                actor,
                reason,
                at,
                id,
                item.deletionId().orElse(null),
                sequence);
    }
}

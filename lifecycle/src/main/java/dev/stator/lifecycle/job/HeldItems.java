package dev.stator.lifecycle.job;

import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.hold.Holds;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.read.Views;
import dev.stator.lifecycle.spec.Retention;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what a job would move if it were not on hold: a held item is not in the index, so it is found by its hold. */
final class HeldItems {
    private static final String ITEM = "ITEM|";
    private static final String OWNER = "HOLD|";

    private final Context context;

    HeldItems(Context context) {
        this.context = context;
    }

    List<Failure> pastDue(TransitionRule rule, Instant until) {
        if (!context.spec().hasHolds()) {
            return List.of();
        }
        Map<ItemKey, Failure> held = new LinkedHashMap<>();
        new Holds(context).all().forEach((subject, holds) -> {
            List<LifecycleItem> items = subject.startsWith(OWNER)
                    ? ownedBy(subject.substring(OWNER.length()), rule)
                    : item(subject).stream().toList();
            items.stream()
                    .filter(item -> rule.from().contains(item.state().name()) && isPast(item, until))
                    .forEach(item ->
                            held.put(item.key(), new Failure(item.key(), true, "It is on hold: " + holds + ".")));
        });
        return List.copyOf(held.values());
    }

    private List<LifecycleItem> ownedBy(String partition, TransitionRule rule) {
        List<LifecycleItem> items = new ArrayList<>();
        for (String state : rule.from()) {
            new Views(context).in(state, partition).iterator().forEachRemaining(items::add);
        }
        return items;
    }

    // A ledger's key is the partition key and the original sort key; where either has the character between them, the
    // templates tell which is which. One that was too long is a digest, and its item cannot be found by it.
    private Optional<LifecycleItem> item(String ledger) {
        String sort = new Ledger(context).head(ledger).key();
        String name = ledger.substring(Math.min(ledger.length(), ITEM.length()));
        for (int bar = name.indexOf('|'); bar >= 0 && !sort.isEmpty(); bar = name.indexOf('|', bar + 1)) {
            String partition = name.substring(0, bar);
            boolean isKey = context.spec().keys().partition().matches(partition)
                    && context.spec().keys().sort().matches(name.substring(bar + 1));
            Optional<LifecycleItem> item = isKey ? context.get(new ItemKey(partition, sort)) : Optional.empty();
            if (item.isPresent()) {
                return item;
            }
        }
        return Optional.empty();
    }

    private static boolean isPast(LifecycleItem item, Instant until) {
        Retention retention = item.state().retention();
        return retention != null
                && item.movedAt()
                        .map(at -> at.plus(retention.of(item.attributes())))
                        .filter(end -> !end.isAfter(until))
                        .isPresent();
    }
}

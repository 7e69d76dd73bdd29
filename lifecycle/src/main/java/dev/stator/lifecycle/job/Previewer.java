package dev.stator.lifecycle.job;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.read.DueItems;
import dev.stator.lifecycle.read.DuePage;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at what a run would find, through a client that only reads. */
final class Previewer {
    private static final int SAMPLES_PER_SHARD = 5;

    private final Context context;
    private final TransitionRule rule;
    private final Meter meter;

    Previewer(Lifecycle lifecycle, TransitionRule rule) {
        Context plain = lifecycle.context();
        this.rule = rule;
        this.meter = new Meter(plain.client(), units -> {});
        this.context =
                new Context(plain.spec(), meter, plain.clock(), plain.random(), plain.pause(), plain.principal());
    }

    Preview preview() {
        Instant until = context.now();
        DueItems items = new DueItems(context);
        JobCost cost = new JobCost(context, rule);
        Map<String, Long> byShard = new LinkedHashMap<>();
        List<Preview.Sample> samples = new ArrayList<>();
        Optional<Instant> oldest = Optional.empty();
        for (String state : rule.from()) {
            for (String shard : items.shards(context.spec().state(state))) {
                byShard.put(
                        shard,
                        DueCount.of(context, List.of(Segment.first(shard)), until)
                                .due());
                for (DuePage.Due due :
                        items.page(shard, until, null, SAMPLES_PER_SHARD).items()) {
                    oldest = oldest.filter(at -> at.isBefore(due.at())).or(() -> Optional.of(due.at()));
                    context.get(due.key()).ifPresent(item -> samples.add(sample(item, due.at(), cost)));
                }
            }
        }
        double mean = samples.stream()
                .mapToDouble(Preview.Sample::writeUnits)
                .average()
                .orElse(0);
        long due = byShard.values().stream().mapToLong(Long::longValue).sum();
        List<Failure> held = new HeldItems(context).pastDue(rule, until);
        return new Preview(rule.name(), until, byShard, oldest, samples, held, mean * due, meter.readUnits());
    }

    private static Preview.Sample sample(LifecycleItem item, Instant due, JobCost cost) {
        return new Preview.Sample(item.key(), due, item.sizeBytes(), cost.writeUnits(item));
    }
}

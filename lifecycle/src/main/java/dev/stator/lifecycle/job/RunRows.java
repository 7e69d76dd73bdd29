package dev.stator.lifecycle.job;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.table.Companion;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Runs, their segments and failures as items of the companion table. */
final class RunRows {
    static final String RUNS = "JOBS";
    static final String SEGMENT = "S#";
    static final String FAILURE = "F#";

    private RunRows() {}

    static String pk(String id) {
        return "JOB|" + id;
    }

    static Map<String, AttributeValue> of(Run run) {
        Map<String, AttributeValue> row = new LinkedHashMap<>(Companion.key(pk(run.id()), Companion.HEAD));
        row.put("job", text(run.job()));
        row.put("declared", text(run.declared()));
        row.put("until", text(run.until().toString()));
        row.put("started", text(run.started().toString()));
        row.put("status", text(run.status().name()));
        row.put("epoch", number(run.epoch()));
        row.put("worker", text(run.worker()));
        row.put("lease_until", text(run.leaseUntil().toString()));
        row.put("batches", number(run.batches()));
        row.put("proof_bytes", number(run.proofBytes()));
        row.put("files", text(run.files()));
        row.put("keeps_copy", AttributeValue.fromBool(run.keepsCopy()));
        return row;
    }

    static Run run(Map<String, AttributeValue> row) {
        return new Run(
                Attributes.text(row, Companion.PK).substring(pk("").length()),
                Attributes.text(row, "job"),
                Attributes.text(row, "declared"),
                Instant.parse(Attributes.text(row, "until")),
                Instant.parse(Attributes.text(row, "started")),
                Run.Status.valueOf(Attributes.text(row, "status")),
                Attributes.number(row, "epoch"),
                Attributes.text(row, "worker"),
                Instant.parse(Attributes.text(row, "lease_until")),
                Attributes.number(row, "batches"),
                Attributes.number(row, "proof_bytes"),
                Attributes.text(row, "files"),
                Boolean.TRUE.equals(row.getOrDefault("keeps_copy", AttributeValue.fromBool(true))
                        .bool()));
    }

    static Map<String, AttributeValue> of(String id, Segment segment) {
        Map<String, AttributeValue> row = new LinkedHashMap<>(Companion.key(pk(id), SEGMENT + segment.shard()));
        putKey(row, "last", segment.last());
        putKey(row, "next", segment.next());
        Counts counts = segment.counts();
        row.put("done", number(counts.done()));
        row.put("lost", number(counts.lost()));
        row.put("not_due", number(counts.notDue()));
        row.put("held", number(counts.held()));
        row.put("failed", number(counts.failed()));
        row.put("units", AttributeValue.fromN(Double.toString(counts.units())));
        row.put("is_done", AttributeValue.fromBool(segment.isDone()));
        row.put(
                "plan",
                AttributeValue.fromL(
                        segment.plan().stream().map(Planned::toAttribute).toList()));
        return row;
    }

    private static void putKey(
            Map<String, AttributeValue> row, String name, @Nullable Map<String, AttributeValue> indexKey) {
        if (indexKey != null) {
            row.put(name, AttributeValue.fromM(indexKey));
        }
    }

    static Segment segment(Map<String, AttributeValue> row) {
        Counts counts = new Counts(
                Attributes.number(row, "done"),
                Attributes.number(row, "lost"),
                Attributes.number(row, "not_due"),
                Attributes.number(row, "held"),
                Attributes.number(row, "failed"),
                Double.parseDouble(row.getOrDefault("units", number(0)).n()));
        AttributeValue last = row.get("last");
        AttributeValue next = row.get("next");
        return new Segment(
                Attributes.text(row, Companion.SK).substring(SEGMENT.length()),
                last == null ? null : last.m(),
                counts,
                Boolean.TRUE.equals(row.getOrDefault("is_done", AttributeValue.fromBool(false))
                        .bool()),
                row.getOrDefault("plan", AttributeValue.fromL(List.of())).l().stream()
                        .map(Planned::of)
                        .toList(),
                next == null ? null : next.m());
    }

    static Map<String, AttributeValue> of(String id, long batch, Failure failure) {
        String name = Companion.sha256(failure.key().toString()).substring(0, 16);
        Map<String, AttributeValue> row =
                new LinkedHashMap<>(Companion.key(pk(id), String.format("%s%010d#%s", FAILURE, batch, name)));
        row.put("partition", text(failure.key().partition()));
        row.put("sort", text(failure.key().sort()));
        row.put("is_held", AttributeValue.fromBool(failure.isHeld()));
        row.put("reason", text(failure.reason()));
        return row;
    }

    static Failure failure(Map<String, AttributeValue> row) {
        return new Failure(
                new ItemKey(Attributes.text(row, "partition"), Attributes.text(row, "sort")),
                Boolean.TRUE.equals(row.getOrDefault("is_held", AttributeValue.fromBool(false))
                        .bool()),
                Attributes.text(row, "reason"));
    }

    static AttributeValue text(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue number(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }
}

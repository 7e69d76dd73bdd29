package dev.stator.lifecycle.cascade;

import dev.stator.lifecycle.cascade.CascadeResult.Skipped;
import dev.stator.lifecycle.cascade.CascadeResult.Status;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.move.MovePlanner;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Moves many items for one reason, such as a post with its comments, and brings back exactly those. They all carry the
 * cascade's id. What fits into one transaction, about 24 items with records and 48 without, is moved at once. More go in steps, each of
 * which is a transaction that also says how far the cascade is: after a crash {@link #resume} goes on with the step that was
 * not made.
 */
public final class Cascades {
    private final Context context;
    private final MovePlanner planner;
    private final SagaStore store;

    public Cascades(Context context) {
        this.context = context;
        this.planner = new MovePlanner(context);
        this.store = new SagaStore(context);
    }

    /**
     * Moves items; an item that cannot be moved is skipped and reported.
     *
     * @param keys   where they are, of any owners; each once
     * @param actor  who asks; he needs the right for each of the transitions
     * @param reason why; may be empty
     */
    public CascadeResult move(List<ItemKey> keys, String to, Actor actor, String reason) {
        context.spec().state(to);
        List<Member> members =
                new LinkedHashSet<>(keys).stream().map(Member::of).toList();
        return start(to, actor, reason, "", members);
    }

    /**
     * Brings back what a cascade has moved and nobody has moved since, a job excepted. If that cascade is still at work, it ends
     * where it is.
     *
     * @param deletionId the cascade's id, which its items carry
     * @throws IllegalArgumentException if there is no such cascade
     */
    public CascadeResult restore(String deletionId, Actor actor, String reason) {
        SagaHead deletion = headOf(deletionId);
        if (deletion.isRunning()) {
            store.stop(deletionId);
        }
        List<Member> members = new ArrayList<>();
        for (Map<String, AttributeValue> outcome : store.outcomes(deletionId)) {
            members.addAll(Member.list(outcome, "moved"));
        }
        return start(context.spec().initial().name(), actor, reason, deletionId, members);
    }

    private CascadeResult start(String to, Actor actor, String reason, String undoes, List<Member> members) {
        String id = context.newId();
        SagaHead head = new SagaHead(id, to, actor, reason, undoes, members.size(), 0, Status.RUNNING);
        if (members.isEmpty()) {
            return new CascadeResult(id, Status.DONE, List.of(), List.of());
        }
        if (members.size() > SagaStore.ROW_MEMBERS) {
            store.store(head, members);
            return run(head);
        }
        @Nullable SagaHead next = new SagaStep(context, planner, store).make(head, members, true);
        return run(next == null ? headOf(id) : next);
    }

    /**
     * Goes on with a cascade whose process has ended before it was done. Several may do so at once; each step is made once.
     *
     * @throws IllegalArgumentException if there is no such cascade
     */
    public CascadeResult resume(String id) {
        return run(headOf(id));
    }

    private CascadeResult run(SagaHead from) {
        SagaHead head = from;
        while (head.isRunning()) {
            List<Member> row = store.row(head.id(), head.next());
            @Nullable SagaHead next = new SagaStep(context, planner, store).make(head, row, false);
            head = next == null ? headOf(head.id()) : next;
        }
        return result(head);
    }

    /** What a cascade has come to so far. */
    public CascadeResult look(String id) {
        return result(headOf(id));
    }

    private SagaHead headOf(String id) {
        return store.head(id).orElseThrow(() -> new IllegalArgumentException("There is no cascade " + id + "."));
    }

    private CascadeResult result(SagaHead head) {
        List<ItemKey> moved = new ArrayList<>();
        List<Skipped> skipped = new ArrayList<>();
        for (Map<String, AttributeValue> outcome : store.outcomes(head.id())) {
            Member.list(outcome, "moved").forEach(member -> moved.add(member.key()));
            AttributeValue skips = outcome.get("skipped");
            if (skips != null) {
                skips.l()
                        .forEach(skip -> skipped.add(new Skipped(
                                new ItemKey(Attributes.text(skip.m(), "pk"), Attributes.text(skip.m(), "sk")),
                                Attributes.text(skip.m(), "why"))));
            }
        }
        return new CascadeResult(head.id(), head.status(), moved, skipped);
    }

    /** The ids of the cascades that were begun and are not done: those to resume after a crash. */
    public List<String> unfinished() {
        return store.unfinished();
    }
}

package dev.stator.lifecycle;

import dev.stator.lifecycle.audit.AuditLog;
import dev.stator.lifecycle.audit.AuditRecord;
import dev.stator.lifecycle.cascade.Cascades;
import dev.stator.lifecycle.event.EventFeed;
import dev.stator.lifecycle.event.EventHandler;
import dev.stator.lifecycle.hold.Holds;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.measure.Measurements;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.move.Mover;
import dev.stator.lifecycle.move.Revisions;
import dev.stator.lifecycle.read.DueItems;
import dev.stator.lifecycle.read.Views;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Context;
import dev.stator.lifecycle.table.TableSetup;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A lifecycle at work on a table: the front door to its moves, views, records and holds.
 *
 * <pre>{@code
 * Lifecycle posts = Lifecycle.of(LifecycleSpec.read(Path.of("posts.yaml")), dynamo);
 * String alice = posts.partition(Map.of("userId", "alice"));
 * LifecycleItem post = posts.views().active(alice).newestFirst().stream().findFirst().orElseThrow();
 * MoveResult deleted = posts.transition(post, "deleted", Actor.of("alice", "owner"), "off topic");
 * }</pre>
 *
 * <p>It needs nothing but a DynamoDB endpoint, holds no state, and is thread-safe.
 */
public final class Lifecycle {
    private final Context context;
    private final Mover mover;

    Lifecycle(Context context) {
        this.context = context;
        this.mover = new Mover(context);
    }

    /** A lifecycle on an endpoint, with the machine's time. */
    public static Lifecycle of(LifecycleSpec spec, DynamoDbClient client) {
        return builder(spec, client).build();
    }

    /** To choose the clock, and where chance comes from. */
    public static LifecycleBuilder builder(LifecycleSpec spec, DynamoDbClient client) {
        return new LifecycleBuilder(spec, client);
    }

    /** The declaration. */
    public LifecycleSpec spec() {
        return context.spec();
    }

    /** What the parts work with, for those who use them by themselves. */
    public Context context() {
        return context;
    }

    /** The partition key of an owner, from the values of its template's fields. */
    public String partition(Map<String, ?> values) {
        return spec().keys().partition().build(values);
    }

    /**
     * Brings an item into another state, if it is still as the caller has seen it.
     *
     * @param item   as it was read; that it was read in part does no harm
     * @param reason why; may be empty
     * @throws dev.stator.lifecycle.move.TransitionNotAllowedException if the declaration does not allow it
     */
    public MoveResult transition(LifecycleItem item, String to, Actor actor, String reason) {
        return move(MoveRequest.call(item, to, actor, reason, newId()));
    }

    /** Brings the item at a key into another state, whatever its version. */
    public MoveResult transition(ItemKey key, String to, Actor actor, String reason) {
        return move(MoveRequest.call(key, to, actor, reason, newId()));
    }

    /** Brings an item back into the initial state, at the key that it had there. */
    public MoveResult restore(ItemKey key, Actor actor, String reason) {
        return transition(key, spec().initial().name(), actor, reason);
    }

    /** Deletes an item for good, where the declaration has a transition to {@code purged}. */
    public MoveResult purge(ItemKey key, Actor actor, String reason) {
        return transition(key, TransitionRule.PURGED, actor, reason);
    }

    /** A move with all that can be said about it; one with an id of the caller's own can be repeated safely. */
    public MoveResult move(MoveRequest request) {
        return mover.move(request);
    }

    /** A new id of a move or a cascade. */
    public String newId() {
        return context.newId();
    }

    /** What owners see of their items. */
    public Views views() {
        return new Views(context);
    }

    /** The history of an item, oldest first. */
    public List<AuditRecord> history(LifecycleItem item) {
        return audit().history(item);
    }

    /** Records, and their verification. */
    public AuditLog audit() {
        return new AuditLog(context);
    }

    /**
     * Legal holds.
     *
     * @throws IllegalStateException if the declaration has none
     */
    public Holds holds() {
        return new Holds(context);
    }

    /**
     * Creation and changes of items that keep every version.
     *
     * @throws IllegalStateException if the declaration has no audit
     */
    public Revisions revisions() {
        return new Revisions(context);
    }

    /** How the lifecycle is used, and what it costs. */
    public Measurements measurements() {
        return new Measurements(context);
    }

    /** Moves of many items for one reason. */
    public Cascades cascades() {
        return new Cascades(context);
    }

    /**
     * A feed of what happens to items.
     *
     * @param consumer whose feed it is: each has positions of his own
     */
    public EventFeed events(DynamoDbStreamsClient streams, String consumer, EventHandler handler) {
        return new EventFeed(context, streams, consumer, handler);
    }

    /** What is due, over all owners. */
    public DueItems due() {
        return new DueItems(context);
    }

    /** Whether the tables are as they have to be, and their making. */
    public TableSetup tables() {
        return new TableSetup(context);
    }
}

package dev.stator.lifecycle;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorBuilder;
import dev.stator.junit.StatorClock;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A database with the two tables of a lifecycle, at a time that stands still. */
public final class Fixture implements AutoCloseable {
    public static final Instant START = Instant.parse("2026-08-01T00:00:00Z");
    public static final Actor OWNER = Actor.of("ann", "owner");
    public static final Actor OFFICER = Actor.of("olga", "officer");
    public static final String USER = "USER#ann";

    private final Random random = new Random(42);
    public final StatorClock clock = StatorClock.fixed(START);
    public final Stator stator;
    public final DynamoDbClient dynamo;
    public final Lifecycle lifecycle;

    public Fixture(LifecycleSpec spec) {
        this(spec, Stator.builder());
    }

    public Fixture(LifecycleSpec spec, StatorBuilder builder) {
        stator = builder.clock(clock).sleeper(duration -> {}).build();
        dynamo = stator.dynamoDbClient();
        lifecycle = lifecycle(spec, dynamo);
        lifecycle.tables().createTable();
        lifecycle.tables().createCompanion();
    }

    public static LifecycleSpec social() {
        return Presets.SOCIAL
                .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
                .build();
    }

    public static LifecycleSpec regulated() {
        return Presets.REGULATED
                .applyTo(LifecycleSpec.builder("files", "Files").partitionKey("PK", "USER#{userId}"))
                .build();
    }

    /** Another one on the same tables, with a client of its own. */
    public Lifecycle lifecycle(LifecycleSpec spec, DynamoDbClient client) {
        return Lifecycle.builder(spec, client)
                .clock(clock)
                .random(random)
                .pause(duration -> {})
                .build();
    }

    /** Puts an active item, as an application that knows nothing of lifecycles does. */
    public LifecycleItem put(String id, Instant created, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> item = new HashMap<>(more);
        item.put("PK", s(USER));
        item.put(
                "SK",
                s(lifecycle.spec().keys().sort().build(Map.of("state", "ACTIVE", "timestamp", created, "id", id))));
        dynamo.putItem(put -> put.tableName(lifecycle.spec().table()).item(item));
        return LifecycleItem.of(lifecycle.spec(), item);
    }

    public LifecycleItem put(String id) {
        return put(id, clock.instant(), Map.of("title", s("The title of " + id)));
    }

    public LifecycleItem move(ItemKey key, String to) {
        MoveResult result = lifecycle.transition(key, to, OWNER, "because");
        return moved(result);
    }

    public static LifecycleItem moved(MoveResult result) {
        if (result instanceof MoveResult.Moved moved) {
            return moved.item();
        }
        throw new AssertionError("not moved: " + result);
    }

    public void pass(Duration duration) {
        clock.advance(duration);
    }

    public long count(String table) {
        return stator.table(table).items().size();
    }

    public static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    public static AttributeValue n(String number) {
        return AttributeValue.fromN(number);
    }

    @Override
    public void close() {
        stator.close();
    }
}

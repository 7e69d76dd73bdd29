package dev.stator.lifecycle.table;

import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.KeyLayout;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What every part of a lifecycle works with.
 *
 * @param spec      the declaration
 * @param client    the endpoint
 * @param clock     the time
 * @param random    where ids and the length of pauses come from
 * @param pause     how pauses pass
 * @param principal whose credentials sign the requests, for audit records
 */
public record Context(
        LifecycleSpec spec,
        DynamoDbClient client,
        InstantSource clock,
        RandomGenerator random,
        Pause pause,
        String principal) {
    private static final int ID_BYTES = 16;
    private static final int PAUSE_MILLIS = 20;
    private static final int PAUSE_DOUBLINGS_MAX = 6;

    /** Now, in the precision that is kept. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** A new id: 32 hexadecimal digits. */
    public String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Waits before the next try, longer each time, and by chance, so that two do not wait for the same moment. */
    public void pauseBefore(int tries) {
        int millisMax = PAUSE_MILLIS << Math.min(tries, PAUSE_DOUBLINGS_MAX);
        try {
            pause.take(Duration.ofMillis(1 + random.nextInt(millisMax)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted between two tries", e);
        }
    }

    /** The key as the table wants it. */
    public Map<String, AttributeValue> attributes(ItemKey key) {
        KeyLayout keys = spec.keys();
        return Map.of(
                keys.partitionName(), AttributeValue.fromS(key.partition()),
                keys.sortName(), AttributeValue.fromS(key.sort()));
    }

    /** The item as it is now, strongly read. */
    public Optional<LifecycleItem> get(ItemKey key) {
        Map<String, AttributeValue> item = client.getItem(
                        get -> get.tableName(spec.table()).key(attributes(key)).consistentRead(true))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(LifecycleItem.of(spec, item));
    }
}

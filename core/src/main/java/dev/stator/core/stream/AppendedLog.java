package dev.stator.core.stream;

import dev.stator.core.stream.StreamCatalog.Found;
import dev.stator.core.stream.StreamCodec.StoredStream;
import dev.stator.storage.Append;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import dev.stator.storage.Token;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a storage that several processes share. Its records are appended: the engine gives each its number when it
 * becomes visible, those of one item in the order of its commits. So what has been read is never joined by something before
 * it, and nobody has to know what others have under way.
 *
 * <p>Its shards stay open as long as the stream does: a record may be on its way to a shard for as long as its writer is slow,
 * so none could be said to be complete.
 */
final class AppendedLog implements StreamLog {
    private final Engine engine;
    private final StreamCatalog catalog;
    private final StoredStream stored;
    private final ConcurrentNavigableMap<String, Shard> shards = new ConcurrentSkipListMap<>();
    private final ShardLayout layout;

    /** The stream as it was found. Never changes but for shards that are forgotten: after an end it is found anew. */
    AppendedLog(Engine engine, StreamCatalog catalog, Found found) {
        this.engine = engine;
        this.catalog = catalog;
        this.stored = found.stream();
        found.shards().forEach(shard -> shards.put(shard.id(), shard));
        layout = new ShardLayout(found.shards());
    }

    /** Whether it is what the catalog holds. */
    boolean is(StoredStream other) {
        return stored.equals(other);
    }

    /** Adds a record of an item to the shard that is the item's. */
    Append append(EntryKey item, StreamRecord record) {
        Shard shard = layout.of(Token.of(item.collection())).shard();
        return new Append(definition().tree(), shard.collection(), record.encode());
    }

    @Override
    public StreamDefinition definition() {
        return stored.definition();
    }

    @Override
    public @Nullable Shard shard(String id) {
        return shards.get(id);
    }

    @Override
    public List<Shard> shards() {
        return List.copyOf(shards.values());
    }

    @Override
    public long settled(Shard shard) {
        long[] last = {-1};
        engine.slice(
                definition().tree(), shard.collection(), Range.all(Direction.REVERSE), Consistency.STRONG, entry -> {
                    last[0] = StreamRecords.sequence(entry.key().position());
                    return false;
                });
        return last[0] >= 0 ? last[0] + 1 : Math.max(shard.start(), trimmedBefore(shard.id()));
    }

    @Override
    public long next(Shard shard) {
        return settled(shard);
    }

    @Override
    public void end(Instant now) {
        if (!definition().isEnabled()) {
            return;
        }
        List<Shard> closed =
                shards().stream().map(shard -> shard.close(settled(shard), now)).toList();
        catalog.replace(stored, new StoredStream(definition().end(now), stored.reserved()), closed);
    }

    @Override
    public void refresh(Instant now, long tableBytes) {
        // Its shards stay as they are.
    }

    @Override
    public long trimmedBefore(String shardId) {
        return catalog.trimmedBefore(definition(), shardId);
    }

    @Override
    public void trimmed(String shardId, long before) {
        // The catalog has it.
    }

    @Override
    public void forget(String shardId) {
        shards.remove(shardId);
    }
}

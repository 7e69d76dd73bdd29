package dev.stator.core.stream;

import dev.stator.core.stream.StreamCodec.StoredStream;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Range;
import dev.stator.storage.Tree;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All streams and their shards, in trees of our own. What belongs together is changed by one commit. docs/format.md describes
 * the entries, {@link StreamCodec} reads and writes them.
 */
final class StreamCatalog {
    private static final Tree STREAMS = new Tree(3, 0);
    private static final Tree SHARDS = new Tree(3, 1);
    private static final Tree TRIMMED = new Tree(3, 2);
    private static final byte[] STREAM_COLLECTION = bytes("stream");
    private static final EntryKey ITERATOR_KEY = new EntryKey(bytes("key"), bytes("iterator"));
    private static final int ITERATOR_KEY_BYTES = 32;

    private final Engine engine;

    StreamCatalog(Engine engine) {
        this.engine = engine;
        engine.create(STREAMS);
        engine.create(SHARDS);
        engine.create(TRIMMED);
    }

    /** A stream as it was found, with all that belongs to it. */
    record Found(StoredStream stream, List<Shard> shards, Map<String, Long> trimmed) {}

    List<Found> all() {
        return streams().stream().map(this::find).toList();
    }

    /** What belongs to a stream, as it is now. */
    Found find(StoredStream stream) {
        return new Found(stream, shards(stream.definition()), trimmed(stream.definition()));
    }

    /** The streams alone. */
    List<StoredStream> streams() {
        List<StoredStream> streams = new ArrayList<>();
        engine.slice(STREAMS, STREAM_COLLECTION, Range.all(Direction.FORWARD), Consistency.STRONG, entry -> {
            streams.add(StreamCodec.decodeStream(entry.value()));
            return true;
        });
        return streams;
    }

    private List<Shard> shards(StreamDefinition stream) {
        List<Shard> shards = new ArrayList<>();
        engine.slice(SHARDS, bytes(stream.arn()), Range.all(Direction.FORWARD), Consistency.STRONG, entry -> {
            shards.add(StreamCodec.decodeShard(entry.value()));
            return true;
        });
        return shards;
    }

    private Map<String, Long> trimmed(StreamDefinition stream) {
        Map<String, Long> trimmed = new HashMap<>();
        engine.slice(TRIMMED, bytes(stream.arn()), Range.all(Direction.FORWARD), Consistency.STRONG, entry -> {
            trimmed.put(
                    new String(entry.key().position(), StandardCharsets.UTF_8),
                    ByteBuffer.wrap(entry.value()).getLong());
            return true;
        });
        return trimmed;
    }

    /** Stores a new stream. */
    void insert(StoredStream stream, List<Shard> shards) {
        if (!isInserted(stream, shards)) {
            throw changedByOthers();
        }
    }

    /** Stores a new stream, unless there is one of its ARN. */
    boolean isInserted(StoredStream stream, List<Shard> shards) {
        return isCommitted(stream, Expectation.ABSENT, shards);
    }

    /** Stores a stream and its shards in the place of what was found, unless that has changed since. */
    void replace(StoredStream found, StoredStream stream, List<Shard> shards) {
        EntryKey key = keyOf(found.definition());
        Entry entry = engine.get(STREAMS, key.collection(), key.position(), Consistency.STRONG);
        if (entry != null && StreamCodec.decodeStream(entry.value()).equals(found)) {
            isCommitted(stream, entry.version(), shards);
        }
    }

    /** Stores a stream that has changed, and those of its shards that have. */
    void update(StoredStream stream, List<Shard> changedShards) {
        EntryKey key = keyOf(stream.definition());
        Entry entry = engine.get(STREAMS, key.collection(), key.position(), Consistency.STRONG);
        if (!isCommitted(stream, entry == null ? Expectation.ABSENT : entry.version(), changedShards)) {
            throw changedByOthers();
        }
    }

    private boolean isCommitted(StoredStream stream, long version, List<Shard> shards) {
        StreamDefinition definition = stream.definition();
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.Put(STREAMS, keyOf(definition), StreamCodec.encode(stream)));
        for (Shard shard : shards) {
            changes.add(new Change.Put(SHARDS, keyOf(definition, shard.id()), StreamCodec.encode(shard)));
        }
        return isCommitted(List.of(new Expectation(STREAMS, keyOf(definition), version)), changes);
    }

    /** The sequence number before which the records of a shard have been removed. */
    long trimmedBefore(StreamDefinition stream, String shardId) {
        EntryKey key = keyOf(stream, shardId);
        Entry entry = engine.get(TRIMMED, key.collection(), key.position(), Consistency.STRONG);
        return entry == null ? 0 : ByteBuffer.wrap(entry.value()).getLong();
    }

    /**
     * Removes records of a shard, and stores in the same commit that those before a sequence number are gone; does nothing if
     * somebody else removes some.
     */
    void trim(StreamDefinition stream, String shardId, List<EntryKey> records, long firstKept) {
        EntryKey key = keyOf(stream, shardId);
        Entry before = engine.get(TRIMMED, key.collection(), key.position(), Consistency.STRONG);
        List<Change> changes = new ArrayList<>();
        records.forEach(record -> changes.add(new Change.Delete(stream.tree(), record)));
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(firstKept).array();
        changes.add(new Change.Put(TRIMMED, key, value));
        long version = before == null ? Expectation.ABSENT : before.version();
        isCommitted(List.of(new Expectation(TRIMMED, key, version)), changes);
    }

    /** Forgets a shard that has no records any more. */
    void removeShard(StreamDefinition stream, String shardId) {
        commit(
                List.of(),
                List.of(
                        new Change.Delete(SHARDS, keyOf(stream, shardId)),
                        new Change.Delete(TRIMMED, keyOf(stream, shardId))));
    }

    /** Forgets a stream that has no shards any more. */
    void remove(StreamDefinition stream) {
        commit(List.of(), List.of(new Change.Delete(STREAMS, keyOf(stream))));
    }

    /** The secret that shard iterators are signed with; made at the first call of the first server, and kept. */
    byte[] iteratorKey() {
        while (true) {
            Entry entry = engine.get(STREAMS, ITERATOR_KEY.collection(), ITERATOR_KEY.position(), Consistency.STRONG);
            if (entry != null) {
                return entry.value();
            }
            byte[] key = new byte[ITERATOR_KEY_BYTES];
            new SecureRandom().nextBytes(key);
            CommitResult result = engine.commit(new Commit(
                    List.of(new Expectation(STREAMS, ITERATOR_KEY, Expectation.ABSENT)),
                    List.of(new Change.Put(STREAMS, ITERATOR_KEY, key)),
                    List.of(),
                    List.of()));
            switch (result) {
                case CommitResult.Committed committed -> {
                    return key;
                }
                // Another server that starts at the same time has made one.
                case CommitResult.Conflict conflict -> {}
                case CommitResult.Stale stale ->
                    throw new IllegalStateException("the streams' catalog depends on no rules");
                case CommitResult.NoTree missing ->
                    throw new IllegalStateException("the streams' catalog is not there: " + missing);
            }
        }
    }

    private void commit(List<Expectation> expectations, List<Change> changes) {
        if (!isCommitted(expectations, changes)) {
            throw changedByOthers();
        }
    }

    private boolean isCommitted(List<Expectation> expectations, List<Change> changes) {
        return engine.commit(new Commit(expectations, changes, List.of(), List.of())) instanceof CommitResult.Committed;
    }

    private static IllegalStateException changedByOthers() {
        return new IllegalStateException("somebody else changes the streams of this database");
    }

    private static EntryKey keyOf(StreamDefinition stream) {
        return new EntryKey(STREAM_COLLECTION, bytes(stream.arn()));
    }

    private static EntryKey keyOf(StreamDefinition stream, String shardId) {
        return new EntryKey(bytes(stream.arn()), bytes(shardId));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Direction;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.Range;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import dev.stator.storage.cassandra.protocol.Operation.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One client of the simulation. Of a table of six keys in three collections he reads some, relies on
 * some and writes some. An index follows, whose entries move between two collections, and a log with an entry a change.
 */
final class Workload implements Runnable {
    static final Tree TABLE = new Tree(1, 0);
    static final Tree INDEX = new Tree(2, 0);
    static final Tree LOG = new Tree(3, 0);
    static final List<String> INDEX_COLLECTIONS = List.of("even", "odd");
    static final CollectionId LOG_COLLECTION = new CollectionId(LOG.id(), bytes("log"));
    static final List<ItemKey> KEYS = List.of(
            new ItemKey("a", "x"),
            new ItemKey("a", "y"),
            new ItemKey("b", "x"),
            new ItemKey("b", "y"),
            new ItemKey("c", "x"),
            new ItemKey("c", "y"));

    private final SimulatedStore store;
    private final int client;
    private final List<Operation> history;
    private final Random random;
    private final SimulatedServer server;
    private final StrongReads reads;

    Workload(SimulatedStore store, SimulatedServer server, int client, List<Operation> history) {
        this.store = store;
        this.client = client;
        this.history = history;
        random = store.interleaving.random();
        this.server = server;
        reads = server.committer.reads();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static Place place(Tree tree) {
        return new Place(tree.id(), generation(tree));
    }

    static long generation(Tree tree) {
        return 10L * tree.id() + 1;
    }

    @Override
    public void run() {
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            try {
                switch (random.nextInt(8)) {
                    case 0 -> readKey(anyKeys(1).getFirst());
                    case 1 -> readCollection(anyKeys(1).getFirst().collection());
                    default -> transact(i);
                }
            } catch (StorageException.Unavailable e) {
                // He was told nothing, and does something else.
            }
        }
    }

    private List<ItemKey> anyKeys(int count) {
        List<ItemKey> keys = new ArrayList<>(KEYS);
        Collections.shuffle(keys, random);
        return keys.subList(0, count);
    }

    private Operation begin(String kind) {
        Operation operation = new Operation(kind + client, store.interleaving.steps());
        history.add(operation);
        return operation;
    }

    private @Nullable Row readKey(ItemKey key) {
        Operation operation = begin("get");
        RowKey rowKey = RowKey.entry(generation(TABLE), bytes(key.position()));
        Reading reading = reads.read(new CollectionId(TABLE.id(), bytes(key.collection())), List.of(rowKey));
        operation.seen.put(key, reading.version(rowKey));
        operation.end(Answer.READ, store.interleaving.steps());
        return reading.row(rowKey);
    }

    private void readCollection(String collection) {
        Operation operation = begin("slice");
        Reading reading = reads.entries(
                new CollectionId(TABLE.id(), bytes(collection)), generation(TABLE), Range.all(Direction.FORWARD), 100);
        for (ItemKey key : KEYS) {
            if (key.collection().equals(collection)) {
                operation.seen.put(key, reading.version(RowKey.entry(generation(TABLE), bytes(key.position()))));
            }
        }
        operation.end(Answer.READ, store.interleaving.steps());
    }

    private void transact(int ordinal) {
        List<Expectation> expectations = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        List<Change> derived = new ArrayList<>();
        List<Growth> growth = new ArrayList<>();
        List<ItemKey> keys = anyKeys(1 + random.nextInt(3));
        List<Long> versions = new ArrayList<>();
        for (ItemKey key : keys) {
            Row row = readKey(key);
            versions.add(row == null ? 0 : row.version());
        }
        Operation operation = begin("commit");
        boolean onlyChecks = random.nextInt(8) == 0;
        for (int i = 0; i < keys.size(); i++) {
            ItemKey key = keys.get(i);
            int role = onlyChecks ? 0 : random.nextInt(20);
            boolean isBlind = role >= 17;
            if (!isBlind) {
                expectations.add(new Expectation(TABLE, key.entry(), versions.get(i)));
                operation.seen.put(key, versions.get(i));
            }
            if (role >= 5) {
                String value = role == 5 ? null : client + "." + ordinal + "." + key.text();
                operation.writes.put(key, value);
                write(key, value, client + "." + ordinal, changes, derived, growth);
            }
        }
        CommitPlan plan;
        try {
            plan = CommitPlan.of(new Commit(expectations, changes, derived, growth), Workload::place);
        } catch (CommitPlan.NoTreeException e) {
            throw new AssertionError(e);
        }
        server.begin(operation);
        CommitResult result = server.committer.commit(plan);
        operation.end(
                result instanceof CommitResult.Committed ? Answer.COMMITTED : Answer.CONFLICT,
                store.interleaving.steps());
    }

    private static void write(
            ItemKey key,
            @Nullable String value,
            String label,
            List<Change> changes,
            List<Change> derived,
            List<Growth> growth) {
        changes.add(
                value == null
                        ? new Change.Delete(TABLE, key.entry())
                        : new Change.Put(TABLE, key.entry(), bytes(value)));
        growth.add(new Growth(TABLE, bytes(key.collection()), 1, 10));
        for (String collection : INDEX_COLLECTIONS) {
            EntryKey entry = new EntryKey(bytes(collection), bytes(key.text()));
            if (value != null && collection.equals(indexCollection(value))) {
                derived.add(new Change.Put(INDEX, entry, bytes(value)));
                growth.add(new Growth(INDEX, bytes(collection), 1, 7));
            } else {
                derived.add(new Change.Delete(INDEX, entry));
            }
        }
        derived.add(new Change.Put(
                LOG, new EntryKey(LOG_COLLECTION.collection(), bytes(label + "." + key.text())), bytes(label)));
    }

    /** Where in the index a value belongs. */
    static String indexCollection(String value) {
        return INDEX_COLLECTIONS.get(Math.floorMod(Arrays.hashCode(bytes(value)), 2));
    }

    /** Recovers what is announced, until nothing is. */
    static void recover(SimulatedStore store, RowStore used) {
        Committer recoverer = new Committer(
                used,
                new SimulatedPace(store.interleaving),
                tasks -> SimulatedServer.runInAnyOrder(tasks, store.interleaving.random()),
                () -> {
                    throw new AssertionError("recovery commits nothing of its own");
                },
                new Heads(),
                left -> {});
        while (!store.announcements.isEmpty()) {
            for (Announcement announcement : List.copyOf(store.announcements.values())) {
                try {
                    recoverer.recovery().recover(announcement);
                } catch (StorageException.Unavailable e) {
                    // Another round will do it.
                }
            }
        }
    }
}

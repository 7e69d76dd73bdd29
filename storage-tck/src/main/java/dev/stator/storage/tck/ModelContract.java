package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Capability;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import dev.stator.storage.Token;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations on the engine and on the {@link ReferenceModel}, which must agree. The same seed does exactly the same;
 * {@code -Dstator.seed=N} runs that seed alone.
 */
public abstract class ModelContract extends EngineContract {
    private static final List<Tree> TREES = List.of(TABLE, LOCAL_INDEX, GLOBAL_INDEX, UNKNOWN);
    private static final List<String> COLLECTIONS = List.of("\0", "a", "a\0", "a\u00ff", "ab", "\u00ff\u00ff");

    private final ReferenceModel model = new ReferenceModel();
    private final Set<String> versions = new HashSet<>();
    private Random random = new Random(0);

    protected ModelContract(Supplier<EngineHost> hosts) {
        super(hosts);
        model.create(TABLE);
        model.create(LOCAL_INDEX);
        model.create(GLOBAL_INDEX);
    }

    static Stream<Long> seeds() {
        Long chosen = Long.getLong("stator.seed");
        return chosen != null ? Stream.of(chosen) : LongStream.rangeClosed(1, 4).boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theEngineAgreesWithTheModel(long seed) {
        random = new Random(seed);
        for (int step = 0; step < host.modelSteps(); step++) {
            try {
                step();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "at step " + step + " of seed " + seed + "; -Dstator.seed=" + seed + " replays it", e);
            }
        }
    }

    private void step() {
        int kind = random.nextInt(100);
        if (kind < 60) {
            commit();
        } else if (kind < 70) {
            compareGet(anyTree(), anyKey());
        } else if (kind < 82) {
            compareSlice();
        } else if (kind < 92) {
            compareScan();
        } else if (kind < 97) {
            compareSizes();
        } else if (kind < 99) {
            createOrDrop();
        } else if (engine.capabilities().contains(Capability.DURABLE)) {
            reopen();
        }
    }

    private Tree anyTree() {
        // Mostly one that is there at first.
        return TREES.get(Math.min(random.nextInt(12) / 3, random.nextInt(8)));
    }

    private String anyCollection() {
        return COLLECTIONS.get(random.nextInt(COLLECTIONS.size()));
    }

    private byte[] anyPosition() {
        return bytes(TRICKY_POSITIONS.get(random.nextInt(TRICKY_POSITIONS.size())));
    }

    private EntryKey anyKey() {
        return new EntryKey(bytes(anyCollection()), anyPosition());
    }

    private void commit() {
        CommitDraft draft = new CommitDraft();
        Set<String> named = new HashSet<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            Tree tree = anyTree();
            EntryKey key = anyKey();
            if (named.add(describe(tree, key))) {
                addChange(draft, tree, key);
            }
        }
        Commit commit = draft.done();

        CommitResult result = engine.commit(commit);

        assertThat(result).isEqualTo(model.commit(commit));
        if (result instanceof CommitResult.Committed) {
            Stream.concat(commit.changes().stream(), commit.derived().stream())
                    .forEach(change -> learn(change.tree(), change.key(), change instanceof Change.Put));
        }
    }

    private void addChange(CommitDraft draft, Tree tree, EntryKey key) {
        ReferenceModel.Stored stored = model.get(tree, key);
        long version = stored == null ? 0 : stored.version();
        // Now and then an expectation that fails, and now and then none.
        switch (random.nextInt(10)) {
            case 0 -> draft.expect(tree, key, version + 1);
            case 1, 2 -> {}
            default -> draft.expect(tree, key, version);
        }
        byte[] value = bytes("value " + random.nextInt(1_000));
        switch (random.nextInt(6)) {
            case 0 -> {}
            case 1 -> draft.delete(tree, key);
            case 2 -> draft.derivePut(tree, key, value);
            case 3 -> draft.deriveDelete(tree, key);
            default -> draft.put(tree, key, value);
        }
        byte[] counted = random.nextBoolean() ? key.collection() : null;
        draft.grow(tree, counted, random.nextInt(5) - 2, random.nextInt(100) - 50);
    }

    /** Compares a changed entry, and notes the version of a put one, which must be new to its key. */
    private void learn(Tree tree, EntryKey key, boolean put) {
        Entry entry = get(tree, key);
        if (put && entry != null) {
            assertThat(versions.add(describe(tree, key) + " " + entry.version()))
                    .isTrue();
            model.learnVersion(tree, key, entry.version());
        }
        compareGet(tree, key);
    }

    private static String describe(Tree tree, EntryKey key) {
        return tree + " " + text(key.collection()) + " / " + text(key.position());
    }

    private void compareGet(Tree tree, EntryKey key) {
        Consistency consistency = random.nextBoolean() ? Consistency.STRONG : Consistency.EVENTUAL;
        ReferenceModel.Stored stored = model.get(tree, key);
        Entry entry = engine.get(tree, key.collection(), key.position(), consistency);
        // An engine that derives later may answer an eventual read later too; none here does.
        assertThat(entry).usingRecursiveComparison().isEqualTo(stored == null ? null : entry(key, stored));
    }

    private static Entry entry(EntryKey key, ReferenceModel.Stored stored) {
        return new Entry(key, stored.version(), stored.value());
    }

    private void compareSlice() {
        Tree tree = anyTree();
        String collection = anyCollection();
        Range range = new Range(
                random.nextInt(4) == 0 ? null : anyPosition(),
                random.nextBoolean(),
                random.nextInt(4) == 0 ? null : anyPosition(),
                random.nextBoolean(),
                random.nextBoolean() ? Direction.FORWARD : Direction.REVERSE);
        List<Entry> expected = new ArrayList<>();
        model.entries(tree).forEach((key, stored) -> {
            if (text(key.collection()).equals(collection) && SliceContract.contains(range, text(key.position()))) {
                expected.add(entry(key, stored));
            }
        });
        if (range.direction() == Direction.REVERSE) {
            Collections.reverse(expected);
        }
        assertThat(slice(tree, collection, range))
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(expected);
    }

    private void compareScan() {
        Tree tree = anyTree();
        int count = 1 + random.nextInt(4);
        TokenRange tokens = TokenRange.segment(random.nextInt(count), count);
        EntryKey after = random.nextBoolean() ? null : anyKey();
        List<EntryKey> expected = model.entries(tree).keySet().stream()
                .filter(key -> tokens.contains(Token.of(key.collection())))
                .filter(key -> after == null || ReferenceModel.SCAN_ORDER.compare(key, after) > 0)
                .toList();
        assertThat(scan(tree, tokens, after)).isEqualTo(expected);
    }

    private void compareSizes() {
        for (Tree tree : TREES) {
            assertThat(engine.size(tree)).isEqualTo(model.size(tree));
            for (String collection : COLLECTIONS) {
                assertThat(engine.size(tree, bytes(collection))).isEqualTo(model.size(tree, collection));
            }
        }
    }

    private void createOrDrop() {
        Tree tree = anyTree();
        if (random.nextInt(3) > 0) {
            engine.create(tree);
            model.create(tree);
        } else {
            engine.drop(tree);
            model.drop(tree);
        }
    }
}

package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Range;
import dev.stator.storage.StorageException;
import dev.stator.storage.tck.Interleaving;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A row store as bad as a real one may be. Requests and answers are lost, requests arrive late or twice, clients crash before
 * or after each of them, and a batch may stay in limbo. Accepted by few, it is seen by no plain read, and the next serial
 * operation completes it or does not. Accepted by enough but told to few, a plain read sees it or does not, and the next
 * serial operation completes it.
 */
class SimulatedStore implements RowStore {
    private static final Comparator<RowKey> ORDER = Comparator.comparing(RowKey::kind)
            .thenComparingLong(RowKey::space)
            .thenComparing(RowKey::position, Arrays::compareUnsigned);

    final Interleaving interleaving;
    final Map<CollectionId, Cells> collections = new TreeMap<>();
    final Map<Long, Announcement> announcements = new TreeMap<>();
    final List<Applied> log = new ArrayList<>();
    private final Map<Long, Decision> records = new TreeMap<>();
    private final Set<CollectionId> registered = new HashSet<>();
    private final Map<Long, Long> epochs = new TreeMap<>();
    private final List<Runnable> late = new ArrayList<>();
    private Weather weather;
    private final Random random;

    /** How often something goes wrong, in thousandths of the requests. */
    record Weather(int trouble, int crashes, int silence) {
        static final Weather CALM = new Weather(0, 0, 0);

        static Weather any(Random random) {
            return switch (random.nextInt(5)) {
                case 0 -> CALM;
                case 1 -> new Weather(0, 30, 0);
                case 2 -> new Weather(60, 0, 4);
                case 3 -> new Weather(150, 15, 10);
                default -> new Weather(350, 25, 20);
            };
        }
    }

    /** One collection. */
    static final class Cells {
        final CollectionId id;
        Head head = Head.NONE;
        final NavigableMap<RowKey, Row> rows = new TreeMap<>(ORDER);

        @Nullable
        Batch limbo;

        boolean limboIsCertain;

        Cells(CollectionId id) {
            this.id = id;
        }
    }

    /** A batch that took effect. */
    record Applied(CollectionId id, Batch batch) {}

    SimulatedStore(Interleaving interleaving, Weather weather) {
        this.interleaving = interleaving;
        this.weather = weather;
        random = interleaving.random();
    }

    void clearUp() {
        weather = Weather.CALM;
    }

    /** Delivers all that is still under way. */
    void deliverAll() {
        while (!late.isEmpty()) {
            late.remove(random.nextInt(late.size())).run();
        }
        collections.values().forEach(this::settle);
    }

    private boolean happens(int thousandths) {
        return thousandths > 0 && random.nextInt(1000) < thousandths;
    }

    private void crashNowAndThen() {
        if (happens(weather.crashes)) {
            throw new Interleaving.Crash();
        }
    }

    /** Lets others go on, and what is under way arrive. */
    private void begin() {
        interleaving.step();
        if (!late.isEmpty() && random.nextInt(6) == 0) {
            late.remove(random.nextInt(late.size())).run();
        }
        crashNowAndThen();
    }

    private <T> T answer(T result) {
        crashNowAndThen();
        return result;
    }

    private void staySilentNowAndThen() {
        if (happens(weather.silence)) {
            throw new StorageException.Unavailable("no answer", null);
        }
    }

    private Cells cells(CollectionId id) {
        return collections.computeIfAbsent(id, Cells::new);
    }

    private void settle(Cells cells) {
        Batch limbo = cells.limbo;
        if (limbo != null) {
            cells.limbo = null;
            if (cells.limboIsCertain || random.nextBoolean()) {
                apply(cells, limbo);
            }
        }
    }

    private void apply(Cells cells, Batch batch) {
        if (!registered.contains(cells.id)) {
            throw new AssertionError("a batch came before its collection was registered");
        }
        change(cells, batch);
        log.add(new Applied(cells.id, batch));
    }

    private static void change(Cells cells, Batch batch) {
        cells.head = batch.after();
        batch.deletes().forEach(cells.rows::remove);
        batch.puts().forEach(row -> cells.rows.put(row.key(), row));
    }

    private static boolean holds(Cells cells, Batch batch) {
        return cells.head.sequence() == batch.before().sequence()
                && batch.conditions().stream().allMatch(condition -> {
                    Row row = cells.rows.get(condition.key());
                    return condition.version() == (row == null ? 0 : row.version());
                });
    }

    private Outcome tryApply(CollectionId id, Batch batch) {
        Cells cells = cells(id);
        settle(cells);
        if (!holds(cells, batch)) {
            return Outcome.REFUSED;
        }
        apply(cells, batch);
        return Outcome.APPLIED;
    }

    @Override
    public Outcome compareAndSet(CollectionId id, Batch batch) {
        begin();
        if (!happens(weather.trouble)) {
            return answer(tryApply(id, batch));
        }
        switch (random.nextInt(5)) {
            case 0 -> {} // The request is lost.
            case 1 -> tryApply(id, batch);
            case 2 -> late.add(() -> tryApply(id, batch));
            case 3 -> {
                Cells cells = cells(id);
                settle(cells);
                if (holds(cells, batch)) {
                    cells.limbo = batch;
                    cells.limboIsCertain = random.nextBoolean();
                }
            }
            default -> {
                late.add(() -> tryApply(id, batch));
                return answer(tryApply(id, batch));
            }
        }
        return answer(Outcome.UNKNOWN);
    }

    @Override
    public Reading read(CollectionId id, List<RowKey> rows, Consistency consistency) {
        return reading(
                id,
                consistency,
                cells -> rows.stream()
                        .map(cells.rows::get)
                        .filter(row -> row != null)
                        .toList());
    }

    @Override
    public List<Row> rowsOf(CollectionId id, RowKey.Kind kind) {
        return reading(
                        id,
                        Consistency.STRONG,
                        cells -> cells.rows.values().stream()
                                .filter(row -> row.key().kind() == kind)
                                .toList())
                .rows();
    }

    @Override
    public Reading entries(CollectionId id, long generation, Range range, int limit, Consistency consistency) {
        if (range.from() != null || range.to() != null || range.direction() != Direction.FORWARD) {
            throw new UnsupportedOperationException("the simulation reads whole collections");
        }
        return reading(
                id,
                consistency,
                cells -> cells.rows.values().stream()
                        .filter(row -> row.key().kind() == RowKey.Kind.ENTRY
                                && row.key().space() == generation)
                        .limit(limit)
                        .toList());
    }

    private Reading reading(CollectionId id, Consistency consistency, Function<Cells, List<Row>> rows) {
        begin();
        staySilentNowAndThen();
        Cells cells = cells(id);
        if (consistency == Consistency.STRONG) {
            settle(cells);
        } else if (cells.limbo != null && cells.limboIsCertain && random.nextBoolean()) {
            Cells seen = new Cells(id);
            seen.rows.putAll(cells.rows);
            change(seen, cells.limbo);
            return answer(new Reading(seen.head, rows.apply(seen)));
        }
        return answer(new Reading(cells.head, rows.apply(cells)));
    }

    @Override
    public void register(CollectionId id) {
        begin();
        registered.add(id);
        staySilentNowAndThen();
        crashNowAndThen();
    }

    @Override
    public long epoch(long table) {
        begin();
        staySilentNowAndThen();
        return answer(epochs.getOrDefault(table, 0L));
    }

    /** Says that older rules are over, and which collections are known then. */
    List<CollectionId> raiseEpoch(long table, long epoch) {
        begin();
        epochs.merge(table, epoch, Math::max);
        begin();
        return registered.stream().filter(id -> id.table() == table).sorted().toList();
    }

    @Override
    public Decision decision(long transaction) {
        begin();
        staySilentNowAndThen();
        return answer(records.getOrDefault(transaction, Decision.UNDECIDED));
    }

    private Decision record(long transaction, Decision decision) {
        records.putIfAbsent(transaction, decision);
        return records.getOrDefault(transaction, Decision.UNDECIDED);
    }

    @Override
    public Decision decide(long transaction, Decision decision) {
        begin();
        if (!happens(weather.trouble)) {
            return answer(record(transaction, decision));
        }
        switch (random.nextInt(4)) {
            case 0 -> {} // The request is lost.
            case 1 -> record(transaction, decision);
            case 2 -> late.add(() -> record(transaction, decision));
            default -> {
                late.add(() -> record(transaction, decision));
                return answer(record(transaction, decision));
            }
        }
        return answer(Decision.UNDECIDED);
    }

    @Override
    public void forget(long transaction) {
        plain(() -> records.remove(transaction, Decision.COMMITTED));
    }

    @Override
    public void announce(Announcement announcement) {
        plain(() -> announcements.put(announcement.commit(), announcement));
    }

    @Override
    public void withdraw(Announcement announcement) {
        plain(() -> announcements.remove(announcement.commit()));
    }

    /** A write that is not conditional: it may also be done twice, or be done although there was no answer. */
    private void plain(Runnable write) {
        begin();
        if (happens(weather.trouble) && random.nextBoolean()) {
            late.add(write);
        }
        if (happens(weather.silence)) {
            if (random.nextBoolean()) {
                write.run();
            }
            throw new StorageException.Unavailable("no answer", null);
        }
        write.run();
        crashNowAndThen();
    }
}

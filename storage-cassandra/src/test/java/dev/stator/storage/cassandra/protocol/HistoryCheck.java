package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Size;
import dev.stator.storage.cassandra.protocol.Operation.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares what the clients were told with what the store did and holds in the end: every acknowledged commit is there whole
 * and once, no refused one is, all commits and strong reads fit one order that agrees with real time, what is derived was
 * applied once and in order, sizes add up, and nothing of the protocol is left.
 */
final class HistoryCheck {
    private final SimulatedStore store;
    private final List<Operation> history;
    private final List<String> violations = new ArrayList<>();

    /** The commits that changed a key of the table, in order. */
    private final Map<ItemKey, List<Long>> changes = new TreeMap<>();

    /** The same for entries of the index. */
    private final Map<ItemKey, List<Long>> indexed = new TreeMap<>();

    private final List<String> logged = new ArrayList<>();

    /** Commits by what they left in which outbox. */
    private final Map<String, Long> derivations = new HashMap<>();

    private final Map<Long, Operation> committed = new HashMap<>();
    private final Set<ItemKey> deleted = new HashSet<>();

    private HistoryCheck(SimulatedStore store, List<Operation> history) {
        this.store = store;
        this.history = history;
    }

    /** What is wrong, or an empty list. */
    static List<String> violations(SimulatedStore store, List<Operation> history) {
        HistoryCheck check = new HistoryCheck(store, history);
        store.log.forEach(check::replay);
        check.checkCommits();
        check.checkDerived();
        check.checkSizes();
        check.checkRemains();
        check.checkOrder();
        return check.violations;
    }

    private void replay(SimulatedStore.Applied applied) {
        CollectionId id = applied.id();
        Batch batch = applied.batch();
        long commit = commitOf(applied);
        String collection = Workload.text(id.collection());
        for (Row row : batch.puts()) {
            switch (row.key().kind()) {
                case ENTRY ->
                    noteChange(
                            id.table(),
                            new ItemKey(collection, Workload.text(row.key().position())),
                            row.version());
                case OUTBOX -> derivations.put(id + "/" + row.key().space(), row.version());
                default -> {}
            }
        }
        for (RowKey key : batch.deletes()) {
            if (key.kind() == RowKey.Kind.ENTRY) {
                ItemKey entry = new ItemKey(collection, Workload.text(key.position()));
                if (id.table() == Workload.TABLE.id()) {
                    deleted.add(entry);
                }
                noteChange(id.table(), entry, commit);
            }
        }
    }

    private void noteChange(long tree, ItemKey key, long commit) {
        if (tree == Workload.LOG.id()) {
            logged.add(key.position());
        } else {
            (tree == Workload.TABLE.id() ? changes : indexed)
                    .computeIfAbsent(key, same -> new ArrayList<>())
                    .add(commit);
        }
    }

    /** The number of the commit whose changes a batch makes. */
    private long commitOf(SimulatedStore.Applied applied) {
        Batch batch = applied.batch();
        for (Row row : batch.puts()) {
            if (row.key().kind() == RowKey.Kind.MARKER) {
                CollectionId source =
                        new CollectionId(row.key().space(), row.key().position());
                return derivations.getOrDefault(source + "/" + row.version(), -1L);
            }
        }
        if (batch.before().isLocked() && !batch.after().isLocked()) {
            return batch.before().lock();
        }
        List<Ledger.Entry> recent = batch.after().ledger().recent();
        return recent.isEmpty() ? -1 : recent.getLast().commit();
    }

    private void checkCommits() {
        for (Operation operation : history) {
            List<Long> applied = operation.numbers.stream()
                    .filter(number -> changes.values().stream().anyMatch(all -> all.contains(number)))
                    .toList();
            if (applied.size() > 1) {
                violations.add("more than one attempt was applied: " + operation);
            }
            if (operation.answer == Answer.CONFLICT && !applied.isEmpty()) {
                violations.add("refused, and applied: " + operation);
            }
            if (operation.answer == Answer.COMMITTED && applied.isEmpty() && !operation.writes.isEmpty()) {
                violations.add("acknowledged, and not applied: " + operation);
            }
            for (long number : applied) {
                committed.put(number, operation);
                for (ItemKey key : Workload.KEYS) {
                    long times = changes.getOrDefault(key, List.of()).stream()
                            .filter(one -> one == number)
                            .count();
                    if (times != (operation.writes.containsKey(key) ? 1 : 0)) {
                        violations.add("torn or doubled at " + key + ": " + operation);
                    }
                }
            }
        }
    }

    private void checkDerived() {
        List<String> expected = new ArrayList<>();
        changes.forEach((key, commits) -> {
            for (long commit : commits) {
                Operation operation = committed.get(commit);
                if (operation == null) {
                    violations.add("changed by nobody: " + key + " by " + commit);
                } else {
                    String label = operation.writes.values().stream()
                            .filter(value -> value != null)
                            .findFirst()
                            .orElse("");
                    expected.add(label + key.text());
                }
            }
            for (String collection : Workload.INDEX_COLLECTIONS) {
                List<Long> applied = indexed.getOrDefault(new ItemKey(collection, key.text()), List.of());
                if (!applied.equals(commits)) {
                    violations.add("the index entry of " + key + " in " + collection + " followed " + applied
                            + ", the item " + commits);
                }
            }
        });
        if (logged.size() != expected.size() || new HashSet<>(logged).size() != logged.size()) {
            violations.add("the log has " + logged + " for " + changes);
        }
        indexed.keySet().forEach(entry -> {
            if (changes.keySet().stream().noneMatch(key -> key.text().equals(entry.position()))) {
                violations.add("indexed without a change: " + entry);
            }
        });
    }

    private void checkSizes() {
        Map<CollectionId, Long> expected = new TreeMap<>();
        changes.forEach((key, commits) -> {
            expected.merge(
                    new CollectionId(Workload.TABLE.id(), Workload.bytes(key.collection())),
                    (long) commits.size(),
                    Long::sum);
            for (long commit : commits) {
                Operation operation = committed.get(commit);
                String value = operation == null ? null : operation.writes.get(key);
                if (value != null) {
                    expected.merge(
                            new CollectionId(Workload.INDEX.id(), Workload.bytes(Workload.indexCollection(value))),
                            1L,
                            Long::sum);
                }
            }
        });
        store.collections.forEach((id, cells) -> {
            long generation = 10L * id.table() + 1;
            Size size = cells.head.ledger().size(generation);
            if (size.entries() != expected.getOrDefault(id, 0L)) {
                violations.add("the size of " + Workload.text(id.collection()) + " is " + size + " after "
                        + expected.getOrDefault(id, 0L) + " changes");
            }
        });
    }

    private void checkRemains() {
        store.collections.forEach((id, cells) -> {
            if (cells.head.isLocked()) {
                violations.add(Workload.text(id.collection()) + " is locked");
            }
            cells.rows.keySet().forEach(key -> {
                if (key.kind() != RowKey.Kind.ENTRY) {
                    violations.add(Workload.text(id.collection()) + " holds a row " + key);
                }
            });
        });
    }

    /** Looks for a circle: before by real time, by what was read, by what was written over what. */
    private void checkOrder() {
        List<Operation> nodes = history.stream()
                .filter(operation -> operation.answer == Answer.READ
                        || operation.answer == Answer.COMMITTED
                        || committed.containsValue(operation))
                .toList();
        boolean[][] before = new boolean[nodes.size()][nodes.size()];
        for (int i = 0; i < nodes.size(); i++) {
            for (int j = 0; j < nodes.size(); j++) {
                before[i][j] = i != j && nodes.get(i).end < nodes.get(j).begin;
            }
        }
        changes.forEach((key, commits) -> {
            for (int i = 0; i + 1 < commits.size(); i++) {
                mark(before, nodes, committed.get(commits.get(i)), committed.get(commits.get(i + 1)));
            }
        });
        for (Operation reader : nodes) {
            reader.seen.forEach((key, version) -> orderRead(before, nodes, reader, key, version));
        }
        closeOver(before);
        for (int i = 0; i < nodes.size(); i++) {
            if (before[i][i]) {
                violations.add("fits no order: " + nodes.get(i));
            }
        }
    }

    private void orderRead(boolean[][] before, List<Operation> nodes, Operation reader, ItemKey key, long version) {
        List<Long> commits = changes.getOrDefault(key, List.of());
        if (version == 0 && deleted.contains(key)) {
            // Before it came or after it went, one cannot say.
            return;
        }
        int at = commits.indexOf(version);
        if (version != 0 && at < 0) {
            violations.add("read what nobody committed: " + key + " of " + version + " by " + reader);
            return;
        }
        if (version != 0) {
            mark(before, nodes, committed.get(version), reader);
        }
        if (at + 1 < commits.size()) {
            mark(before, nodes, reader, committed.get(commits.get(at + 1)));
        }
    }

    private static void mark(
            boolean[][] before, List<Operation> nodes, @Nullable Operation first, @Nullable Operation second) {
        if (first != null && second != null && first != second) {
            before[nodes.indexOf(first)][nodes.indexOf(second)] = true;
        }
    }

    private static void closeOver(boolean[][] before) {
        int count = before.length;
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < count; i++) {
                for (int j = 0; before[i][k] && j < count; j++) {
                    before[i][j] |= before[k][j];
                }
            }
        }
    }
}

package dev.stator.core.serializability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges whether calls that overlapped can be explained by one order, in which each happens at one moment between its start
 * and its end: strict serializability, which for calls about a single key is linearizability.
 *
 * <p>A list shows the order of the writes to its key, which makes this cheap. Calls are the nodes of a graph with four kinds
 * of edges: who appended a number, then who appended the next one; who appended the last number that a call saw, then that
 * call; who saw a list, then who appended the first number that he did not see; who ended, then who started later. There is
 * an order if and only if there is no cycle. The idea is that of Elle, by Kingsbury and Alvaro (VLDB 2020).
 */
final class History {
    private final List<Call> calls;
    private final List<String> anomalies = new ArrayList<>();
    private final Map<String, List<Integer>> orders = new HashMap<>();
    private final Map<String, Map<Integer, Integer>> appenders = new HashMap<>();

    private History(List<Call> calls) {
        this.calls = calls;
    }

    /**
     * What cannot be explained; empty if all can.
     *
     * @param calls all calls that took effect, the last of which reads every key
     */
    static List<String> anomalies(List<Call> calls) {
        History history = new History(calls);
        history.findAppenders();
        history.findOrders();
        history.findLostAndUnknown();
        if (history.anomalies.isEmpty()) {
            history.findCycle();
        }
        return history.anomalies;
    }

    private void findAppenders() {
        for (int call = 0; call < calls.size(); call++) {
            int appender = call;
            calls.get(call)
                    .appends()
                    .forEach((key, number) -> appenders
                            .computeIfAbsent(key, unknown -> new HashMap<>())
                            .put(number, appender));
        }
    }

    private void findOrders() {
        for (Call call : calls) {
            call.reads().forEach((key, seen) -> orders.merge(key, seen, (a, b) -> a.size() >= b.size() ? a : b));
        }
        for (Call call : calls) {
            call.reads().forEach((key, seen) -> {
                List<Integer> order = orders.getOrDefault(key, List.of());
                if (!order.subList(0, seen.size()).equals(seen)) {
                    anomalies.add("two orders of " + key + ": " + seen + " and " + order);
                }
            });
        }
    }

    private void findLostAndUnknown() {
        Set<String> keys = new TreeSet<>(orders.keySet());
        keys.addAll(appenders.keySet());
        for (String key : keys) {
            List<Integer> order = orders.getOrDefault(key, List.of());
            Set<Integer> appended = appenders.getOrDefault(key, Map.of()).keySet();
            if (new HashSet<>(order).size() < order.size()) {
                anomalies.add("doubled in " + key + ": " + order);
            }
            appended.stream()
                    .filter(number -> !order.contains(number))
                    .forEach(lost -> anomalies.add("lost in " + key + ": " + lost));
            order.stream()
                    .filter(number -> !appended.contains(number))
                    .forEach(unknown -> anomalies.add("never appended to " + key + ": " + unknown));
        }
    }

    private void findCycle() {
        Graph graph = new Graph();
        orders.forEach((key, order) -> {
            for (int i = 1; i < order.size(); i++) {
                graph.edge(appender(key, order.get(i - 1)), appender(key, order.get(i)));
            }
        });
        Map<Long, Integer> times = new HashMap<>();
        calls.stream()
                .flatMap(call -> List.of(call.start(), call.end()).stream())
                .distinct()
                .sorted()
                .forEach(time -> times.put(time, calls.size() + times.size()));
        for (int node = calls.size(); node < calls.size() + times.size() - 1; node++) {
            graph.edge(node, node + 1);
        }
        for (int call = 0; call < calls.size(); call++) {
            addReads(graph, call);
            graph.edge(times.getOrDefault(calls.get(call).start(), 0), call);
            graph.edge(call, times.getOrDefault(calls.get(call).end(), 0));
        }
        graph.cyclicNodes(calls.size() + times.size()).stream()
                .filter(node -> node < calls.size())
                .limit(10)
                .forEach(node -> anomalies.add("in a cycle: " + calls.get(node)));
    }

    private void addReads(Graph graph, int call) {
        calls.get(call).reads().forEach((key, seen) -> {
            List<Integer> order = orders.getOrDefault(key, List.of());
            if (!seen.isEmpty()) {
                graph.edge(appender(key, seen.getLast()), call);
            }
            if (seen.size() < order.size()) {
                graph.edge(call, appender(key, order.get(seen.size())));
            }
        });
    }

    private int appender(String key, int number) {
        return appenders.getOrDefault(key, Map.of()).getOrDefault(number, 0);
    }

    /** Nodes are numbers; an edge from a node to itself means nothing. */
    private static final class Graph {
        private final Map<Integer, Set<Integer>> edges = new HashMap<>();

        void edge(int from, int to) {
            if (from != to) {
                edges.computeIfAbsent(from, unknown -> new HashSet<>()).add(to);
            }
        }

        /** The nodes of all cycles, and those between two cycles. */
        List<Integer> cyclicNodes(int nodes) {
            Graph left = peeled(nodes).reversed().peeled(nodes);
            return left.edges.keySet().stream().sorted().toList();
        }

        /** What is left when nodes to which no edge leads are taken away, again and again. */
        private Graph peeled(int nodes) {
            int[] before = new int[nodes];
            edges.values().forEach(targets -> targets.forEach(target -> before[target]++));
            Deque<Integer> free = new ArrayDeque<>();
            for (int node = 0; node < nodes; node++) {
                if (before[node] == 0) {
                    free.add(node);
                }
            }
            Graph left = new Graph();
            left.edges.putAll(edges);
            while (!free.isEmpty()) {
                int node = free.remove();
                left.edges.remove(node);
                for (int target : edges.getOrDefault(node, Set.of())) {
                    before[target]--;
                    if (before[target] == 0) {
                        free.add(target);
                    }
                }
            }
            return left;
        }

        private Graph reversed() {
            Graph reversed = new Graph();
            edges.forEach((from, targets) -> targets.forEach(to -> reversed.edge(to, from)));
            return reversed;
        }
    }
}

package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.tck.Interleaving;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One schedule: some clients of some servers on a store with some weather; then recovery; then the check. */
final class Simulation {
    private Simulation() {}

    /** What a schedule left. */
    private record Outcome(SimulatedStore store, List<Operation> history) {}

    /** Runs the schedule of this seed; {@code fault} may stand between protocol and store. Returns what went wrong. */
    static List<String> run(long seed, UnaryOperator<RowStore> fault) {
        Outcome outcome = play(seed, fault);
        return HistoryCheck.violations(outcome.store, outcome.history);
    }

    /** All that the clients did and were told in the schedule of this seed. */
    static String trace(long seed) {
        return play(seed, UnaryOperator.identity()).history.toString();
    }

    private static Outcome play(long seed, UnaryOperator<RowStore> fault) {
        Interleaving interleaving = new Interleaving(seed);
        SimulatedStore store = new SimulatedStore(interleaving, SimulatedStore.Weather.any(interleaving.random()));
        RowStore used = fault.apply(store);
        List<Operation> history = new ArrayList<>();
        int clients = 2 + interleaving.random().nextInt(3);
        int count = 1 + interleaving.random().nextInt(clients);
        List<SimulatedServer> servers = new ArrayList<>();
        for (int server = 1; server <= count; server++) {
            servers.add(new SimulatedServer(interleaving, used, server));
        }
        for (int client = 1; client <= clients; client++) {
            interleaving.add(new Workload(store, servers.get(client % count), client, history));
        }
        interleaving.run();

        // Recovery begins while messages of the dead are still under way, and crashes too.
        interleaving.add(() -> Workload.recover(store, used));
        interleaving.run();
        store.clearUp();
        store.deliverAll();
        interleaving.add(() -> Workload.recover(store, used));
        interleaving.run();
        return new Outcome(store, history);
    }
}

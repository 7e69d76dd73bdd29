package dev.stator.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WriteGateTest {
    @Test
    void aClosedGateTurnsWritesAway() {
        WriteGate gate = new WriteGate(null);
        int pass = gate.enter();
        assertThat(pass).isNotEqualTo(WriteGate.CLOSED);
        gate.leave(pass);
        gate.close();
        assertThat(gate.enter()).isEqualTo(WriteGate.CLOSED);
    }

    @Test
    void whoComesAfterwardsWaitsForAllEarlierGates() throws ExecutionException, InterruptedException {
        WriteGate first = new WriteGate(null);
        int pass = first.enter();
        first.close();
        WriteGate second = new WriteGate(first);
        second.close();
        WriteGate third = new WriteGate(second);
        AtomicBoolean left = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waited = threads.submit(() -> {
                third.awaitEarlier();
                return left.get();
            });
            left.set(true);
            first.leave(pass);
            assertThat(waited.get()).isTrue();
        }
    }

    /** Each write must see, when it has passed, a state that is not yet replaced, or be waited for. */
    @Test
    void noWriteOutlivesTheWaitForIt() throws ExecutionException, InterruptedException {
        AtomicReference<WriteGate> current = new AtomicReference<>(new WriteGate(null));
        Set<WriteGate> drained = ConcurrentHashMap.newKeySet();
        AtomicBoolean stop = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Long>> writers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                writers.add(threads.submit(() -> {
                    long passed = 0;
                    while (!stop.get()) {
                        WriteGate gate = current.get();
                        int pass = gate.enter();
                        if (pass != WriteGate.CLOSED) {
                            assertThat(drained.contains(gate)).isFalse();
                            passed++;
                            gate.leave(pass);
                        }
                    }
                    return passed;
                }));
            }
            for (int i = 0; i < 2_000; i++) {
                WriteGate before = current.get();
                WriteGate after = new WriteGate(before);
                current.set(after);
                before.close();
                after.awaitEarlier();
                drained.add(before);
            }
            stop.set(true);
            for (Future<Long> writer : writers) {
                assertThat(writer.get()).isPositive();
            }
        }
    }
}

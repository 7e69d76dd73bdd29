package dev.stator.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each call of {@link DatabaseCalls} allocates, which is the same on every machine, unlike its time. The bounds are a
 * fifth above what was measured; who needs more than that should know why.
 */
final class AllocationTest {
    private static final int CALLS_TO_WARM_UP = 2_000;
    private static final int CALLS = 1_000;

    private static final DatabaseCalls CALLS_OF_MEMORY = new DatabaseCalls();

    @BeforeAll
    static void open() throws Exception {
        CALLS_OF_MEMORY.open();
    }

    @AfterAll
    static void close() throws Exception {
        CALLS_OF_MEMORY.close();
    }

    @ParameterizedTest
    @CsvSource({
        "getItem, 3800",
        "putItem, 12200",
        "updateItem, 25000",
        "query, 140000",
        "transactWriteItems, 66000",
    })
    void aCallAllocatesNoMoreThan(String call, long bytes) {
        Supplier<byte[]> calls = supplier(call);
        make(CALLS_TO_WARM_UP, calls);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        make(CALLS, calls);
        long allocated = (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;

        assertThat(allocated).isPositive().isLessThanOrEqualTo(bytes);
    }

    private static void make(int count, Supplier<byte[]> calls) {
        for (int i = 0; i < count; i++) {
            if (calls.get().length == 0) {
                throw new AssertionError("an answer without a body");
            }
        }
    }

    private static Supplier<byte[]> supplier(String call) {
        return switch (call) {
            case "getItem" -> CALLS_OF_MEMORY::getItem;
            case "putItem" -> CALLS_OF_MEMORY::putItem;
            case "updateItem" -> CALLS_OF_MEMORY::updateItem;
            case "query" -> CALLS_OF_MEMORY::query;
            case "transactWriteItems" -> CALLS_OF_MEMORY::transactWriteItems;
            default -> throw new IllegalArgumentException(call);
        };
    }
}

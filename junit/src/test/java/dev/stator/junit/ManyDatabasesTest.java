package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** As many databases in one JVM as a large suite makes; each is let go of when it is closed. */
@Isolated("counts threads")
class ManyDatabasesTest {
    private static final int DATABASES = 500;

    @Test
    @Timeout(300)
    void fiveHundredWorkAndAreReleased() {
        useAsynchronously(Stator.inMemory());
        int threads = platformThreads();
        List<WeakReference<Stator>> released = new ArrayList<>();
        for (int i = 0; i < DATABASES; i++) {
            released.add(use(Stator.inMemory()));
        }
        for (int i = 0; i < DATABASES / 10; i++) {
            released.add(useAsynchronously(Stator.inMemory()));
        }

        assertThat(platformThreads()).as("threads").isLessThanOrEqualTo(threads + 5);
        awaitCleared(released);
    }

    @Test
    @Timeout(300)
    void aHundredAreOpenAtTheSameTimeAndKnowNothingOfEachOther() {
        List<Stator> open = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Stator stator = Stator.inMemory();
            stator.create(Tables.orders());
            open.add(stator);
        }
        for (int i = 0; i < open.size(); i++) {
            int number = i;
            open.get(i)
                    .dynamoDbClient()
                    .putItem(put -> put.tableName("Orders").item(Tables.order("ann", number, "open")));
        }
        for (int i = 0; i < open.size(); i++) {
            assertThat(open.get(i).table("Orders").items()).containsExactly(Tables.order("ann", i, "open"));
            open.get(i).close();
        }
    }

    private static int platformThreads() {
        return Thread.getAllStackTraces().size();
    }

    private static WeakReference<Stator> use(Stator stator) {
        try (stator) {
            stator.create(Tables.orders());
            stator.dynamoDbClient().putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")));
            return new WeakReference<>(stator);
        }
    }

    private static WeakReference<Stator> useAsynchronously(Stator stator) {
        try (stator) {
            stator.create(Tables.orders());
            stator.dynamoDbAsyncClient()
                    .getItem(get -> get.tableName("Orders").key(Tables.key("ann", 1)))
                    .join();
            return new WeakReference<>(stator);
        }
    }

    /** The collector clears them in its own time, so it is asked until it has, or the test's timeout strikes. */
    private static void awaitCleared(List<WeakReference<Stator>> references) {
        while (references.stream().anyMatch(reference -> reference.get() != null)) {
            System.gc();
            Thread.onSpinWait();
        }
    }
}

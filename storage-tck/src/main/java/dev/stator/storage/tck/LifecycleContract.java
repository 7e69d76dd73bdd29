package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import dev.stator.storage.TokenRange;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The contract of creating and dropping trees, and of closing the engine. */
public abstract class LifecycleContract extends EngineContract {
    protected LifecycleContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @Test
    void creatingATreeAgainChangesNothing() {
        put(TABLE, key("a", "1"), "kept");
        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), 1, 4));

        engine.create(TABLE);

        assertThat(value(TABLE, key("a", "1"))).isEqualTo("kept");
        assertThat(engine.size(TABLE)).isEqualTo(new Size(1, 4));
    }

    @Test
    void aDroppedTreeIsGoneAndItsNeighboursStay() {
        for (var tree : List.of(TABLE, LOCAL_INDEX, GLOBAL_INDEX)) {
            assertCommitted(new CommitDraft()
                    .put(tree, key("\0", ""), bytes("v"))
                    .put(tree, key("\u00ff", "\u00ff"), bytes("v"))
                    .grow(tree, bytes("\0"), 1, 1)
                    .grow(tree, bytes("\u00ff"), 1, 1));
        }

        engine.drop(LOCAL_INDEX);

        assertThat(scan(LOCAL_INDEX, TokenRange.ALL, null)).isEmpty();
        assertThat(value(LOCAL_INDEX, key("\0", ""))).isNull();
        assertThat(engine.size(LOCAL_INDEX)).isEqualTo(Size.ZERO);
        assertThat(engine.size(LOCAL_INDEX, bytes("\0"))).isEqualTo(Size.ZERO);
        for (var tree : List.of(TABLE, GLOBAL_INDEX)) {
            assertThat(scan(tree, TokenRange.ALL, null)).hasSize(2);
            assertThat(engine.size(tree)).isEqualTo(new Size(2, 2));
            assertThat(engine.size(tree, bytes("\u00ff"))).isEqualTo(new Size(1, 1));
        }
    }

    @Test
    void droppingAnUnknownTreeChangesNothing() {
        put(TABLE, key("a", "1"), "kept");

        engine.drop(UNKNOWN);
        engine.drop(UNKNOWN);

        assertThat(value(TABLE, key("a", "1"))).isEqualTo("kept");
    }

    @Test
    void nothingIsAppliedToATreeThatWasDroppedMeanwhile() throws InterruptedException {
        AtomicInteger committed = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(4);
        List<Thread> writers = IntStream.range(0, 4)
                .mapToObj(writer -> Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < 200; i++) {
                        CommitDraft draft = new CommitDraft()
                                .put(TABLE, key("w" + writer, "" + i), bytes("v"))
                                .put(GLOBAL_INDEX, key("w" + writer, "" + i), bytes("v"));
                        if (engine.commit(draft.done()) instanceof CommitResult.Committed) {
                            committed.incrementAndGet();
                        }
                        started.countDown();
                    }
                }))
                .toList();
        started.await();
        engine.drop(GLOBAL_INDEX);
        for (Thread writer : writers) {
            writer.join();
        }

        // Every commit named both trees, so those that came behind the drop left nothing in the other tree either.
        assertThat(scan(GLOBAL_INDEX, TokenRange.ALL, null)).isEmpty();
        assertThat(scan(TABLE, TokenRange.ALL, null)).hasSize(committed.get());
    }

    @Test
    void aClosedEngineIsUnavailable() {
        engine.close();

        assertUnavailable(() -> engine.create(UNKNOWN));
        assertUnavailable(() -> engine.drop(TABLE));
        assertUnavailable(() -> engine.get(TABLE, bytes("a"), bytes("1"), Consistency.STRONG));
        assertUnavailable(() ->
                engine.slice(TABLE, bytes("a"), Range.all(Direction.FORWARD), Consistency.EVENTUAL, entry -> true));
        assertUnavailable(() -> engine.scan(TABLE, TokenRange.ALL, null, Consistency.EVENTUAL, entry -> true));
        assertUnavailable(() -> engine.commit(new CommitDraft().done()));
        assertUnavailable(() -> engine.size(TABLE));
        assertUnavailable(() -> engine.size(TABLE, bytes("a")));
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(StorageException.Unavailable.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closingAgainChangesNothing() {
        engine.close();
        engine.close();
    }

    @Test
    void closingWhileOthersWorkEndsThemAllWithUnavailable() throws InterruptedException {
        AtomicInteger unavailable = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(8);
        List<Thread> workers = IntStream.range(0, 8)
                .mapToObj(worker -> Thread.ofVirtual().start(() -> {
                    try {
                        for (int i = 0; ; i++) {
                            put(TABLE, key("w" + worker, "" + i), "v");
                            assertThat(value(TABLE, key("w" + worker, "" + i))).isEqualTo("v");
                            assertThat(positions(TABLE, "w" + worker)).hasSize(i + 1);
                            scan(TABLE, TokenRange.ALL, key("w" + worker, ""));
                            started.countDown();
                        }
                    } catch (StorageException.Unavailable e) {
                        unavailable.incrementAndGet();
                    } catch (Throwable e) {
                        other.incrementAndGet();
                    }
                }))
                .toList();
        started.await();
        engine.close();
        for (Thread worker : workers) {
            worker.join();
        }

        assertThat(other).hasValue(0);
        assertThat(unavailable).hasValue(8);
    }
}

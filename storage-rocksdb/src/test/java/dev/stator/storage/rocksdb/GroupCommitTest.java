package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.storage.Change;
import dev.stator.storage.EntryKey;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

@Timeout(30)
final class GroupCommitTest {
    static {
        RocksDB.loadLibrary();
    }

    private final List<Integer> groups = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch writing = new CountDownLatch(1);
    private final CountDownLatch mayWrite = new CountDownLatch(1);
    private final AtomicInteger failAt = new AtomicInteger(Integer.MAX_VALUE);

    private final GroupCommit commits = GroupCommit.start(
            batch -> {
                writing.countDown();
                try {
                    mayWrite.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                groups.add(batch.count());
                if (groups.size() == failAt.get()) {
                    throw new RocksDBException("the disk is full");
                }
            },
            new Versions(1),
            8);

    @AfterEach
    void stop() {
        mayWrite.countDown();
        commits.stop();
    }

    private static PendingCommit commit(int number) {
        PendingCommit commit = new PendingCommit();
        commit.add(new Change.Put(
                new Tree(1, 0), new EntryKey(new byte[] {1}, new byte[] {(byte) number}), new byte[] {2}));
        return commit;
    }

    /** Starts a thread that writes a commit; a commit belongs to the thread that made it. */
    private Thread write(int number, AtomicInteger acknowledged, AtomicInteger refused) {
        return Thread.ofVirtual().start(() -> {
            try {
                commits.write(commit(number));
                acknowledged.incrementAndGet();
            } catch (StorageException.Unavailable e) {
                refused.incrementAndGet();
            }
        });
    }

    /** Lets one commit be written, and others gather meanwhile until all of them wait. */
    private void writeOneAndThen(int others, AtomicInteger acknowledged, AtomicInteger refused)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        threads.add(write(0, acknowledged, refused));
        writing.await();
        for (int i = 1; i <= others; i++) {
            Thread thread = write(i, acknowledged, refused);
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            threads.add(thread);
        }
        mayWrite.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void whatGathersDuringAWriteIsTheNextGroup() throws InterruptedException {
        AtomicInteger acknowledged = new AtomicInteger();

        writeOneAndThen(5, acknowledged, new AtomicInteger());

        assertThat(groups).containsExactly(1, 5);
        assertThat(acknowledged).hasValue(6);
    }

    @Test
    void moreCommitsThanThereIsRoomForAreWrittenToo() throws InterruptedException {
        AtomicInteger acknowledged = new AtomicInteger();

        writeOneAndThen(30, acknowledged, new AtomicInteger());

        assertThat(acknowledged).hasValue(31);
        assertThat(groups.get(1))
                .as("seven fit in beside the first, and one more when that is done")
                .isBetween(7, 8);
        assertThat(groups.stream().mapToInt(Integer::intValue).sum()).isEqualTo(31);
    }

    @Test
    void aFailedWriteIsAcknowledgedToNobodyOfItsGroup() throws InterruptedException {
        AtomicInteger acknowledged = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        failAt.set(2);

        writeOneAndThen(5, acknowledged, refused);

        assertThat(acknowledged).hasValue(1);
        assertThat(refused).hasValue(5);
    }

    @Test
    void afterAFailedWriteNothingIsWrittenAnyMore() {
        failAt.set(1);
        mayWrite.countDown();
        commits.requireHealthy();
        assertThatThrownBy(() -> commits.write(commit(1)))
                .isInstanceOf(StorageException.Unavailable.class)
                .hasMessageContaining("the disk is full");

        assertThatThrownBy(commits::requireHealthy)
                .isInstanceOf(StorageException.Unavailable.class)
                .hasMessageContaining("the disk is full");
        assertThatThrownBy(() -> commits.write(commit(2))).isInstanceOf(StorageException.Unavailable.class);
        assertThat(groups).hasSize(1);
    }
}

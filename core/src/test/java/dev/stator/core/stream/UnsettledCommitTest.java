package dev.stator.core.stream;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.StreamFixture.list;
import static dev.stator.core.operation.StreamFixture.parts;
import static dev.stator.core.operation.StreamFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.ForwardingEngine;
import dev.stator.core.operation.StreamFixture;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What readers see while the commit of a record that has its number already takes its time. */
@Timeout(60)
class UnsettledCommitTest {
    private final HesitantEngine engine = new HesitantEngine();
    private final StreamFixture db = new StreamFixture(engine, StreamLimits.DYNAMODB).smallTable("abc", "KEYS_ONLY");
    private final String arn = db.arn("abc");
    private final String parent = db.shardIds(arn).getFirst();

    /** An engine that keeps the first commit of a record waiting until it is told to go on. */
    private static final class HesitantEngine extends ForwardingEngine {
        private final CountDownLatch hesitating = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        HesitantEngine() {
            super(new MemoryEngine());
        }

        @Override
        public CommitResult commit(Commit commit) {
            if (!commit.derived().isEmpty() && hesitating.getCount() > 0) {
                hesitating.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return super.commit(commit);
        }
    }

    @Test
    void nobodyReadsPastItAndItsShardDoesNotEnd() throws Exception {
        try (db;
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                check(executor.submit(() -> db.putKey("abc", "slow")));
            } finally {
                engine.goOn.countDown();
            }
        }
    }

    private void check(Future<?> slow) throws Exception {
        engine.hesitating.await();
        db.putKey("abc", "quick");
        db.sleep(Duration.ofHours(4));
        db.runDue();
        String child = db.shardIds(arn).getLast();
        db.putKey("abc", "later");

        Object page = db.page(db.iterator(arn, parent, "TRIM_HORIZON"));
        assertThat(child).isNotEqualTo(parent);
        assertThat(list(page, "Records")).isEmpty();
        assertThat(db.records(arn, child)).isEmpty();

        engine.goOn.countDown();
        slow.get();
        Object next = db.page(text(page, "NextShardIterator"));
        assertThat(parts(list(next, "Records"), "dynamodb.Keys.p.S")).containsExactly("slow", "quick");
        assertThat(at(next, "NextShardIterator")).isNull();
        assertThat(parts(db.records(arn, child), "dynamodb.Keys.p.S")).containsExactly("later");
    }
}

package dev.stator.junit.sdk;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Bodies between arrays and the streams that the SDK wants them as. */
final class BodyPublishing {
    private BodyPublishing() {}

    /** Hands over everything that a publisher has, once it has ended, or why it failed. */
    static void gather(Publisher<ByteBuffer> publisher, Consumer<byte[]> whole, Consumer<Throwable> failed) {
        publisher.subscribe(new Gatherer(whole, failed));
    }

    /**
     * One buffer, to one subscriber, once it asks.
     *
     * @param finished completed when it has it, or has cancelled
     */
    static Publisher<ByteBuffer> publisher(ByteBuffer body, CompletableFuture<Void> finished) {
        return subscriber -> subscriber.onSubscribe(new OneBuffer(body, subscriber, finished));
    }

    private static final class Gatherer implements Subscriber<ByteBuffer> {
        private final Consumer<byte[]> whole;
        private final Consumer<Throwable> failed;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private Gatherer(Consumer<byte[]> whole, Consumer<Throwable> failed) {
            this.whole = whole;
            this.failed = failed;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ByteBuffer buffer) {
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }

        @Override
        public void onError(Throwable trouble) {
            failed.accept(trouble);
        }

        @Override
        public void onComplete() {
            whole.accept(bytes.toByteArray());
        }
    }

    private static final class OneBuffer implements Subscription {
        private final ByteBuffer body;
        private final Subscriber<? super ByteBuffer> subscriber;
        private final CompletableFuture<Void> finished;
        private final AtomicBoolean done = new AtomicBoolean();

        private OneBuffer(
                ByteBuffer body, Subscriber<? super ByteBuffer> subscriber, CompletableFuture<Void> finished) {
            this.body = body;
            this.subscriber = subscriber;
            this.finished = finished;
        }

        @Override
        public void request(long buffers) {
            if (!done.compareAndSet(false, true)) {
                return;
            }
            if (buffers <= 0) {
                subscriber.onError(new IllegalArgumentException("a subscriber asked for " + buffers + " buffers"));
                finished.complete(null);
                return;
            }
            subscriber.onNext(body);
            subscriber.onComplete();
            finished.complete(null);
        }

        @Override
        public void cancel() {
            if (done.compareAndSet(false, true)) {
                finished.complete(null);
            }
        }
    }
}

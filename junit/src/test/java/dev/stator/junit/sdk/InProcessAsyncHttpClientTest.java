package dev.stator.junit.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;

/** How many requests the asynchronous transport carries at a time, and that it forgets none of them. */
@Timeout(60)
class InProcessAsyncHttpClientTest {
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        executor.close();
    }

    @Test
    void fiftyRunAtATimeAndTheOthersWait() throws InterruptedException {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger runningMax = new AtomicInteger();
        CountDownLatch fifty = new CountDownLatch(50);
        CountDownLatch release = new CountDownLatch(1);
        SdkAsyncHttpClient client = InProcessAsyncHttpClient.over(
                new Wire(
                        (operation, body, session) -> {
                            runningMax.accumulateAndGet(running.incrementAndGet(), Math::max);
                            fifty.countDown();
                            awaitUninterruptibly(release);
                            running.decrementAndGet();
                            return body;
                        },
                        InstantSource.system()),
                executor);

        List<CompletableFuture<Void>> requests = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            requests.add(client.execute(request(new Received())));
        }
        assertThat(fifty.await(30, TimeUnit.SECONDS)).isTrue();
        release.countDown();
        requests.forEach(CompletableFuture::join);

        assertThat(runningMax).hasValue(50);
    }

    @Test
    void aRequestThatIsAnsweredLeavesItsPlaceToAnother() {
        SdkAsyncHttpClient client = InProcessAsyncHttpClient.over(
                new Wire((operation, body, session) -> body, InstantSource.system()), executor);

        // More than may wait, one after the other.
        for (int i = 0; i < 10_100; i++) {
            Received received = new Received();
            client.execute(request(received)).join();
            assertThat(received.body).isEqualTo("{}");
        }
    }

    @Test
    void whatCannotBeStartedIsRefusedRatherThanForgotten() {
        SdkAsyncHttpClient client = InProcessAsyncHttpClient.over(
                new Wire((operation, body, session) -> body, InstantSource.system()), executor);
        executor.close();
        Received received = new Received();

        CompletableFuture<Void> request = client.execute(request(received));

        assertThatThrownBy(request::join).hasRootCauseInstanceOf(java.util.concurrent.RejectedExecutionException.class);
        assertThat(received.trouble).hasMessageContaining("was closed");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this test", e);
        }
    }

    private static AsyncExecuteRequest request(Received received) {
        SdkHttpRequest head = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(URI.create("https://dynamodb.eu-west-2.amazonaws.com/"))
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("X-Amz-Target", "DynamoDB_20120810.ListTables")
                .putHeader("X-Amz-Date", "20260301T120000Z")
                .putHeader(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=a/20260301/eu-west-2/dynamodb/aws4_request,"
                                + " SignedHeaders=host, Signature=0")
                .build();
        return AsyncExecuteRequest.builder()
                .request(head)
                .requestContentPublisher(new Body("{}"))
                .responseHandler(received)
                .build();
    }

    /** A body of one buffer. */
    private record Body(String text) implements SdkHttpContentPublisher {
        @Override
        public Optional<Long> contentLength() {
            return Optional.of((long) text.length());
        }

        @Override
        public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
            BodyPublishing.publisher(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), new CompletableFuture<>())
                    .subscribe(subscriber);
        }
    }

    /** What the SDK would be handed. */
    private static final class Received implements SdkAsyncHttpResponseHandler {
        private volatile String body = "";
        private volatile Throwable trouble = new IllegalStateException("no trouble");

        @Override
        public void onHeaders(SdkHttpResponse head) {
            assertThat(head.statusCode()).isEqualTo(200);
        }

        @Override
        public void onStream(Publisher<ByteBuffer> stream) {
            BodyPublishing.gather(
                    stream, bytes -> body = new String(bytes, StandardCharsets.UTF_8), failure -> trouble = failure);
        }

        @Override
        public void onError(Throwable failure) {
            trouble = failure;
        }
    }
}

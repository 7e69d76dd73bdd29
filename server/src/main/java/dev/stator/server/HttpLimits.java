package dev.stator.server;

import java.time.Duration;

/**
 * What one client, and all clients together, may take up. docs/operations.md lists the defaults for operators.
 *
 * @param bodyBytesMax            of one request, as sent and also after decompression; beyond it 413. DynamoDB: 16 MB.
 * @param headBytesMax            of request line and headers; beyond it 400, and the connection stays. DynamoDB: 16 KB.
 * @param headBytesHardMax        of the headers; beyond it 400 and the connection is closed, since no reader is left that
 *                                knows where the next request starts
 * @param requestLineBytesMax     beyond it 400 and the connection is closed
 * @param bufferedBytesMax        of all request bodies held at one time; beyond it 503
 * @param connectionsMax          open at one time; beyond it 503 and close
 * @param requestsMax             being answered at one time; beyond it 503. One connection has one at most, so that
 *                                pipelined requests take effect, and are answered, in their order.
 * @param gzipBytesMin            of an answer, from which on it is compressed for a client that accepts gzip
 * @param idleTimeout             of a connection between two requests
 * @param requestTimeout          from a request's first byte to its last, and for a client to take its answer
 * @param lingerTimeout           for reading what a refused client still sends, so that it sees the answer rather than a
 *                                reset
 */
public record HttpLimits(
        int bodyBytesMax,
        int headBytesMax,
        int headBytesHardMax,
        int requestLineBytesMax,
        long bufferedBytesMax,
        int connectionsMax,
        int requestsMax,
        int gzipBytesMin,
        Duration idleTimeout,
        Duration requestTimeout,
        Duration lingerTimeout) {

    /** The limits for a heap of this size: a quarter of it may hold request bodies, at least four of the largest. */
    public static HttpLimits forHeap(long heapBytes) {
        int bodyBytesMax = 16 * 1024 * 1024;
        return new HttpLimits(
                bodyBytesMax,
                16 * 1024,
                64 * 1024,
                8 * 1024,
                Math.max(heapBytes / 4, 4L * bodyBytesMax),
                4096,
                1024,
                4 * 1024,
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                Duration.ofSeconds(5));
    }
}

package dev.stator.core.wire;

/** Answers requests, whatever carries them. */
@FunctionalInterface
public interface Endpoint {
    /** Answers one request, whatever happens; blocks as long as that takes. */
    Answer answer(Request request);

    /** Whether it also answers this {@linkplain Request#isHealthCheck health check}, which is otherwise its carrier's part. */
    default boolean answersHealthCheck(Request request) {
        return false;
    }
}

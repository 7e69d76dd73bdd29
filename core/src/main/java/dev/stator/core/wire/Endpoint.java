package dev.stator.core.wire;

/** Answers requests, whatever carries them. */
@FunctionalInterface
public interface Endpoint {
    /** Answers one request, whatever happens; blocks as long as that takes. */
    Answer answer(Request request);

    /** Whether {@link #answer} is short and waits for nothing, so that a thread that serves many may call it. */
    default boolean isPrompt(Request request) {
        return false;
    }

    /** Whether it also answers this {@linkplain Request#isHealthCheck health check}, which is otherwise its carrier's part. */
    default boolean answersHealthCheck(Request request) {
        return false;
    }
}

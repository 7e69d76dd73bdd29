package dev.stator.core.wire;

/** Answers requests, whatever carries them. */
@FunctionalInterface
public interface Endpoint {
    /** Answers one request, whatever happens; blocks as long as that takes. */
    Answer answer(Request request);
}

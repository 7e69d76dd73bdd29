package dev.stator.core.wire;

/**
 * A request that gets no answer: its connection ends instead, as when a network fails. Whether the request was carried out,
 * the client cannot know.
 */
public final class UnansweredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param lost what the client does not come to know */
    public UnansweredException(String lost) {
        super("the connection ends without an answer; lost: " + lost, null, false, false);
    }
}

package dev.stator.server.control;

/** A control request that is not carried out: the HTTP status, and what is wrong, for a person. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    Refusal(int status, String what) {
        super(what, null, false, false);
        this.status = status;
    }

    static Refusal badRequest(String what) {
        return new Refusal(400, what);
    }

    int status() {
        return status;
    }

    /** What is wrong. */
    String what() {
        return String.valueOf(getMessage());
    }
}

package dev.stator.lifecycle.spec;

/** What becomes of an item when the retention of its state is over. */
public sealed interface Ending {
    /** Nothing: it stays until somebody moves it. */
    record Stays() implements Ending {}

    /** DynamoDB's time to live deletes it, some time later. */
    record TimeToLive() implements Ending {}

    /** A job moves it to another state. */
    record MovesTo(String state) implements Ending {}

    /** A job deletes it for good. */
    record Purge() implements Ending {}

    /** Where it leads: a state, {@link TransitionRule#PURGED}, or nowhere that a job would have to bring it to. */
    default String target() {
        return switch (this) {
            case MovesTo moves -> moves.state();
            case Purge purge -> TransitionRule.PURGED;
            case Stays stays -> "";
            case TimeToLive ttl -> "";
        };
    }
}

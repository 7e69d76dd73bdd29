package dev.stator.lifecycle.event;

/** A handler has thrown; the event comes again with the next poll. */
public final class EventException extends RuntimeException {
    private final transient LifecycleEvent event;

    EventException(LifecycleEvent event, Exception cause) {
        super(
                "The handler has failed at " + event.kind() + " of "
                        + event.item().key() + ": " + cause,
                cause);
        this.event = event;
    }

    /** The event that was not handled. */
    public LifecycleEvent event() {
        return event;
    }
}

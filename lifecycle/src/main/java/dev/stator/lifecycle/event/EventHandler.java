package dev.stator.lifecycle.event;

/** What is to be done about events. An event may come twice, with the same {@link LifecycleEvent#id}, never out of order. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles an event. If it throws, the feed stops there, and the next poll brings the same event again.
     */
    void handle(LifecycleEvent event) throws Exception;

    /**
     * Tells that events of a shard are gone: the feed was not polled for longer than the 24 hours that DynamoDB keeps them. It
     * goes on with the oldest that is left.
     */
    default void gap(String shardId) {}
}

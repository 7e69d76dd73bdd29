package dev.stator.storage;

/** What an {@link Engine} held at one moment. Never changes, and needs no closing. */
@FunctionalInterface
public interface Snapshot {
    /**
     * An engine of its own that goes on from that moment: neither the engine of the snapshot, nor others that were opened
     * from it, see what it does. May be called any number of times, also after the snapshot's engine was closed.
     */
    Engine open();
}

package dev.stator.core.protocol;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Arrays that have grown and are not needed any more, for the next who would have to grow one. A few for the whole process,
 * of bounded size, since most threads live for one request and have nowhere to keep theirs.
 */
final class Scratch {
    static final byte[] NONE = {};

    private static final int CAPACITY_MIN = 1024;
    private static final int CAPACITY_MAX = 1 << 18;
    private static final int PLACES = 16;

    private static final AtomicReferenceArray<byte[]> KEPT = new AtomicReferenceArray<>(PLACES);

    private Scratch() {}

    /** An array with anything in it, which nobody else has. */
    static byte[] take() {
        byte[] kept = KEPT.getAndSet(place(), null);
        return kept == null ? new byte[CAPACITY_MIN] : kept;
    }

    /** Keeps an array that its owner does not touch again. */
    static void give(byte[] array) {
        if (array.length >= CAPACITY_MIN && array.length <= CAPACITY_MAX) {
            KEPT.set(place(), array);
        }
    }

    /** Threads differ in their places, as far as that goes, so that they do not wait for each other's cache lines. */
    private static int place() {
        return (int) Thread.currentThread().threadId() & (PLACES - 1);
    }
}

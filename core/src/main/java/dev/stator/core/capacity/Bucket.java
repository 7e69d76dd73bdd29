package dev.stator.core.capacity;

/**
 * Units that come back with time, up to a limit. Who finds any may take as many as his request turns out to cost, so that
 * the bucket owes them and is empty until they have come back.
 *
 * @see Throttle
 */
final class Bucket {
    private static final double MILLIS = 1_000;

    private double level;
    private long filledMillis;
    private boolean started;

    /** A bucket that has filled since then, and had the units of the first second. */
    Bucket(long startMillis) {
        filledMillis = startMillis;
    }

    /** A rate at which a bucket fills, and for how many seconds it goes on while nobody takes. */
    record Rate(double unitsPerSecond, int seconds) {}

    synchronized boolean isEmpty(Rate rate, long nowMillis) {
        fill(rate, nowMillis);
        return level <= 0;
    }

    synchronized void take(double units, Rate rate, long nowMillis) {
        fill(rate, nowMillis);
        level -= units;
    }

    private void fill(Rate rate, long nowMillis) {
        if (!started) {
            started = true;
            level = rate.unitsPerSecond;
        }
        if (nowMillis > filledMillis) {
            double more = rate.unitsPerSecond * (nowMillis - filledMillis) / MILLIS;
            level = Math.min(rate.unitsPerSecond * rate.seconds, level + more);
            filledMillis = nowMillis;
        }
    }
}

package dev.stator.core.table;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.storage.Change;
import dev.stator.storage.Direction;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * When an item expires, and its entry in the tree of a {@link TimeToLive}: a pure function of the item, so that a writer
 * finds the entry of the old item without a read. docs/format.md describes the form.
 *
 * <p>DynamoDB: the attribute is a number of seconds since 1970; items in which it is missing, or of another type, do not
 * expire. The service compares numbers, so a fraction is one of a second.
 *
 * @param seconds since 1970, rounded up; the item has expired when they are over
 * @param item    where the item lies in its table
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html">
 *     Time to Live</a>
 */
public record Expiry(long seconds, EntryKey item) {
    /** Over so many collections the entries are spread, since writers of one collection may have to wait for each other. */
    public static final int COLLECTIONS = 16;

    private static final int YEARS_PAST_MAX = 5;
    private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final byte[] NO_VALUE = {};

    /** When the item expires; null if it never does. */
    public static @Nullable Expiry of(TimeToLive timeToLive, EntryKey key, EncodedItem item) {
        if (!(item.attribute(timeToLive.attribute()) instanceof AttributeValue.N number)) {
            return null;
        }
        BigDecimal seconds = number.value().decimal();
        // What is before 1970 expired more than five years ago, and what is after the last second of a long never will.
        if (seconds.signum() < 0 || seconds.compareTo(SECONDS_MAX) > 0) {
            return null;
        }
        return new Expiry(seconds.setScale(0, RoundingMode.CEILING).longValueExact(), key);
    }

    /** What the entry with this position is about. */
    public static Expiry at(byte[] position) {
        ByteBuffer in = ByteBuffer.wrap(position);
        long seconds = in.getLong();
        byte[] collection = new byte[Short.toUnsignedInt(in.getShort())];
        in.get(collection);
        byte[] sort = new byte[in.remaining()];
        in.get(sort);
        return new Expiry(seconds, new EntryKey(collection, sort));
    }

    /** The collection of this number, below {@link #COLLECTIONS}. */
    public static byte[] collection(int number) {
        return new byte[] {(byte) number};
    }

    /** Where the entry lies. */
    EntryKey key() {
        int hash = 31 * Arrays.hashCode(item.collection()) + Arrays.hashCode(item.position());
        byte[] position = ByteBuffer.allocate(
                        Long.BYTES + Short.BYTES + item.collection().length + item.position().length)
                .putLong(seconds)
                .putShort((short) item.collection().length)
                .put(item.collection())
                .put(item.position())
                .array();
        return new EntryKey(collection(Math.floorMod(hash, COLLECTIONS)), position);
    }

    public Change.Put put(TimeToLive timeToLive) {
        return new Change.Put(timeToLive.tree(), key(), NO_VALUE);
    }

    public Change.Delete delete(TimeToLive timeToLive) {
        return new Change.Delete(timeToLive.tree(), key());
    }

    /**
     * What is to be deleted: items that have expired, but not those that did so too long ago.
     *
     * @param from the first second, inclusive
     * @param to   the last second, exclusive
     */
    public record Due(long from, long to) {
        /**
         * What is due at a time.
         *
         * @param delay for how long an item stays after it has expired
         */
        public static Due at(Instant now, Duration delay) {
            long from = now.atZone(ZoneOffset.UTC).minusYears(YEARS_PAST_MAX).toEpochSecond();
            // An item has expired when its second is over: when the time is later, be it by a millisecond.
            long to = Math.ceilDiv(now.minus(delay).toEpochMilli(), 1_000L);
            return new Due(Math.max(0, from), Math.max(0, to));
        }

        public boolean includes(Expiry expiry) {
            return expiry.seconds >= from && expiry.seconds < to;
        }

        /**
         * The entries of one collection.
         *
         * @param after only those behind this position; null for all
         */
        public Range range(byte @Nullable [] after) {
            return new Range(after == null ? bytes(from) : after, after == null, bytes(to), false, Direction.FORWARD);
        }

        private static byte[] bytes(long seconds) {
            return ByteBuffer.allocate(Long.BYTES).putLong(seconds).array();
        }
    }
}

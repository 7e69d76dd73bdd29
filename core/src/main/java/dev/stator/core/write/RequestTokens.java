package dev.stator.core.write;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.housekeeping.Duties;
import dev.stator.core.housekeeping.Housekeeping;
import dev.stator.core.housekeeping.Task;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Range;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The ClientRequestTokens of the last ten minutes, in a tree of the engine. A token is stored by the commit of its request,
 * so it is there exactly if the request was carried out, whatever crashes.
 *
 * <p>A second tree has the tokens in the order in which they expire, so that they are removed without a search. Each token is
 * an entry of one of several collections there, since commits of one collection may wait for each other. docs/format.md
 * describes both.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html">ClientRequestToken</a>
 */
public final class RequestTokens {
    private static final Tree TOKENS = new Tree(2, 0);
    private static final Tree EXPIRIES = new Tree(2, 1);
    private static final int EXPIRY_COLLECTIONS = 64;
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final Duration REMOVAL_INTERVAL = Duration.ofMinutes(1);
    /** Bounds the commit that removes tokens. */
    private static final int REMOVED_MAX = 200;

    private final Engine engine;
    private final InstantSource clock;
    private final Set<EntryKey> underWay = ConcurrentHashMap.newKeySet();
    private final Housekeeping.Chore removal;
    private final Duties duties;
    /** The collection of expiries that the removal looks at next. */
    private int next;

    /** @param housekeeping removes expired tokens, about once a minute while there are tokens */
    public RequestTokens(Engine engine, InstantSource clock, Housekeeping housekeeping, Duties duties) {
        this.duties = duties;
        this.engine = engine;
        this.clock = clock;
        this.removal = housekeeping.add("the removal of expired request tokens", REMOVAL_INTERVAL, this::removeSome);
        engine.create(TOKENS);
        engine.create(EXPIRIES);
        if (!isEmpty()) {
            removal.wake();
        }
    }

    /** What the commit of a token's request has to expect and to change. */
    record Claim(Expectation expectation, List<Change> changes) {
        void addTo(ItemChange change) {
            change.expect(expectation);
            changes.forEach(change::change);
        }
    }

    /**
     * Marks a token's request as being under way; to be followed by {@link #end}.
     *
     * @throws ApiException TransactionInProgressException, if it is already
     */
    void begin(RequestToken token) {
        if (!underWay.add(token.key())) {
            throw new ApiException(
                    ErrorType.TRANSACTION_IN_PROGRESS, "Transaction from previous request is still in progress");
        }
    }

    void end(RequestToken token) {
        underWay.remove(token.key());
    }

    /**
     * What to commit along with the token's request, or null if that request was carried out before.
     *
     * @throws ApiException IdempotentParameterMismatchException, if it was another request
     */
    @Nullable
    Claim claim(RequestToken token) {
        long now = clock.millis();
        removal.wake();
        EntryKey key = token.key();
        Entry entry = engine.get(TOKENS, key.collection(), key.position(), Consistency.STRONG);
        List<Change> changes = new ArrayList<>();
        if (entry != null) {
            Stored stored = Stored.decode(entry.value());
            if (now < stored.expiry()) {
                checkPayload(token, stored);
                return null;
            }
            changes.add(new Change.Delete(EXPIRIES, expiryKey(key, stored.expiry())));
        }
        Stored fresh = new Stored(now + LIFETIME.toMillis(), token.payload());
        changes.add(new Change.Put(TOKENS, key, fresh.encode()));
        changes.add(new Change.Put(EXPIRIES, expiryKey(key, fresh.expiry()), key.collection()));
        return new Claim(new Expectation(TOKENS, key, entry == null ? Expectation.ABSENT : entry.version()), changes);
    }

    private static void checkPayload(RequestToken token, Stored stored) {
        if (!Arrays.equals(token.payload(), stored.payload())) {
            throw new ApiException(
                    ErrorType.IDEMPOTENT_PARAMETER_MISMATCH,
                    "The request was rejected because the client request token was already used with a different"
                            + " payload");
        }
    }

    private Task.Outcome removeSome(Instant now) {
        if (!duties.isMine(0)) {
            return Task.Outcome.LATER;
        }
        for (; next < EXPIRY_COLLECTIONS; next++) {
            List<Entry> due = due(next, now.toEpochMilli());
            if (!due.isEmpty()) {
                if (!remove(due)) {
                    next++;
                }
                return Task.Outcome.MORE;
            }
        }
        next = 0;
        return isEmpty() ? Task.Outcome.IDLE : Task.Outcome.LATER;
    }

    private boolean isEmpty() {
        boolean[] empty = {true};
        engine.scan(EXPIRIES, TokenRange.ALL, null, Consistency.STRONG, entry -> {
            empty[0] = false;
            return false;
        });
        return empty[0];
    }

    private List<Entry> due(int expiryCollection, long now) {
        List<Entry> due = new ArrayList<>();
        // A position goes on behind its time, so those of this very millisecond lie behind the bound, and stay a while.
        Range past = new Range(null, true, expiryBytes(now), true, Direction.FORWARD);
        engine.slice(EXPIRIES, expiryCollection(expiryCollection), past, Consistency.STRONG, entry -> {
            due.add(entry);
            return due.size() < REMOVED_MAX;
        });
        return due;
    }

    /** Removes tokens; false if one of them was used again meanwhile, which leaves them all to the next removal. */
    private boolean remove(List<Entry> due) {
        List<Expectation> expectations = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (Entry expiry : due) {
            expectations.add(new Expectation(EXPIRIES, expiry.key(), expiry.version()));
            changes.add(new Change.Delete(EXPIRIES, expiry.key()));
            EntryKey key = new EntryKey(expiry.value(), new byte[0]);
            Entry token = engine.get(TOKENS, key.collection(), key.position(), Consistency.STRONG);
            if (token != null
                    && expiryKey(key, Stored.decode(token.value()).expiry()).equals(expiry.key())) {
                expectations.add(new Expectation(TOKENS, key, token.version()));
                changes.add(new Change.Delete(TOKENS, key));
            }
        }
        return engine.commit(new Commit(expectations, changes, List.of(), List.of())) instanceof CommitResult.Committed;
    }

    private static EntryKey expiryKey(EntryKey token, long expiry) {
        byte[] text = token.collection();
        byte[] position = ByteBuffer.allocate(Long.BYTES + text.length)
                .putLong(expiry)
                .put(text)
                .array();
        return new EntryKey(expiryCollection(Math.floorMod(Arrays.hashCode(text), EXPIRY_COLLECTIONS)), position);
    }

    private static byte[] expiryCollection(int number) {
        return new byte[] {(byte) number};
    }

    /** Milliseconds since 1970 in eight bytes, which are in order as unsigned bytes from then on. */
    private static byte[] expiryBytes(long expiry) {
        return ByteBuffer.allocate(Long.BYTES).putLong(expiry).array();
    }

    /** A token as it is stored: eight bytes for the time, then the payload's digest. */
    private record Stored(long expiry, byte[] payload) {
        byte[] encode() {
            return ByteBuffer.allocate(Long.BYTES + payload.length)
                    .putLong(expiry)
                    .put(payload)
                    .array();
        }

        static Stored decode(byte[] value) {
            ByteBuffer in = ByteBuffer.wrap(value);
            long expiry = in.getLong();
            byte[] payload = new byte[in.remaining()];
            in.get(payload);
            return new Stored(expiry, payload);
        }
    }
}

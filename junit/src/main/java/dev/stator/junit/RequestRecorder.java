package dev.stator.junit;

import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityObserver;
import dev.stator.core.error.ApiException;
import dev.stator.core.wire.Api;
import dev.stator.core.wire.UnansweredException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes every request into a {@link RequestLog}. Units are heard of on the thread of their request, which is how they find
 * to it; what the kit itself asks of the database goes past this, and is not recorded.
 */
final class RequestRecorder implements CapacityObserver {
    private static final ThreadLocal<@Nullable Draft> CURRENT = new ThreadLocal<>();

    private final InstantSource clock;
    private final RequestLog log;

    RequestRecorder(InstantSource clock, RequestLog log) {
        this.clock = clock;
        this.log = log;
    }

    /** What is known of a request that is being answered. */
    private static final class Draft {
        private final TreeSet<String> tables = new TreeSet<>();
        private double readUnits;
        private double writeUnits;
        private boolean scan;
        private int count;
        private int scannedCount;
    }

    /** The same operations, recorded. */
    Api over(Api api) {
        return new Api() {
            @Override
            public byte[] execute(String operation, byte[] body, Session session) {
                return record(operation, body, () -> api.execute(operation, body, session));
            }

            @Override
            public boolean has(String service, String operation) {
                return api.has(service, operation);
            }
        };
    }

    /** One call of the API. */
    private interface Call {
        byte[] execute();
    }

    private byte[] record(String operation, byte[] body, Call call) {
        Draft draft = new Draft();
        Instant start = clock.instant();
        String error = "InternalServerError";
        CURRENT.set(draft);
        try {
            byte[] answer = call.execute();
            error = null;
            return answer;
        } catch (ApiException e) {
            error = nameOf(e);
            throw e;
        } catch (UnansweredException e) {
            error = "no answer";
            throw e;
        } finally {
            CURRENT.remove();
            draft.tables.addAll(NamedTables.in(body));
            log.add(new RecordedRequest(
                    operation,
                    List.copyOf(draft.tables),
                    draft.readUnits,
                    draft.writeUnits,
                    draft.scan,
                    draft.count,
                    draft.scannedCount,
                    error,
                    start,
                    Duration.between(start, clock.instant())));
        }
    }

    private static String nameOf(ApiException error) {
        String wireName = error.type().wireName();
        return wireName.substring(wireName.indexOf('#') + 1);
    }

    @Override
    public void read(String tableName, double units) {
        Draft draft = CURRENT.get();
        if (draft != null) {
            draft.tables.add(tableName);
            draft.readUnits += units;
        }
    }

    @Override
    public void written(String tableName, double units) {
        Draft draft = CURRENT.get();
        if (draft != null) {
            draft.tables.add(tableName);
            draft.writeUnits += units;
        }
    }

    @Override
    public void evaluated(String tableName, boolean scan, int count, int scannedCount) {
        Draft draft = CURRENT.get();
        if (draft != null) {
            draft.scan |= scan;
            draft.count += count;
            draft.scannedCount += scannedCount;
        }
    }
}

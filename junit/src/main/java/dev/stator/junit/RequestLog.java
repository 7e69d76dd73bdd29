package dev.stator.junit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that a {@link Stator} has answered, oldest first, up to a bound beyond which the oldest are dropped. Each is
 * there before its caller has the answer. {@link StatorTest} empties it before each test method, so that a test sees its own
 * requests only. Thread-safe.
 */
public final class RequestLog {
    private final int requestsMax;
    private final ArrayDeque<RecordedRequest> requests = new ArrayDeque<>();
    private long dropped;

    RequestLog(int requestsMax) {
        this.requestsMax = requestsMax;
    }

    synchronized void add(RecordedRequest request) {
        if (requests.size() == requestsMax) {
            requests.remove();
            dropped++;
        }
        requests.add(request);
    }

    /** All that are kept, as they are now. */
    public synchronized List<RecordedRequest> all() {
        return List.copyOf(requests);
    }

    /** Those of one operation, such as {@code Scan}. */
    public List<RecordedRequest> of(String operation) {
        return all().stream().filter(request -> request.is(operation)).toList();
    }

    /** Those that concern one table. */
    public List<RecordedRequest> on(String tableName) {
        return all().stream().filter(request -> request.concerns(tableName)).toList();
    }

    /** The read units of all that are kept. */
    public double readUnits() {
        return all().stream().mapToDouble(RecordedRequest::readUnits).sum();
    }

    /** The write units of all that are kept. */
    public double writeUnits() {
        return all().stream().mapToDouble(RecordedRequest::writeUnits).sum();
    }

    /** How many were dropped since the log was last empty, because there were more than it keeps. */
    public synchronized long dropped() {
        return dropped;
    }

    /** Forgets everything, to look at what comes next. */
    public synchronized void clear() {
        requests.clear();
        dropped = 0;
    }

    /** A line for each request. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        for (RecordedRequest request : all()) {
            lines.add("  " + request);
        }
        return lines.isEmpty() ? "  (no requests)" : String.join("\n", lines);
    }
}

package dev.stator.junit;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on a {@link Stator}: on the requests in its log, and by {@link #table} on what is in it. Every failure shows the
 * requests. In a {@link StatorTest} the log has what the test method itself asked for, not what prepared it.
 */
public final class StatorAssert extends AbstractAssert<StatorAssert, Stator> {
    StatorAssert(Stator stator) {
        super(stator, StatorAssert.class);
    }

    /** The requests have consumed no more units than these, tables and indexes together. */
    public StatorAssert consumedAtMost(double readUnits, double writeUnits) {
        RequestLog log = log();
        if (log.readUnits() > readUnits || log.writeUnits() > writeUnits) {
            failWith("to consume at most " + units(readUnits, writeUnits) + ", not "
                    + units(log.readUnits(), log.writeUnits()));
        }
        return this;
    }

    /** The requests have consumed exactly these units. */
    public StatorAssert consumed(double readUnits, double writeUnits) {
        RequestLog log = log();
        if (log.readUnits() != readUnits || log.writeUnits() != writeUnits) {
            failWith(
                    "to consume " + units(readUnits, writeUnits) + ", not " + units(log.readUnits(), log.writeUnits()));
        }
        return this;
    }

    /** No request went through a whole table or index: no Scan, and no PartiQL statement that comes to one. */
    public StatorAssert scannedNothing() {
        return none("to scan nothing", RecordedRequest::scan);
    }

    /** No Query or Scan read, and paid for, items that its filter then dropped. */
    public StatorAssert discardedNothing() {
        return none("to give back every item that was read", request -> request.discarded() > 0);
    }

    /** No request was answered with an error. */
    public StatorAssert failedNothing() {
        return none("to answer every request", request -> request.error() != null);
    }

    /** There were so many requests of an operation, such as {@code Query}, retries included. */
    public StatorAssert requested(String operation, int times) {
        int count = log().of(operation).size();
        if (count != times) {
            failWith("to be asked for " + operation + " " + times + " times, not " + count);
        }
        return this;
    }

    /** There were no requests of other operations than these. */
    public StatorAssert requestedOnly(String... operations) {
        Set<String> allowed = Set.of(operations);
        return none(
                "to be asked for " + String.join(", ", operations) + " only",
                request -> !allowed.contains(request.operation()));
    }

    /** There were no requests at all. */
    public StatorAssert requestedNothing() {
        return none("to be asked for nothing", request -> true);
    }

    /** Goes on with the items of a table. */
    public TableAssert table(String name) {
        isNotNull();
        return new TableAssert(Objects.requireNonNull(actual).table(name));
    }

    private StatorAssert none(String expectation, Predicate<RecordedRequest> isWrong) {
        List<RecordedRequest> wrong = log().all().stream().filter(isWrong).toList();
        if (!wrong.isEmpty()) {
            failWith(expectation + ", but there " + (wrong.size() == 1 ? "was " : "were first ") + wrong.getFirst());
        }
        return this;
    }

    private RequestLog log() {
        isNotNull();
        RequestLog log = Objects.requireNonNull(actual).requests();
        if (log.dropped() > 0) {
            failWithMessage(
                    "The log is full, and has dropped %s requests, so nothing can be said of all. Clear it in between, or"
                            + " have it keep more with recordedRequestsMax.",
                    log.dropped());
        }
        return log;
    }

    private void failWith(String expectation) {
        failWithMessage(
                "Expected the database %s. Its requests:%n%s",
                expectation, Objects.requireNonNull(actual).requests());
    }

    private static String units(double readUnits, double writeUnits) {
        return RecordedRequest.units(readUnits) + " RCU and " + RecordedRequest.units(writeUnits) + " WCU";
    }
}

package dev.stator.core.fault;

import java.time.Duration;

/** What happens to a call when a {@link FaultRule} fires. */
public sealed interface Effect {
    /** Whether this means anything to such a request; where it does not, the rule does not match. */
    default boolean concerns(Touched request) {
        return true;
    }

    /** The call is refused, and does nothing. */
    record Fail(FaultError error) implements Effect {
        @Override
        public String toString() {
            return error.toString();
        }
    }

    /**
     * Some items of a batch come back as UnprocessedItems or UnprocessedKeys, in an answer that is a success. If none is left,
     * the batch is refused with ProvisionedThroughputExceededException, as DynamoDB does.
     *
     * @param items how many at most: the last ones of those that the rule matches
     */
    record LeaveUnprocessed(int items) implements Effect {
        public LeaveUnprocessed {
            if (items < 1) {
                throw new IllegalArgumentException("leaving " + items + " items unprocessed is no fault");
            }
        }

        @Override
        public boolean concerns(Touched request) {
            return request.isBatch();
        }

        @Override
        public String toString() {
            return items + " unprocessed";
        }
    }

    /** The call begins later. */
    record Delay(Duration duration) implements Effect {
        public Delay {
            if (duration.isNegative()) {
                throw new IllegalArgumentException("a delay of " + duration + " is none");
            }
        }

        @Override
        public String toString() {
            return "delayed by " + duration;
        }
    }

    /** The connection ends without an answer. */
    enum Drop implements Effect {
        /** And the call does nothing. */
        BEFORE,
        /** But the call is carried out: a write is there. */
        AFTER;

        @Override
        public String toString() {
            return this == BEFORE ? "connection dropped before" : "connection dropped after";
        }
    }

    /** An eventually consistent read sees table and indexes as they were earlier. */
    record StaleRead(Lag lag) implements Effect {
        @Override
        public boolean concerns(Touched request) {
            return request.isEventualRead();
        }

        @Override
        public String toString() {
            return "stale by " + lag;
        }
    }

    /** A Query or Scan of a global index sees it as it was earlier. */
    record IndexLag(Lag lag) implements Effect {
        @Override
        public boolean concerns(Touched request) {
            return request.isEventualRead() && request.indexName() != null;
        }

        @Override
        public String toString() {
            return "index behind by " + lag;
        }
    }
}

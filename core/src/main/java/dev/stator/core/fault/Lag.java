package dev.stator.core.fault;

import java.time.Duration;

/** How far behind a read is. */
public sealed interface Lag {
    /**
     * So many commits to the table or index that is read.
     *
     * @param count at least 1, which leaves out the last one
     */
    record Commits(int count) implements Lag {
        public Commits {
            if (count < 1) {
                throw new IllegalArgumentException("a lag of " + count + " commits is none");
            }
        }

        @Override
        public String toString() {
            return count + (count == 1 ? " commit" : " commits");
        }
    }

    /** So much time by the database's clock. */
    record Time(Duration duration) implements Lag {
        public Time {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("a lag of " + duration + " is none");
            }
        }

        @Override
        public String toString() {
            return duration.toString();
        }
    }
}

package dev.stator.lifecycle.job;

import java.time.Instant;
import java.util.Map;

/** What has become of one item. */
sealed interface Outcome {
    /** It is moved or purged. */
    record Done() implements Outcome {}

    /** Somebody else was first. */
    record Lost() implements Outcome {}

    /** Its time was put off. */
    record NotDue(Instant until) implements Outcome {}

    /** It is on hold, for these reasons. */
    record Held(Map<String, String> holds) implements Outcome {}

    /** It could not be moved. */
    record Failed(String reason) implements Outcome {}
}

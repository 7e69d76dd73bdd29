package dev.stator.server.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** Made-up values that are the same at each start, since they come from a seed. */
final class Chance {
    private static final List<String> PEOPLE = List.of(
            "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "mallory", "niaj",
            "olivia", "peggy", "rupert", "sybil", "trent", "victor", "walter", "yuki");
    private static final List<String> WORDS = List.of(
            "the",
            "table",
            "reads",
            "one",
            "slice",
            "of",
            "a",
            "partition",
            "and",
            "pays",
            "for",
            "what",
            "it",
            "reads",
            "sort",
            "key",
            "first",
            "then",
            "filter",
            "index",
            "newest",
            "page",
            "by",
            "prefix",
            "order",
            "matters",
            "measure",
            "twice",
            "write",
            "once",
            "queue",
            "deploy",
            "review",
            "release",
            "tomorrow",
            "please",
            "thanks");

    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String person() {
        return of(PEOPLE);
    }

    static List<String> people() {
        return PEOPLE;
    }

    /** Words in no meaningful order, beginning like a sentence. */
    String sentence(int words) {
        StringBuilder sentence = new StringBuilder();
        for (int i = 0; i < words; i++) {
            sentence.append(i == 0 ? "" : " ").append(of(WORDS));
        }
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
    }

    /** Eight hexadecimal digits. */
    String id() {
        return String.format("%08x", random.nextInt());
    }

    /** A moment up to {@code most} later, in whole seconds: all timestamps of the demo have one precision, so that they sort. */
    Instant after(Instant moment, Duration most) {
        return moment.plusSeconds(1 + random.nextLong(most.toSeconds()));
    }
}

package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a command is about, who asks for it, and why. */
final class Subject {
    @Option(
            names = "--partition",
            required = true,
            paramLabel = "KEY",
            description = "The partition key of the owner, such as 'USER#ann'.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private String partition;

    @Option(names = "--sort", paramLabel = "KEY", description = "The sort key of the item, as it is now.")
    private @Nullable String sort;

    @Option(names = "--actor", paramLabel = "NAME", required = true, description = "Who asks, for the record.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private String actor;

    @Option(names = "--role", paramLabel = "ROLE", description = "What he is, in the words of the declaration.")
    private String[] roles = {};

    @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "", description = "Why, for the record.")
    @SuppressWarnings("NullAway.Init") // picocli gives it its default
    private String reason;

    String partition() {
        return partition;
    }

    boolean isItem() {
        return sort != null;
    }

    ItemKey key() {
        String given = sort;
        if (given == null) {
            throw new IllegalArgumentException("Say which item with --sort.");
        }
        return new ItemKey(partition, given);
    }

    Actor actor() {
        return Actor.of(actor, roles);
    }

    String reason() {
        return reason;
    }

    @Override
    public String toString() {
        return isItem() ? key().toString() : "all of " + partition;
    }
}

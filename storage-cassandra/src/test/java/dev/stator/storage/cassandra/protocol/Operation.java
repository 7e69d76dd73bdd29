package dev.stator.storage.cassandra.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a simulated client did, and what he was told. */
final class Operation {
    /** What the client knows of it. */
    enum Answer {
        COMMITTED,
        CONFLICT,
        /** It was a read, and has been answered. */
        READ,
        /** None: unavailable, or the client crashed. */
        NONE
    }

    final String name;
    final long begin;
    long end = Long.MAX_VALUE;
    Answer answer = Answer.NONE;

    /** The commit numbers that were used for it; each attempt of a transaction has another. */
    final List<Long> numbers = new ArrayList<>();

    /** What it read, or expected and was told to be so: keys of the table and their versions. */
    final Map<ItemKey, Long> seen = new LinkedHashMap<>();

    /** What it writes; null to delete. */
    final Map<ItemKey, @Nullable String> writes = new TreeMap<>();

    Operation(String name, long begin) {
        this.name = name;
        this.begin = begin;
    }

    void end(Answer told, long step) {
        answer = told;
        end = step;
    }

    @Override
    public String toString() {
        return name + " " + answer + " " + numbers + " saw " + seen + " wrote " + writes;
    }
}

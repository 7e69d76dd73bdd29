package dev.stator.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.Supplier;

/**
 * One kind of request that is measured.
 *
 * @param name     short, as {@code --only} takes it
 * @param title    for the table
 * @param calls    requests that differ in their keys, sent round and round
 * @param items    how many items a request concerns, for figures in items a second
 */
record Work(String name, String title, List<Call> calls, int items) {

    /** The bytes of the requests over HTTP, round and round; for one thread. */
    Supplier<byte[]> overHttp() {
        return roundAndRound(calls.stream().map(call -> HttpCall.of(call, name)).toList());
    }

    /** The bodies of the requests, round and round; for one thread. */
    Supplier<byte[]> bodies() {
        return roundAndRound(
                calls.stream().map(call -> call.body().getBytes(UTF_8)).toList());
    }

    private static Supplier<byte[]> roundAndRound(List<byte[]> requests) {
        return new Supplier<>() {
            private int next;

            @Override
            public byte[] get() {
                byte[] request = requests.get(next);
                next = next + 1 == requests.size() ? 0 : next + 1;
                return request;
            }
        };
    }
}

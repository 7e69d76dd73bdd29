package dev.stator.server.cli;

import dev.stator.core.Database;
import dev.stator.core.sandbox.Sandbox;
import dev.stator.core.wire.Api;
import dev.stator.server.HttpServer;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Serve} has opened, with or without control.
 *
 * @param api      what clients reach
 * @param database what is behind it at the moment; a sandbox may exchange it
 * @param closing  closes both
 * @param control  answers {@code --control}; null without
 */
record Served(
        Api api,
        Supplier<Database> database,
        Runnable closing,
        @Nullable HttpServer control) {
    static Served of(Database database) {
        return new Served(database, () -> database, database::close, null);
    }

    static Served of(Sandbox sandbox, HttpServer control) {
        return new Served(sandbox, sandbox::database, sandbox::close, control);
    }

    @Nullable
    InetSocketAddress controlAddress() {
        return control == null ? null : control.address();
    }

    /** Requires: no client is served any more. */
    void close() {
        if (control != null) {
            control.close();
        }
        closing.run();
    }
}

package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A command that works on the tables of a declaration: it reads the one, opens a client for the others, and closes it. */
abstract class TableCommand implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public final Integer call() throws InterruptedException {
        check();
        LifecycleSpec spec = connection.spec();
        Optional<Integer> offline = runOffline(out());
        if (offline.isPresent()) {
            return offline.get();
        }
        try (DynamoDbClient client = connection.client()) {
            return run(Lifecycle.of(spec, client), out());
        }
    }

    /** Refuses options that do not go together, by {@link #wrong}. */
    void check() {}

    /** Does what needs no tables, and returns the exit code; empty if it needs them. */
    Optional<Integer> runOffline(PrintWriter out) {
        return Optional.empty();
    }

    /** Does it, and returns the exit code. */
    abstract int run(Lifecycle lifecycle, PrintWriter out) throws InterruptedException;

    PrintWriter out() {
        return command.commandLine().getOut();
    }

    PrintWriter err() {
        return command.commandLine().getErr();
    }

    ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}

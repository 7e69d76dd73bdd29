package dev.stator.lifecycle.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs commands in this process, and keeps what they print. */
final class Terminal {
    private final URI endpoint;
    private String out = "";
    private String err = "";

    Terminal(URI endpoint) {
        this.endpoint = endpoint;
    }

    /** A command that talks to the endpoint. */
    int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--endpoint-url");
        all.add(endpoint.toString());
        return local(all.toArray(String[]::new));
    }

    /** A command as it is. */
    int local(String... arguments) {
        StringWriter printed = new StringWriter();
        StringWriter complained = new StringWriter();
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(printed, true));
        command.setErr(new PrintWriter(complained, true));
        int code = command.execute(arguments);
        out = printed.toString();
        err = complained.toString();
        return code;
    }

    String out() {
        return out;
    }

    String err() {
        return err;
    }
}

package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.job.Job;
import dev.stator.lifecycle.spec.Finding;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.SpecException;
import dev.stator.lifecycle.spec.StateSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a declaration, without a database. */
@Command(
        name = "check",
        description = "Check a declaration: findings with their lines, exit code 1 if it cannot be used.",
        mixinStandardHelpOptions = true)
final class Check implements Callable<Integer> {
    @Parameters(paramLabel = "SPEC", description = "The declaration, a YAML file.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private Path file;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec;
        try {
            spec = LifecycleSpec.read(file);
        } catch (SpecException e) {
            e.findings().forEach(finding -> out.println(line(finding, "error")));
            return ExitCode.FINDINGS;
        }
        spec.warnings().forEach(finding -> out.println(line(finding, "warning")));
        List<String> jobs = Job.names(spec);
        out.println(file + ": the lifecycle " + spec.name() + " of the table " + spec.table() + " can be used: "
                + String.join(", ", spec.states().stream().map(StateSpec::name).toList())
                + (jobs.isEmpty() ? "; no jobs." : "; jobs " + String.join(", ", jobs) + "."));
        return ExitCode.OK;
    }

    private String line(Finding finding, String kind) {
        return file + (finding.line() > 0 ? ":" + finding.line() : "") + ": " + kind + ": " + finding.where() + ": "
                + finding.message();
    }
}

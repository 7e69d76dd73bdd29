package dev.stator.lifecycle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.audit.ChainEnd;
import dev.stator.lifecycle.audit.Verification;
import dev.stator.lifecycle.offload.FilesCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks the chains of records, or the files of purges. */
@Command(
        name = "verify",
        description = "Check all chains of audit records, and say what is broken. It reads the companion table from end"
                + " to end. Exit code 1 if something is broken.",
        mixinStandardHelpOptions = true)
final class Verify extends TableCommand {
    @Option(
            names = "--files",
            paramLabel = "FOLDER",
            description = "Instead check the copies and proofs of purges in this folder.")
    private @Nullable Path files;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "Write the end of each chain into this file, if nothing is broken; keep it where nobody can"
                    + " write who can write to the companion table.")
    private @Nullable Path saved;

    @Option(
            names = "--against",
            paramLabel = "FILE",
            description = "Also check that each chain goes on from where it was when this file was written.")
    private @Nullable Path earlier;

    @Override
    void check() {
        if (files != null && (saved != null || earlier != null)) {
            throw wrong("--files is about the files of purges, --save and --against about chains: one at a time.");
        }
    }

    @Override
    Optional<Integer> runOffline(PrintWriter out) {
        Path folder = files;
        if (folder == null) {
            return Optional.empty();
        }
        List<String> problems = FilesCheck.problems(folder);
        problems.forEach(out::println);
        out.println(
                problems.isEmpty()
                        ? "The files in " + folder + " are as their manifests and summaries have them."
                        : problems.size() + " problems.");
        return Optional.of(problems.isEmpty() ? ExitCode.OK : ExitCode.FINDINGS);
    }

    @Override
    int run(Lifecycle lifecycle, PrintWriter out) {
        List<ChainEnd> ends = new ArrayList<>();
        Verification verification = lifecycle.audit().verifyAll(read(earlier), saved == null ? end -> {} : ends::add);
        verification.problems().forEach(out::println);
        out.println(verification.ledgers() + " chains, " + verification.records() + " records, "
                + (verification.isIntact()
                        ? "all intact."
                        : verification.problems().size() + " problems."));
        out.println("digest " + verification.digest());
        if (!verification.isIntact()) {
            return ExitCode.FINDINGS;
        }
        write(saved, ends);
        return ExitCode.OK;
    }

    private static List<ChainEnd> read(@Nullable Path file) {
        if (file == null) {
            return List.of();
        }
        try {
            return Files.readAllLines(file, UTF_8).stream().map(ChainEnd::of).toList();
        } catch (IOException e) {
            throw new IllegalArgumentException("The file " + file + " cannot be read: " + e + ".", e);
        }
    }

    private static void write(@Nullable Path file, List<ChainEnd> ends) {
        if (file == null) {
            return;
        }
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(draft, ends.stream().map(ChainEnd::line).toList(), UTF_8);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IllegalArgumentException("The file " + file + " cannot be written: " + e + ".", e);
        }
    }
}

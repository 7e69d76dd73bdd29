package dev.stator.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs what a page of docs says one should run, in a folder of its own. */
public final class Shell {
    private static final int PATIENCE_SECONDS = 120;

    private final Path folder;

    /** @param folder the working folder of what is run */
    public Shell(Path folder) {
        this.folder = folder;
    }

    /** How a command ended, and all that it wrote. */
    public record Ended(int exitCode, String output) {}

    /** Runs a command to its end. */
    public Ended run(String... command) throws IOException, InterruptedException {
        return run(Map.of(), List.of(command));
    }

    /** Runs a command to its end, with more variables in its environment. */
    public Ended run(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "output", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new Ended(127, String.valueOf(e.getMessage()));
        }
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), Files.readString(log));
    }

    /** A file in the folder. */
    public Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** A program {@code stator} in the folder, which is this build. */
    public Path writeStator() throws IOException {
        Path program = write(
                "stator",
                "#!/bin/sh\nexec " + System.getProperty("java.home") + "/bin/java -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' dev.stator.server.cli.Main \"$@\"\n");
        if (!program.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + program + " executable");
        }
        return program;
    }

    /** The blocks of code of one language on a page of docs, one after the other. */
    public static String blocks(String page, String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs", page)))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.joining("\n"));
    }
}

package dev.stator.server.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stator.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of docs/control.md against the real program. */
final class ControlDocsTest {
    private static final Path DOCS = Path.of("../docs/control.md");
    private static final Path PYTHON = Path.of("/usr/bin/python3");

    /** As much of pytest as the recipe needs, which then needs nothing but boto3. */
    private static final String FIXTURE = """
            def fixture(function=None, scope=None):
                return function if function else lambda given: given
            """;

    private static final String RUNNER = """
            import inspect, test_recipe
            values, begun = {}, []
            def call(function):
                return function(*[value(name) for name in inspect.signature(function).parameters])
            def value(name):
                if name not in values:
                    made = call(getattr(test_recipe, name))
                    if inspect.isgenerator(made):
                        begun.append(made)
                        made = next(made)
                    values[name] = made
                return values[name]
            try:
                for name in [name for name in dir(test_recipe) if name.startswith("test_")]:
                    call(getattr(test_recipe, name))
                    print("passed", name)
            finally:
                for fixture in begun:
                    next(fixture, None)
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theExamplesWithCurlWork() throws Exception {
        assumeTrue(run(List.of("curl", "--version")).exitCode() == 0, "curl is not installed");
        Path ready = folder.resolve("ready");
        try (ServerProcess server =
                ServerProcess.start(folder, "--memory", "--control", "--ready-file", ready.toString())) {
            awaitFile(ready);
            List<String> urls = Files.readAllLines(ready);
            assertThat(server.readyLine()).contains(urls.getFirst());
            String script = "set -euo pipefail\nURL=" + urls.get(0) + "\nCONTROL=" + urls.get(1) + "\n" + blocks("sh");

            Ended ended = run(List.of("bash", "-xc", script));

            assertThat(ended.exitCode()).as(ended.output()).isZero();
            assertThat(ended.output()).contains("{\"name\":\"filled\"}", "{\"id\":1}");
        }
    }

    @Test
    void theRecipeForPytestWorks() throws Exception {
        assumeTrue(
                Files.isExecutable(PYTHON)
                        && run(List.of(PYTHON.toString(), "-c", "import boto3")).exitCode() == 0,
                "Python with boto3 is not installed");
        Files.writeString(folder.resolve("test_recipe.py"), blocks("python"));
        Files.writeString(folder.resolve("pytest.py"), FIXTURE);
        Path runner = Files.writeString(folder.resolve("run.py"), RUNNER);
        Path stator = Files.writeString(
                folder.resolve("stator"),
                "#!/bin/sh\nexec " + System.getProperty("java.home") + "/bin/java -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' dev.stator.server.cli.Main \"$@\"\n");
        assertThat(stator.toFile().setExecutable(true)).isTrue();

        Ended ended = run(List.of("env", "STATOR=" + stator, PYTHON.toString(), runner.toString()));

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("passed test_a_throttled_put_is_tried_again");
    }

    private static String blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCS))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.joining("\n"));
    }

    private static void awaitFile(Path file) throws InterruptedException {
        for (int i = 0; i < 600 && !Files.exists(file); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private record Ended(int exitCode, String output) {}

    private Ended run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "output", ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), Files.readString(log));
    }
}

package dev.stator.server.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stator.server.Pytest;
import dev.stator.server.ServerProcess;
import dev.stator.server.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of docs/control.md against the real program. */
final class ControlDocsTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void theExamplesWithCurlWork() throws Exception {
        assumeTrue(shell().run("curl", "--version").exitCode() == 0, "curl is not installed");
        Path ready = folder.resolve("ready");
        try (ServerProcess server =
                ServerProcess.start(folder, "--memory", "--control", "--ready-file", ready.toString())) {
            awaitFile(ready);
            List<String> urls = Files.readAllLines(ready);
            assertThat(server.readyLine()).contains(urls.getFirst());
            String script = "set -euo pipefail\nURL=" + urls.get(0) + "\nCONTROL=" + urls.get(1) + "\n"
                    + Shell.blocks("control.md", "sh");

            Shell.Ended ended = shell().run("bash", "-xc", script);

            assertThat(ended.exitCode()).as(ended.output()).isZero();
            assertThat(ended.output()).contains("{\"name\":\"filled\"}", "{\"id\":1}");
        }
    }

    @Test
    void theRecipeForPytestWorks() throws Exception {
        Pytest pytest = new Pytest(shell());
        assumeTrue(pytest.isAvailable(), "Python with boto3 is not installed");
        String stator = shell().writeStator().toString();

        Shell.Ended ended = pytest.run(Map.of("STATOR", stator), Shell.blocks("control.md", "python"));

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("passed test_a_throttled_put_is_tried_again");
    }

    private Shell shell() {
        return new Shell(folder);
    }

    private static void awaitFile(Path file) throws InterruptedException {
        for (int i = 0; i < 600 && !Files.exists(file); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}

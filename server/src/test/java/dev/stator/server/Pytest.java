package dev.stator.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** As much of pytest as the recipes of the docs need, so that they need nothing but Python with boto3. */
public final class Pytest {
    private static final Path PYTHON = Path.of("/usr/bin/python3");

    private static final String FIXTURE = """
            def fixture(function=None, scope=None):
                return function if function else lambda given: given
            """;

    private static final String RUNNER = """
            import inspect, pathlib, tempfile, test_recipe
            class Folders:
                def mktemp(self, name):
                    return pathlib.Path(tempfile.mkdtemp(prefix=name, dir="."))
            values, begun = {"tmp_path_factory": Folders()}, []
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

    private final Shell shell;

    /** @param shell where the recipe is run */
    public Pytest(Shell shell) {
        this.shell = shell;
    }

    /** Whether this machine has what is needed. */
    public boolean isAvailable() throws IOException, InterruptedException {
        return Files.isExecutable(PYTHON)
                && shell.run(PYTHON.toString(), "-c", "import boto3").exitCode() == 0;
    }

    /** Runs the tests of a recipe. */
    public Shell.Ended run(Map<String, String> environment, String recipe) throws IOException, InterruptedException {
        shell.write("test_recipe.py", recipe);
        shell.write("pytest.py", FIXTURE);
        Path runner = shell.write("run.py", RUNNER);
        return shell.run(environment, List.of(PYTHON.toString(), runner.toString()));
    }
}

package dev.stator.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads the source as a strict reviewer would; {@link ArchitectureTest} looks at what depends on what. */
class TidyTest {
    private static final int FILE_LINES_MAX = 500;
    private static final int METHOD_LINES_MAX = 60;
    private static final Pattern BANNED_NAMES =
            Pattern.compile("\\w+(Service|Manager|Helper|Helpers|Util|Utils|Impl|Processor)");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");

    @Test
    void filesHaveAtMost500Lines() {
        List<String> tooLong = Sources.java().stream()
                .filter(file -> Sources.text(file).lines().count() > FILE_LINES_MAX)
                .map(Path::toString)
                .toList();
        assertThat(tooLong).isEmpty();
    }

    @Test
    void methodsHaveAtMost60LinesAndClassesNoVagueNames() throws IOException {
        List<String> findings = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(Sources.java());
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                unit.accept(new Reviewer(unit, positions, findings), null);
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsAndIsNullMarked() {
        // Without package-info the null checker passes over the whole package in silence.
        List<String> missing = Sources.java().stream()
                .map(Path::getParent)
                .distinct()
                .filter(folder -> folder.toString().contains("src/main/java"))
                .filter(folder -> {
                    Path info = folder.resolve("package-info.java");
                    return !Files.exists(info) || !Sources.text(info).contains("@NullMarked");
                })
                .map(Path::toString)
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        List<String> unfinished = Sources.java().stream()
                .filter(file -> !file.endsWith("TidyTest.java"))
                .filter(file -> UNFINISHED.matcher(Sources.text(file)).find())
                .map(Path::toString)
                .toList();
        assertThat(unfinished).isEmpty();
    }

    @Test
    void everyOperationHasATestAndARowInTheDocs() throws IOException {
        Path root = Sources.root();
        Path operations = root.resolve("core/src/main/java/dev/stator/core/operation");
        Path tests = root.resolve("core/src/test/java/dev/stator/core/operation");
        String docs = Sources.text(root.resolve("docs/operations.md"));
        List<String> missing = new ArrayList<>();
        int count = 0;
        try (Stream<Path> files = Files.list(operations)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                if (!Sources.text(file).contains("implements Operation")) {
                    continue;
                }
                count++;
                if (!Files.exists(tests.resolve(name + "Test.java"))) {
                    missing.add(name + " has no test");
                }
                if (!docs.contains("| " + name + " ") && !docs.contains("| `" + name + "` ")) {
                    missing.add(name + " has no row in docs/operations.md");
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(count).isPositive();
    }

    /** Finds long methods and vague names in one file. */
    private static final class Reviewer extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> findings;

        Reviewer(CompilationUnitTree unit, SourcePositions positions, List<String> findings) {
            this.unit = unit;
            this.positions = positions;
            this.findings = findings;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            if (method.getBody() != null) {
                long first = line(positions.getStartPosition(unit, method.getBody()));
                long last = line(positions.getEndPosition(unit, method.getBody()));
                if (last - first + 1 > METHOD_LINES_MAX) {
                    findings.add(file() + ": " + method.getName() + " has " + (last - first + 1) + " lines");
                }
            }
            return super.visitMethod(method, null);
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
            if (BANNED_NAMES.matcher(type.getSimpleName()).matches()) {
                findings.add(file() + ": " + type.getSimpleName() + " is a vague name");
            }
            return super.visitClass(type, null);
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }

        private String file() {
            return unit.getSourceFile().getName();
        }
    }
}

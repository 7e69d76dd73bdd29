package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/testing.md shows is what runs: each of its Java snippets stands, line for line, in a test. */
class DocumentationTest {
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Path EXAMPLES = Path.of("src/test/java/dev/stator/junit/examples");

    @Test
    void everySnippetIsPartOfATest() throws IOException {
        List<String> sources = sources();
        Matcher snippets = SNIPPET.matcher(document());
        int count = 0;
        while (snippets.find()) {
            String snippet = snippets.group(1);
            count++;
            assertThat(sources.stream().anyMatch(source -> source.contains(snippet)))
                    .as("a test has:%n%s", snippet)
                    .isTrue();
        }
        assertThat(count).isGreaterThanOrEqualTo(6);
    }

    @Test
    void everyExampleIsListed() throws IOException {
        String document = document();
        try (Stream<Path> files = Files.list(root().resolve("junit").resolve(EXAMPLES))) {
            List<String> missing = files.map(
                            file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> name.endsWith("Test"))
                    .filter(name -> !document.contains("`" + name + "`"))
                    .toList();
            assertThat(missing).isEmpty();
        }
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(root().resolve("junit/src/test/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(DocumentationTest::read)
                    .toList();
        }
    }

    private static String document() {
        return read(root().resolve("docs/testing.md"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The repository's root, from whichever module this runs in. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = Objects.requireNonNull(folder.getParent(), "the tests run inside the repository");
        }
        return folder;
    }
}

package dev.stator.lifecycle.examples;

import static dev.stator.lifecycle.Fixture.s;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the documentation shows is what works. */
class ExamplesTest {
    private static final Path ROOT = root();
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("the tests do not run inside the repository");
            }
            folder = parent;
        }
        return folder;
    }

    private static LifecycleSpec posts() {
        return LifecycleSpec.read(ROOT.resolve("docs/examples/posts.yaml"));
    }

    @Test
    void theDemosLifecycleIsSound() {
        assertThat(posts().warnings()).isEmpty();
    }

    @Test
    void theExampleDeletesAndRestores() {
        try (Fixture fixture = new Fixture(posts())) {
            // As the demo has them.
            Map<String, AttributeValue> active = Map.of(
                    "PK", s("USER#u001"),
                    "SK", s("ACTIVE#2026-07-01T10:00:00Z#0a1b2c3d"),
                    "title", s("Queue deploy review"));
            Map<String, AttributeValue> deleted = Map.of(
                    "PK", s("USER#u001"),
                    "SK", s("DELETED#2026-07-20T10:00:00Z#11223344"),
                    "original_sk", s("ACTIVE#2026-07-01T09:00:00Z#11223344"),
                    "moved_from", s("active"),
                    "moved_at", s("2026-07-20T10:00:00Z"),
                    "moved_by", s("grace"));
            List.of(active, deleted)
                    .forEach(item ->
                            fixture.dynamo.putItem(put -> put.tableName("Posts").item(item)));

            TrashBin.show(fixture.lifecycle);

            LifecycleItem post =
                    fixture.lifecycle.views().active("USER#u001").page().items().getFirst();
            assertThat(post.attributes()).containsAllEntriesOf(active);
            assertThat(fixture.lifecycle.history(post))
                    .extracting(record -> record.entry().reason())
                    .containsExactly("off topic", "it was not");
            assertThat(fixture.lifecycle.views().trash("USER#u001")).hasSize(1);
        }
    }

    @Test
    void theReadmeShowsTheExampleAsItIs() throws IOException {
        String source =
                Files.readString(ROOT.resolve("lifecycle/src/test/java/dev/stator/lifecycle/examples/TrashBin.java"));
        String shown = source.lines().skip(2).collect(joining("\n"));

        assertThat(Files.readString(ROOT.resolve("README.md"))).contains(shown);
    }

    @Test
    void theDeclarationsOfTheDocumentationCanBeRead() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/soft-delete.md"));
        List<LifecycleSpec> specs = new ArrayList<>();
        for (Matcher yaml = YAML.matcher(text); yaml.find(); ) {
            specs.add(LifecycleSpec.parse(yaml.group(1)));
        }
        assertThat(specs).hasSizeGreaterThanOrEqualTo(2);
    }
}

package dev.stator.lifecycle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command that docs/lifecycle-jobs.md shows, one after the other. */
class JobsDocumentTest {
    private static final Pattern BLOCK = Pattern.compile("```(yaml|console)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String COMMAND = "./stator lifecycle ";
    private static final int COMMANDS = 14;

    @TempDir
    private Path folder;

    @Test
    void everyCommandWorks() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "lifecycle-jobs.md"));
        List<String> commands = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(document); block.find(); ) {
            if (block.group(1).equals("yaml")) {
                Files.writeString(folder.resolve("posts.yaml"), block.group(2));
            } else {
                block.group(2).lines().forEach(commands::add);
            }
        }
        assertThat(commands).hasSize(COMMANDS).allMatch(command -> command.startsWith(COMMAND));
        try (Stator stator = Stator.inMemory()) {
            Terminal terminal = new Terminal(stator.endpoint());
            for (String command : commands) {
                int code = terminal.local(words(command.substring(COMMAND.length()), stator));
                assertThat(code)
                        .as(command + "\n" + terminal.out() + terminal.err())
                        .isZero();
            }
            assertThat(terminal.out()).contains("all intact.");
        }
    }

    private String[] words(String command, Stator stator) {
        List<String> words = new ArrayList<>();
        for (Matcher word = WORD.matcher(command); word.find(); ) {
            String text = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(
                    switch (text) {
                        case "posts.yaml", "archive", "ends.jsonl" ->
                            folder.resolve(text).toString();
                        case "http://127.0.0.1:8000" -> stator.endpoint().toString();
                        default -> text;
                    });
        }
        return words.toArray(String[]::new);
    }
}

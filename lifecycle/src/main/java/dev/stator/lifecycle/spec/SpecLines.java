package dev.stator.lifecycle.spec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** In which lines of a file the parts of a declaration are. */
final class SpecLines {
    private final Map<String, Integer> lines = new HashMap<>();

    static int of(Node node) {
        return node.getStartMark().map(SpecLines::of).orElse(0);
    }

    static int of(Mark mark) {
        return mark.getLine() + 1;
    }

    void put(String path, int line) {
        lines.putIfAbsent(path, line);
    }

    SpecException wrong(String path, int line, String message) {
        return new SpecException(List.of(Finding.error(path.isEmpty() ? "the declaration" : path, message)
                .at(line)));
    }

    /** The same findings, with the line of the nearest part that is known. */
    SpecException located(SpecException exception) {
        return new SpecException(exception.findings().stream()
                .map(finding -> finding.line() > 0 ? finding : finding.at(line(finding.where())))
                .toList());
    }

    private int line(String path) {
        String place = path;
        while (!place.isEmpty()) {
            Integer line = lines.get(place);
            if (line != null) {
                return line;
            }
            place = place.substring(0, Math.max(0, place.lastIndexOf('.')));
        }
        return 0;
    }
}

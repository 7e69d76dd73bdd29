package dev.stator.core.expression;

import java.util.ArrayList;
import java.util.List;

/** Reads the text of a projection. */
final class ProjectionParser extends TokenReader {
    private ProjectionParser(String text) {
        super(ExpressionKind.PROJECTION, text);
    }

    static Syntax.Projection parse(String text) {
        ProjectionParser parser = new ProjectionParser(text);
        List<Syntax.Path> paths = new ArrayList<>();
        do {
            paths.add(parser.path());
        } while (parser.accept(","));
        parser.expectEnd();
        return new Syntax.Projection(List.copyOf(paths));
    }
}

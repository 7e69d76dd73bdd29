package dev.stator.core.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the text of an update. */
final class UpdateParser extends TokenReader {
    private UpdateParser(String text) {
        super(ExpressionKind.UPDATE, text);
    }

    static Syntax.Update parse(String text) {
        UpdateParser parser = new UpdateParser(text);
        List<Syntax.Section> sections = new ArrayList<>();
        do {
            sections.add(parser.section());
        } while (parser.peek().kind() != Token.Kind.END);
        parser.expectEnd();
        return new Syntax.Update(List.copyOf(sections));
    }

    private Syntax.Section section() {
        if (peek().kind() != Token.Kind.WORD || !kind.isKeyword(peek().text())) {
            throw syntaxError();
        }
        String keyword = take().text().toUpperCase(Locale.ROOT);
        List<Syntax.Action> actions = new ArrayList<>();
        do {
            actions.add(action(keyword));
        } while (accept(","));
        return new Syntax.Section(keyword, List.copyOf(actions));
    }

    private Syntax.Action action(String keyword) {
        Syntax.Path target = path();
        switch (keyword) {
            case "SET" -> {
                expect("=");
                return new Syntax.Set(target, value());
            }
            case "ADD" -> {
                return new Syntax.Add(target, valueReference());
            }
            case "DELETE" -> {
                return new Syntax.Delete(target, valueReference());
            }
            default -> {
                return new Syntax.Remove(target);
            }
        }
    }

    // DynamoDB: "a + b + c" is a syntax error, "(a + b) + c" is not, and the arguments of functions hold no arithmetic.
    private Syntax.Term value() {
        Syntax.Term left = valueOperand();
        if (peek().is("+") || peek().is("-")) {
            countOperator();
            return new Syntax.Arithmetic(take().text(), left, valueOperand());
        }
        return left;
    }

    private Syntax.Term valueOperand() {
        if (!peek().is("(")) {
            return plainOperand();
        }
        deeper();
        int opened = open();
        Syntax.Term inner = value();
        close(opened);
        higher();
        return inner;
    }
}

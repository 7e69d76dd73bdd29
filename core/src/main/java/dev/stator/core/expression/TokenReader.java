package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.ItemSize;
import java.util.ArrayList;
import java.util.List;

/** What the parsers of all kinds of expressions share: the tokens, paths, calls, parentheses, limits and syntax errors. */
abstract class TokenReader {
    /**
     * The longest expression, 4 KB.
     *
     * @see <a
     *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters">Expression
     *     parameters</a>
     */
    private static final int EXPRESSION_BYTES_MAX = 4096;
    /** The most operators in an expression; see the same page. */
    private static final int OPERATORS_MAX = 300;
    // DynamoDB: it stops counting at the first one too many.
    private static final String TOO_MANY_OPERATORS =
            "The expression contains too many operators; operator count: " + (OPERATORS_MAX + 1);
    /**
     * The deepest operands, in parentheses or as arguments, that are followed. Arithmetic cannot be deeper, since each level
     * has an operator, nor useful calls, which take 17 characters; DynamoDB refuses anything deeper, whatever it is.
     */
    private static final int DEPTH_MAX = OPERATORS_MAX;

    final ExpressionKind kind;
    private final String text;
    private final List<Token> tokens;
    private int next;
    private int depth;
    private int operators;
    private int lastOpened = -1;
    private int lastClosed = -1;

    TokenReader(ExpressionKind kind, String text) {
        this.kind = kind;
        this.text = text;
        if (text.isEmpty()) {
            throw kind.invalid("The expression can not be empty;");
        }
        int bytes = ItemSize.utf8Bytes(text);
        if (bytes > EXPRESSION_BYTES_MAX) {
            // DynamoDB: it tells the size of these two kinds only.
            boolean tellsSize = kind == ExpressionKind.CONDITION || kind == ExpressionKind.FILTER;
            throw kind.invalid("Expression size has exceeded the maximum allowed size;"
                    + (tellsSize ? " expression size: " + bytes : ""));
        }
        tokens = Scanner.scan(text);
    }

    final Token peek() {
        return tokens.get(next);
    }

    final Token take() {
        return tokens.get(next++);
    }

    final boolean accept(String sign) {
        if (peek().is(sign)) {
            next++;
            return true;
        }
        return false;
    }

    final boolean acceptWord(String keyword) {
        if (peek().isWord(keyword)) {
            next++;
            return true;
        }
        return false;
    }

    final void expect(String sign) {
        if (!accept(sign)) {
            throw syntaxError();
        }
    }

    final void expectEnd() {
        if (peek().kind() != Token.Kind.END) {
            throw syntaxError();
        }
        if (operators > OPERATORS_MAX) {
            // DynamoDB: it stops counting at the first one too many.
            throw kind.invalid("The expression contains too many operators; operator count: " + (OPERATORS_MAX + 1));
        }
    }

    final void countOperator() {
        operators++;
    }

    /** The next token is not what the grammar asks for; the text around it goes from the token before to the one after. */
    final ApiException syntaxError() {
        Token token = peek();
        int from = next > 0 ? tokens.get(next - 1).start() : token.start();
        int to = token.end();
        if (next + 1 < tokens.size() && tokens.get(next + 1).kind() != Token.Kind.END) {
            to = tokens.get(next + 1).end();
        } else if (token.kind() == Token.Kind.END && next > 0) {
            to = tokens.get(next - 1).end();
        }
        return kind.invalid(
                "Syntax error; token: \"" + token.text() + "\", near: \"" + text.substring(from, to) + "\"");
    }

    /** Takes an opening parenthesis and returns its place, for {@link #close}. */
    final int open() {
        expect("(");
        return next - 1;
    }

    /** Takes the parenthesis that closes the one at the given place. */
    final void close(int opened) {
        expect(")");
        int closed = next - 1;
        // DynamoDB: two pairs of parentheses around the same thing are an error; one needless pair is not.
        if (lastOpened == opened + 1 && lastClosed == closed - 1) {
            throw kind.invalid("The expression has redundant parentheses;");
        }
        lastOpened = opened;
        lastClosed = closed;
    }

    /** Goes one operand deeper; {@link #higher} leaves it. */
    final void deeper() {
        if (++depth <= DEPTH_MAX) {
            return;
        }
        Token before = tokens.get(next - 1);
        if (before.kind() != Token.Kind.WORD) {
            throw kind.invalid(
                    operators > OPERATORS_MAX ? TOO_MANY_OPERATORS : "The expression has redundant parentheses;");
        }
        throw kind.invalid(
                Function.of(before.text()) == null
                        ? "Invalid function name; function: " + before.text()
                        : "The function is not allowed to be used this way in an expression; function: "
                                + before.text());
    }

    final void higher() {
        depth--;
    }

    /** Whether a document path, or with a parenthesis behind it a call, starts here. */
    private boolean isName(Token token) {
        return token.kind() == Token.Kind.NAME_REFERENCE
                || (token.kind() == Token.Kind.WORD && !kind.isKeyword(token.text()));
    }

    final Syntax.Path path() {
        List<Syntax.Step> steps = new ArrayList<>();
        steps.add(name());
        return pathAfter(steps);
    }

    /** The rest of a path whose first steps are read. */
    final Syntax.Path pathAfter(List<Syntax.Step> first) {
        List<Syntax.Step> steps = new ArrayList<>(first);
        while (true) {
            if (accept(".")) {
                steps.add(name());
            } else if (accept("[")) {
                if (peek().kind() != Token.Kind.INTEGER) {
                    throw syntaxError();
                }
                steps.add(new Syntax.Index(take().text()));
                expect("]");
            } else {
                return new Syntax.Path(List.copyOf(steps));
            }
        }
    }

    private Syntax.Step name() {
        if (!isName(peek())) {
            throw syntaxError();
        }
        Token token = take();
        return token.kind() == Token.Kind.WORD ? new Syntax.Name(token.text()) : new Syntax.NameReference(token.text());
    }

    /** A path, a value, a call, or one of these in parentheses. */
    final Syntax.Term operand() {
        if (!peek().is("(")) {
            return plainOperand();
        }
        deeper();
        int opened = open();
        Syntax.Term inner = operand();
        close(opened);
        higher();
        return afterParentheses(inner);
    }

    /** What follows a term in parentheses and belongs to it; nothing, unless a grammar says otherwise. */
    Syntax.Term afterParentheses(Syntax.Term inner) {
        return inner;
    }

    final Syntax.Term plainOperand() {
        if (peek().kind() == Token.Kind.VALUE_REFERENCE) {
            return valueReference();
        }
        if (peek().kind() == Token.Kind.WORD
                && isName(peek())
                && tokens.get(next + 1).is("(")) {
            return call();
        }
        return path();
    }

    final Syntax.ValueReference valueReference() {
        if (peek().kind() != Token.Kind.VALUE_REFERENCE) {
            throw syntaxError();
        }
        return new Syntax.ValueReference(take().text());
    }

    private Syntax.Call call() {
        String function = take().text();
        deeper();
        expect("(");
        List<Syntax.Term> arguments = new ArrayList<>();
        do {
            arguments.add(operand());
        } while (accept(","));
        expect(")");
        higher();
        return new Syntax.Call(function, List.copyOf(arguments));
    }
}

package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import java.util.List;

/** The tokens of a statement, one after the other, with what all of its parsers ask of them. */
final class TokenCursor {
    /** As many operators as an expression may have. */
    private static final int OPERATORS_MAX = 300;
    /** The deepest that is followed: an item's 32 levels, and brackets around conditions. */
    private static final int DEPTH_MAX = 100;

    private final List<Token> tokens;
    private int next;
    private int depth;
    private int operators;
    private int parameters;

    TokenCursor(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(next);
    }

    /** The token behind {@link #peek}. */
    Token peekSecond() {
        return tokens.get(Math.min(next + 1, tokens.size() - 1));
    }

    /** Takes a token; there is no end to take. */
    Token take() {
        return peek().kind() == Token.Kind.END ? peek() : tokens.get(next++);
    }

    boolean accept(String sign) {
        boolean found = peek().is(sign);
        next += found ? 1 : 0;
        return found;
    }

    boolean acceptWord(String keyword) {
        boolean found = peek().isWord(keyword);
        next += found ? 1 : 0;
        return found;
    }

    void expect(String sign, String what) {
        if (!accept(sign)) {
            throw MalformedStatement.expected(what);
        }
    }

    void expectWord(String keyword) {
        if (!acceptWord(keyword)) {
            throw MalformedStatement.expected(keyword);
        }
    }

    /** Whether the statement ends here, with or without a semicolon. */
    boolean atEnd() {
        return peek().kind() == Token.Kind.END
                || (peek().is(";") && peekSecond().kind() == Token.Kind.END);
    }

    void expectEnd() {
        if (!atEnd()) {
            throw MalformedStatement.because("Unexpected token after expression");
        }
        if (operators > OPERATORS_MAX) {
            // As an expression says it: it stops counting at the first one too many.
            throw ApiException.validation(
                    "The expression contains too many operators; operator count: " + (OPERATORS_MAX + 1));
        }
    }

    void countOperator() {
        operators++;
    }

    /** Goes one level deeper; {@link #higher} leaves it. */
    void deeper() {
        if (++depth > DEPTH_MAX) {
            throw ApiException.validation("The statement is nested too deeply; nesting levels: " + depth);
        }
    }

    void higher() {
        depth--;
    }

    /** The number of a parameter whose mark was taken. */
    int countParameter() {
        return parameters++;
    }

    /** How many parameters there were. */
    int parameters() {
        return parameters;
    }
}

package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cuts the text of a statement into tokens, without its white space and comments. */
final class Lexer {
    private static final String SIGNS = "=<>!+-*()[]{},.:;";
    private static final List<String> LONG_SIGNS = List.of("<>", "<=", ">=", "!=", "<<", ">>");

    private final String text;
    private int position;
    private int line = 1;
    private int lineStart;

    private Lexer(String text) {
        this.text = text;
    }

    /**
     * All tokens of the text in order, the last one of kind END.
     *
     * @throws ApiException a ValidationException where there is something that is none
     */
    static List<Token> scan(String text) {
        Lexer lexer = new Lexer(text);
        List<Token> tokens = new ArrayList<>();
        Token token;
        do {
            token = lexer.next();
            tokens.add(token);
        } while (token.kind() != Token.Kind.END);
        return tokens;
    }

    private Token next() {
        skipSpace();
        if (position == text.length()) {
            return token(Token.Kind.END, "", position);
        }
        char first = text.charAt(position);
        if (isNameStart(first)) {
            int end = position + 1;
            while (end < text.length() && isNamePart(text.charAt(end))) {
                end++;
            }
            return token(Token.Kind.WORD, text.substring(position, end), end);
        }
        if (isDigit(position) || (first == '.' && isDigit(position + 1))) {
            return number();
        }
        return switch (first) {
            case '\'' -> quoted(Token.Kind.STRING, '\'');
            case '"' -> quoted(Token.Kind.QUOTED_NAME, '"');
            case '?' -> token(Token.Kind.PARAMETER, "?", position + 1);
            default -> sign();
        };
    }

    private void skipSpace() {
        while (position < text.length()) {
            if (Character.isWhitespace(text.charAt(position))) {
                pass(position + 1);
            } else if (text.startsWith("--", position)) {
                int end = text.indexOf('\n', position);
                pass(end < 0 ? text.length() : end);
            } else if (text.startsWith("/*", position)) {
                int end = text.indexOf("*/", position + 2);
                if (end < 0) {
                    throw MalformedStatement.because("");
                }
                pass(end + 2);
            } else {
                return;
            }
        }
    }

    private Token number() {
        int end = endOfDigits(position);
        if (end < text.length() && text.charAt(end) == '.') {
            end = endOfDigits(end + 1);
        }
        if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int exponent = end + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            if (isDigit(exponent)) {
                end = endOfDigits(exponent);
            }
        }
        String digits = text.substring(position, end);
        try {
            // DynamoDB: neither the exponent may be too large, nor the scale that its digits and exponent make
            // together.
            int exponent = digits.toLowerCase(Locale.ROOT).indexOf('e');
            Integer.parseInt(exponent < 0 ? "0" : digits.substring(exponent + 1));
            new BigDecimal(digits);
        } catch (NumberFormatException e) {
            throw MalformedStatement.because("");
        }
        return token(Token.Kind.NUMBER, digits, end);
    }

    /** A name or a string; two quotes within it stand for one. */
    private Token quoted(Token.Kind kind, char quote) {
        StringBuilder content = new StringBuilder();
        int end = position + 1;
        while (end < text.length()) {
            char c = text.charAt(end++);
            if (c != quote) {
                content.append(c);
            } else if (end < text.length() && text.charAt(end) == quote) {
                content.append(quote);
                end++;
            } else {
                return token(kind, content.toString(), end);
            }
        }
        throw MalformedStatement.because("");
    }

    private Token sign() {
        for (String sign : LONG_SIGNS) {
            if (text.startsWith(sign, position)) {
                return token(Token.Kind.SIGN, sign, position + sign.length());
            }
        }
        char sign = text.charAt(position);
        if (SIGNS.indexOf(sign) < 0 || sign == '!') {
            throw MalformedStatement.because("");
        }
        return token(Token.Kind.SIGN, String.valueOf(sign), position + 1);
    }

    private Token token(Token.Kind kind, String content, int end) {
        String place = line + ":" + (position - lineStart + 1) + ":" + (end - position);
        pass(end);
        return new Token(kind, content, place);
    }

    private void pass(int end) {
        for (; position < end; position++) {
            if (text.charAt(position) == '\n') {
                line++;
                lineStart = position + 1;
            }
        }
    }

    private int endOfDigits(int start) {
        int end = start;
        while (isDigit(end)) {
            end++;
        }
        return end;
    }

    private boolean isDigit(int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || (c >= '0' && c <= '9');
    }
}

package dev.stator.core.expression;

import java.util.ArrayList;
import java.util.List;

/** Cuts the text of an expression into tokens; {@link TokenReader} and its kinds read them. */
final class Scanner {
    private final String text;
    private int position;

    private Scanner(String text) {
        this.text = text;
    }

    /** All tokens of the text in order, the last one of kind END. */
    static List<Token> scan(String text) {
        Scanner scanner = new Scanner(text);
        List<Token> tokens = new ArrayList<>();
        Token token;
        do {
            token = scanner.next();
            tokens.add(token);
        } while (token.kind() != Token.Kind.END);
        return tokens;
    }

    private Token next() {
        while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        if (position == text.length()) {
            return new Token(Token.Kind.END, "<EOF>", position, position);
        }
        char first = text.charAt(position);
        // DynamoDB: a name starts with a letter; "_a" is a syntax error on the underscore.
        if (isLetter(first)) {
            return token(Token.Kind.WORD, endOfWord(position));
        }
        if (first == '#' || first == ':') {
            int end = endOfWord(position + 1);
            if (end == position + 1) {
                return token(Token.Kind.UNKNOWN, end);
            }
            return token(first == '#' ? Token.Kind.NAME_REFERENCE : Token.Kind.VALUE_REFERENCE, end);
        }
        if (isDigit(first)) {
            return token(Token.Kind.INTEGER, first == '0' ? position + 1 : endOfDigits(position));
        }
        if ("<>".indexOf(first) >= 0 && isComparator(position, position + 2)) {
            return token(Token.Kind.SIGN, position + 2);
        }
        if ("=<>()[],.+-".indexOf(first) >= 0) {
            return token(Token.Kind.SIGN, position + 1);
        }
        return token(Token.Kind.UNKNOWN, text.offsetByCodePoints(position, 1));
    }

    private Token token(Token.Kind kind, int end) {
        Token token = new Token(kind, text.substring(position, end), position, end);
        position = end;
        return token;
    }

    private boolean isComparator(int start, int end) {
        if (end > text.length()) {
            return false;
        }
        String sign = text.substring(start, end);
        return sign.equals("<=") || sign.equals(">=") || sign.equals("<>");
    }

    private int endOfWord(int start) {
        int end = start;
        while (end < text.length() && isWordPart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int endOfDigits(int start) {
        int end = start;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Whether a word or a reference can go on with this character. */
    static boolean isWordPart(char c) {
        return isLetter(c) || isDigit(c) || c == '_';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}

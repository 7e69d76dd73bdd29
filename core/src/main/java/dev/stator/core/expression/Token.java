package dev.stator.core.expression;

/**
 * One word or sign of an expression.
 *
 * @param text as written; {@code <EOF>} after the last one
 * @param start where it begins in the expression
 * @param end where it ends, exclusive
 */
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        /** A letter, then letters, digits and underscores: a keyword, a function or an attribute name. */
        WORD,
        /** {@code #name}, which ExpressionAttributeNames explains. */
        NAME_REFERENCE,
        /** {@code :value}, which ExpressionAttributeValues explains. */
        VALUE_REFERENCE,
        INTEGER,
        SIGN,
        /** A character that no expression has outside of a reference. */
        UNKNOWN,
        END
    }

    boolean is(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }
}

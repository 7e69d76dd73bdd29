package dev.stator.core.partiql;

import java.util.Locale;

/**
 * One word, literal or sign of a statement.
 *
 * @param text what it says: a literal or quoted name without its quotes, everything else as written
 * @param position its line, column and length, which errors show
 */
record Token(Kind kind, String text, String position) {
    enum Kind {
        /** A letter, then letters, digits and underscores: a keyword, a function or a name. */
        WORD,
        /** A name in double quotes. */
        QUOTED_NAME,
        STRING,
        /** A number without a sign. */
        NUMBER,
        /** {@code ?}. */
        PARAMETER,
        SIGN,
        END
    }

    boolean is(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    boolean isKeyword() {
        return kind == Kind.WORD && Keywords.contains(text);
    }

    /** Whether it can be the name of a table or an attribute. */
    boolean isName() {
        return kind == Kind.QUOTED_NAME || (kind == Kind.WORD && !isKeyword());
    }

    /** The text as functions are called in errors. */
    String lowerCase() {
        return text.toLowerCase(Locale.ROOT);
    }
}

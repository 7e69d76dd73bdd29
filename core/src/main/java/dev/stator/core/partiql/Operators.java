package dev.stator.core.partiql;

import java.util.Locale;
import java.util.Set;

/** The signs and words that stand between or before terms. */
final class Operators {
    private static final Set<String> COMPARATORS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> WORDS = Set.of("and", "or", "in", "is", "like", "between");

    private Operators() {}

    static boolean isComparator(Token token) {
        return token.kind() == Token.Kind.SIGN && COMPARATORS.contains(token.text());
    }

    /** Whether an operator that needs a term before it begins with this token. */
    static boolean begins(Token token) {
        return isComparator(token)
                || token.is("*")
                || (token.kind() == Token.Kind.WORD
                        && WORDS.contains(token.text().toLowerCase(Locale.ROOT)));
    }
}

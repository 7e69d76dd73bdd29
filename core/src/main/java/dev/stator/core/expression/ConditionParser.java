package dev.stator.core.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the text of a condition, a filter or a key condition, whose grammar is one and the same. */
final class ConditionParser extends TokenReader {
    private static final Set<String> COMPARATORS = Set.of("=", "<>", "<", "<=", ">", ">=");

    private ConditionParser(ExpressionKind kind, String text) {
        super(kind, text);
    }

    static Syntax.Condition parse(ExpressionKind kind, String text) {
        ConditionParser parser = new ConditionParser(kind, text);
        Syntax.Condition condition = parser.condition(parser.disjunction(false));
        parser.expectEnd();
        return condition;
    }

    /**
     * Conditions with OR between them; or, in parentheses, the term that they hold, since only the closing parenthesis
     * tells {@code (a) = b} from {@code (a = b)}.
     */
    private Syntax disjunction(boolean maybeTerm) {
        Syntax first = conjunction(maybeTerm);
        if (!peek().isWord("OR")) {
            return first;
        }
        List<Syntax.Condition> terms = new ArrayList<>();
        terms.add(condition(first));
        while (acceptWord("OR")) {
            countOperator();
            terms.add(condition(conjunction(false)));
        }
        return new Syntax.Or(List.copyOf(terms));
    }

    private Syntax conjunction(boolean maybeTerm) {
        Syntax first = negation(maybeTerm);
        if (!peek().isWord("AND")) {
            return first;
        }
        List<Syntax.Condition> terms = new ArrayList<>();
        terms.add(condition(first));
        while (acceptWord("AND")) {
            countOperator();
            terms.add(condition(negation(false)));
        }
        return new Syntax.And(List.copyOf(terms));
    }

    private Syntax negation(boolean maybeTerm) {
        int negations = 0;
        while (acceptWord("NOT")) {
            countOperator();
            negations++;
        }
        Syntax result = comparison(maybeTerm && negations == 0);
        for (int i = 0; i < negations; i++) {
            result = new Syntax.Not(condition(result));
        }
        return result;
    }

    private Syntax comparison(boolean maybeTerm) {
        Syntax first = peek().is("(") ? parenthesized() : plainOperand();
        if (!(first instanceof Syntax.Term left)) {
            return first;
        }
        if (peek().kind() == Token.Kind.SIGN && COMPARATORS.contains(peek().text())) {
            countOperator();
            return new Syntax.Comparison(take().text(), left, operand());
        }
        if (acceptWord("BETWEEN")) {
            countOperator();
            Syntax.Term lower = operand();
            if (!acceptWord("AND")) {
                throw syntaxError();
            }
            return new Syntax.Between(left, lower, operand());
        }
        if (acceptWord("IN")) {
            countOperator();
            expect("(");
            List<Syntax.Term> terms = new ArrayList<>();
            terms.add(left);
            terms.addAll(operands());
            expect(")");
            return new Syntax.In(List.copyOf(terms));
        }
        if (left instanceof Syntax.Call || (maybeTerm && peek().is(")"))) {
            return left;
        }
        throw syntaxError();
    }

    private Syntax parenthesized() {
        int opened = open();
        Syntax inner = disjunction(true);
        close(opened);
        return inner instanceof Syntax.Term term ? afterParentheses(term) : inner;
    }

    // DynamoDB: a path goes on behind parentheses, "(a.b).c"; a function's result has no parts.
    @Override
    Syntax.Term afterParentheses(Syntax.Term inner) {
        return inner instanceof Syntax.Path path ? pathAfter(path.steps()) : inner;
    }

    private Syntax.Condition condition(Syntax syntax) {
        if (syntax instanceof Syntax.Condition condition) {
            return condition;
        }
        throw syntaxError();
    }
}

package dev.stator.core.expression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Reads the text of a condition, a filter or a key condition, whose grammar is one and the same. Parentheses around
 * conditions are kept on a stack of its own, so that their number is no concern.
 */
final class ConditionParser extends TokenReader {
    private static final Set<String> COMPARATORS = Set.of("=", "<>", "<", "<=", ">", ">=");

    /** The groups around the one that is being read, innermost first. */
    private final Deque<Group> outer = new ArrayDeque<>();

    private Group group = new Group(-1);

    /** What is read of the whole text, or of what a pair of parentheses holds: conditions with AND and OR between them. */
    private static final class Group {
        private final int opened;
        private final List<Syntax.Condition> alternatives = new ArrayList<>();
        private List<Syntax.Condition> conjunction = new ArrayList<>();
        private int negations;

        Group(int opened) {
            this.opened = opened;
        }

        boolean isEmpty() {
            return negations == 0 && conjunction.isEmpty() && alternatives.isEmpty();
        }

        void and(Syntax.Condition condition) {
            Syntax.Condition negated = condition;
            while (negations > 0) {
                negated = new Syntax.Not(negated);
                negations--;
            }
            conjunction.add(negated);
        }

        void or(Syntax.Condition condition) {
            and(condition);
            alternatives.add(
                    conjunction.size() == 1 ? conjunction.getFirst() : new Syntax.And(List.copyOf(conjunction)));
            conjunction = new ArrayList<>();
        }

        /** The whole of it, which ends with the given condition. */
        Syntax.Condition end(Syntax.Condition condition) {
            or(condition);
            return alternatives.size() == 1 ? alternatives.getFirst() : new Syntax.Or(List.copyOf(alternatives));
        }
    }

    private ConditionParser(ExpressionKind kind, String text) {
        super(kind, text);
    }

    static Syntax.Condition parse(ExpressionKind kind, String text) {
        return new ConditionParser(kind, text).parse();
    }

    private Syntax.Condition parse() {
        while (true) {
            while (acceptWord("NOT")) {
                countOperator();
                group.negations++;
            }
            if (peek().is("(")) {
                outer.push(group);
                group = new Group(open());
                continue;
            }
            Syntax.Condition read = condition(closeGroups(comparison(plainOperand())));
            if (acceptWord("AND")) {
                countOperator();
                group.and(read);
            } else if (acceptWord("OR")) {
                countOperator();
                group.or(read);
            } else if (outer.isEmpty()) {
                expectEnd();
                return group.end(read);
            } else {
                throw syntaxError();
            }
        }
    }

    /** Closes all groups that end behind what was read, and returns the last one of them. */
    private Syntax closeGroups(Syntax read) {
        Syntax last = read;
        while (!outer.isEmpty() && peek().is(")")) {
            // Only here it shows whether the parentheses hold a condition or an operand, (a = b) or (a) = b.
            boolean isOperand = last instanceof Syntax.Term && group.isEmpty();
            Syntax content = isOperand ? last : group.end(condition(last));
            close(group.opened);
            group = outer.pop();
            last = content instanceof Syntax.Term term ? comparison(afterParentheses(term)) : content;
        }
        return last;
    }

    /** The comparison that a term begins, or the term itself where nothing of the kind follows. */
    private Syntax comparison(Syntax.Term left) {
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
            do {
                terms.add(operand());
            } while (accept(","));
            expect(")");
            return new Syntax.In(List.copyOf(terms));
        }
        return left;
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

package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Syntax;
import dev.stator.core.item.AttributeValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads conditions, values and paths. */
final class ExpressionParser {
    private final TokenCursor tokens;

    ExpressionParser(TokenCursor tokens) {
        this.tokens = tokens;
    }

    /** Conditions with OR between them, the loosest of all operators. */
    Expression condition() {
        String position = tokens.peek().position();
        List<Expression> alternatives = new ArrayList<>();
        alternatives.add(conjunction());
        while (tokens.acceptWord("OR")) {
            tokens.countOperator();
            alternatives.add(rightHandSide(this::conjunction));
        }
        return alternatives.size() == 1
                ? alternatives.getFirst()
                : new Expression.Or(List.copyOf(alternatives), position);
    }

    private Expression conjunction() {
        String position = tokens.peek().position();
        List<Expression> terms = new ArrayList<>();
        terms.add(negation());
        while (tokens.acceptWord("AND")) {
            tokens.countOperator();
            terms.add(rightHandSide(this::negation));
        }
        return terms.size() == 1 ? terms.getFirst() : new Expression.And(List.copyOf(terms), position);
    }

    private Expression negation() {
        Token token = tokens.peek();
        if (!tokens.acceptWord("NOT")) {
            return comparison();
        }
        tokens.countOperator();
        tokens.deeper();
        Expression negated = negation();
        tokens.higher();
        return new Expression.Not(negated, token.position());
    }

    private Expression comparison() {
        String position = tokens.peek().position();
        Expression left = sum();
        if (Operators.isComparator(tokens.peek())) {
            tokens.countOperator();
            String comparator = tokens.take().text();
            return new Expression.Comparison(
                    comparator.equals("!=") ? "<>" : comparator, left, rightHandSide(this::sum), position);
        }
        if (tokens.peek().isWord("NOT")
                && (tokens.peekSecond().isWord("IN") || tokens.peekSecond().isWord("BETWEEN"))) {
            tokens.take();
            tokens.countOperator();
            return new Expression.Not(membership(left, position), position);
        }
        return membership(left, position);
    }

    private Expression membership(Expression left, String position) {
        if (tokens.acceptWord("BETWEEN")) {
            tokens.countOperator();
            Expression lower = rightHandSide(this::sum);
            tokens.expectWord("AND");
            return new Expression.Between(left, lower, rightHandSide(this::sum), position);
        }
        if (tokens.acceptWord("IN")) {
            tokens.countOperator();
            return new Expression.In(left, list(), position);
        }
        if (tokens.acceptWord("IS")) {
            tokens.countOperator();
            boolean negated = tokens.acceptWord("NOT");
            Expression test = new Expression.Is(left, type(), position);
            return negated ? new Expression.Not(test, position) : test;
        }
        return left;
    }

    /** What IN looks into: values in brackets or parentheses. */
    private List<Expression> list() {
        if (tokens.accept("[")) {
            return elements("]", "RIGHT_BRACKET");
        }
        if (tokens.accept("(")) {
            return elements(")", "RIGHT_PAREN");
        }
        throw MalformedStatement.noTerm(tokens.peek());
    }

    private TypeTest type() {
        TypeTest type = TypeTest.of(tokens.peek().text());
        if (tokens.peek().kind() != Token.Kind.WORD || type == null) {
            throw MalformedStatement.expected("type name");
        }
        Token name = tokens.take();
        if (name.isWord("DOUBLE")) {
            tokens.expectWord("PRECISION");
        } else if (name.isWord("CHARACTER")) {
            tokens.acceptWord("VARYING");
        }
        return type;
    }

    /** A term, or several with plus and minus between them. */
    Expression sum() {
        String position = tokens.peek().position();
        Expression sum = term();
        while (tokens.peek().is("+") || tokens.peek().is("-")) {
            tokens.countOperator();
            sum = new Expression.Arithmetic(tokens.take().text(), sum, rightHandSide(this::term), position);
        }
        return sum;
    }

    private Expression rightHandSide(Supplier<Expression> parser) {
        if (tokens.atEnd()) {
            throw MalformedStatement.because("Missing right-hand side expression of infix operator");
        }
        return parser.get();
    }

    private Expression term() {
        Token token = tokens.peek();
        switch (token.kind()) {
            case STRING -> {
                tokens.take();
                return new Expression.Literal(new AttributeValue.S(token.text()), token.position());
            }
            case NUMBER -> {
                tokens.take();
                return new Expression.NumberLiteral(new BigDecimal(token.text()), token.position());
            }
            case PARAMETER -> {
                tokens.take();
                return new Expression.Parameter(tokens.countParameter(), token.position());
            }
            case WORD, QUOTED_NAME -> {
                return word(token);
            }
            case SIGN -> {
                return nested(token);
            }
            case END -> throw MalformedStatement.noTerm(token);
        }
        throw MalformedStatement.noTerm(token);
    }

    private Expression word(Token token) {
        if (token.isWord("TRUE") || token.isWord("FALSE")) {
            tokens.take();
            return new Expression.Literal(AttributeValue.Bool.of(token.isWord("TRUE")), token.position());
        }
        if (token.isWord("NULL")) {
            tokens.take();
            return new Expression.Literal(AttributeValue.Null.NULL, token.position());
        }
        if (token.kind() == Token.Kind.WORD && tokens.peekSecond().is("(") && !Operators.begins(token)) {
            return call();
        }
        if (!token.isName()) {
            throw MalformedStatement.noTerm(token);
        }
        return path();
    }

    private Expression nested(Token token) {
        if (token.is("-") || token.is("+")) {
            return signed(token);
        }
        tokens.deeper();
        Expression nested;
        if (tokens.accept("(")) {
            nested = condition();
            tokens.expect(")", "RIGHT_PAREN");
        } else if (tokens.accept("[")) {
            nested = new Expression.ListOf(elements("]", "RIGHT_BRACKET"), token.position());
        } else if (tokens.accept("<<")) {
            nested = new Expression.BagOf(elements(">>", "RIGHT_DOUBLE_ANGLE_BRACKET"), token.position());
        } else if (tokens.accept("{")) {
            nested = new Expression.MapOf(entries(), token.position());
        } else {
            throw MalformedStatement.noTerm(token);
        }
        tokens.higher();
        return nested;
    }

    /** A sign before a number belongs to it; before anything else it is no operator that DynamoDB has. */
    private Expression signed(Token sign) {
        tokens.take();
        if (tokens.peek().kind() != Token.Kind.NUMBER) {
            throw MalformedStatement.noTerm(tokens.peek());
        }
        BigDecimal number = new BigDecimal(tokens.take().text());
        return new Expression.NumberLiteral(sign.is("-") ? number.negate() : number, sign.position());
    }

    private Expression call() {
        Token name = tokens.take();
        tokens.deeper();
        tokens.expect("(", "LEFT_PAREN");
        List<Expression> arguments = elements(")", "RIGHT_PAREN");
        tokens.higher();
        return new Expression.Call(name.lowerCase(), arguments, name.position());
    }

    /** What is in brackets whose first one was taken, up to the last one. */
    private List<Expression> elements(String close, String what) {
        List<Expression> elements = new ArrayList<>();
        if (tokens.accept(close)) {
            return elements;
        }
        do {
            elements.add(sum());
        } while (tokens.accept(","));
        tokens.expect(close, what);
        return List.copyOf(elements);
    }

    private List<Expression.Entry> entries() {
        List<Expression.Entry> entries = new ArrayList<>();
        if (tokens.accept("}")) {
            return entries;
        }
        do {
            Token name = tokens.take();
            if (name.kind() != Token.Kind.STRING) {
                throw MalformedStatement.expected("string literal for the name of an attribute");
            }
            tokens.expect(":", "COLON");
            entries.add(new Expression.Entry(name.text(), sum()));
        } while (tokens.accept(","));
        tokens.expect("}", "RIGHT_CURLY");
        return List.copyOf(entries);
    }

    /**
     * A path: a name, then fields and list elements.
     *
     * @throws ApiException a ValidationException if there is none
     */
    Expression.Path path() {
        Token first = tokens.take();
        if (!first.isName()) {
            throw MalformedStatement.noTerm(first);
        }
        List<Syntax.Step> steps = new ArrayList<>();
        steps.add(new Syntax.Name(first.text()));
        while (true) {
            if (tokens.accept(".")) {
                if (!tokens.peek().isName()) {
                    throw MalformedStatement.because("Invalid path dot component");
                }
                steps.add(new Syntax.Name(tokens.take().text()));
            } else if (tokens.accept("[")) {
                steps.add(element());
                tokens.expect("]", "RIGHT_BRACKET");
            } else {
                return new Expression.Path(List.copyOf(steps), first.position());
            }
        }
    }

    private Syntax.Step element() {
        Token token = tokens.take();
        if (token.kind() == Token.Kind.STRING) {
            return new Syntax.Name(token.text());
        }
        if (token.kind() != Token.Kind.NUMBER || !token.text().chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw MalformedStatement.because("Invalid path bracket component");
        }
        String digits = token.text().replaceFirst("^0+(?=\\d)", "");
        return new Syntax.Index(digits);
    }
}

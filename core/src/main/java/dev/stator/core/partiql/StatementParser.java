package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a statement.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.statements.html">PartiQL
 *     statements for DynamoDB</a>
 */
public final class StatementParser {
    private static final String NO_TABLE = "identifier for simple path";

    private final TokenCursor tokens;
    private final ExpressionParser expressions;

    private StatementParser(TokenCursor tokens) {
        this.tokens = tokens;
        this.expressions = new ExpressionParser(tokens);
    }

    /** A statement, and how many parameters it takes. */
    public record Parsed(Statement statement, int parameters) {}

    /**
     * Reads a statement.
     *
     * @throws ApiException a ValidationException if it is none
     */
    public static Parsed parse(String text) {
        TokenCursor tokens = new TokenCursor(Lexer.scan(text));
        Statement statement = new StatementParser(tokens).statement();
        tokens.expectEnd();
        return new Parsed(statement, tokens.parameters());
    }

    private Statement statement() {
        if (tokens.acceptWord("SELECT")) {
            return select();
        }
        if (tokens.acceptWord("INSERT")) {
            return insert();
        }
        if (tokens.acceptWord("UPDATE")) {
            return update();
        }
        if (tokens.acceptWord("DELETE")) {
            return delete();
        }
        if (tokens.acceptWord("FROM")) {
            return updateFrom();
        }
        if (tokens.peek().isWord("EXISTS") && tokens.peekSecond().is("(")) {
            return exists();
        }
        throw MalformedStatement.expected("data manipulation");
    }

    private Statement.Select select() {
        List<Expression.Path> paths = new ArrayList<>();
        if (!tokens.accept("*")) {
            do {
                paths.add(selected());
            } while (tokens.accept(","));
        }
        tokens.expectWord("FROM");
        if (!tokens.peek().isName()) {
            throw MalformedStatement.noTerm(tokens.peek());
        }
        List<String> from = table();
        checkNoAlias();
        Expression where = where();
        return new Statement.Select(List.copyOf(paths), from, where, orderBy());
    }

    private Expression.Path selected() {
        Token token = tokens.peek();
        boolean isCall = token.kind() == Token.Kind.WORD && tokens.peekSecond().is("(");
        boolean isName = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_NAME;
        if (isCall || (!isName && token.kind() != Token.Kind.END && !token.is("*"))) {
            throw ApiException.validation("Unexpected path component at " + token.position());
        }
        Expression.Path path = expressions.path();
        if (tokens.peek().isWord("AS")) {
            throw aliasing();
        }
        return path;
    }

    private List<Statement.SortKey> orderBy() {
        List<Statement.SortKey> keys = new ArrayList<>();
        if (tokens.acceptWord("ORDER")) {
            tokens.expectWord("BY");
            do {
                Expression.Path path = expressions.path();
                boolean descending = tokens.acceptWord("DESC");
                if (!descending) {
                    tokens.acceptWord("ASC");
                }
                keys.add(new Statement.SortKey(path, !descending));
            } while (tokens.accept(","));
        }
        return List.copyOf(keys);
    }

    private Statement insert() {
        tokens.expectWord("INTO");
        List<String> into = simpleTable();
        if (!tokens.acceptWord("VALUE")) {
            throw MalformedStatement.because("Unexpected token after expression");
        }
        return new Statement.Insert(into, expressions.sum());
    }

    private Statement update() {
        List<String> table = simpleTable();
        checkNoAlias();
        List<Statement.Action> actions = actions();
        Expression where = where();
        return new Statement.Update(table, actions, where, returning());
    }

    /** PartiQL's other form of an update, whose condition comes before the changes. */
    private Statement updateFrom() {
        List<String> table = simpleTable();
        checkNoAlias();
        Expression where = where();
        List<Statement.Action> actions = actions();
        return new Statement.Update(table, actions, where, returning());
    }

    private List<Statement.Action> actions() {
        List<Statement.Action> actions = new ArrayList<>();
        while (true) {
            if (tokens.acceptWord("SET")) {
                do {
                    Expression.Path target = expressions.path();
                    tokens.expect("=", "=");
                    actions.add(new Statement.Set(target, expressions.sum()));
                } while (tokens.accept(","));
            } else if (tokens.acceptWord("REMOVE")) {
                do {
                    actions.add(new Statement.Remove(expressions.path()));
                } while (tokens.accept(","));
            } else if (actions.isEmpty()) {
                throw MalformedStatement.expected("SET or REMOVE");
            } else {
                return List.copyOf(actions);
            }
        }
    }

    private Statement delete() {
        tokens.expectWord("FROM");
        List<String> from = simpleTable();
        checkNoAlias();
        Expression where = where();
        return new Statement.Delete(from, where, returning());
    }

    private Statement exists() {
        tokens.take();
        tokens.expect("(", "LEFT_PAREN");
        tokens.expectWord("SELECT");
        Statement.Select select = select();
        tokens.expect(")", "RIGHT_PAREN");
        return new Statement.Exists(select);
    }

    private List<String> simpleTable() {
        if (!tokens.peek().isName()) {
            throw MalformedStatement.expected(NO_TABLE);
        }
        return table();
    }

    /** A table's name, or its and an index's; whether there are more is a question for later. */
    private List<String> table() {
        List<String> components = new ArrayList<>();
        do {
            if (!tokens.peek().isName()) {
                throw MalformedStatement.because("Invalid path dot component");
            }
            components.add(tokens.take().text());
        } while (tokens.accept("."));
        return List.copyOf(components);
    }

    private void checkNoAlias() {
        if (tokens.peek().isWord("AS") || tokens.peek().isName()) {
            throw aliasing();
        }
    }

    private static ApiException aliasing() {
        return ApiException.validation("Aliasing is not supported");
    }

    private @Nullable Expression where() {
        return tokens.acceptWord("WHERE") ? expressions.condition() : null;
    }

    private @Nullable Returning returning() {
        if (!tokens.acceptWord("RETURNING")) {
            return null;
        }
        boolean all = tokens.acceptWord("ALL");
        if (!all) {
            tokens.expectWord("MODIFIED");
        }
        boolean old = tokens.acceptWord("OLD");
        if (!old) {
            tokens.expectWord("NEW");
        }
        tokens.expect("*", "*");
        return Returning.of(all, old);
    }
}

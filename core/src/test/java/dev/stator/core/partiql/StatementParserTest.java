package dev.stator.core.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.expression.Syntax;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What statements read as; which ones cannot be read is tested with the operations. */
class StatementParserTest {
    private static String where(String condition) {
        Statement statement =
                StatementParser.parse("SELECT * FROM t WHERE " + condition).statement();
        return statement instanceof Statement.Select select && select.where() != null ? show(select.where()) : "";
    }

    /** The tree in prefix form. */
    private static String show(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> literal.value().typeName();
            case Expression.NumberLiteral number -> number.value().toPlainString();
            case Expression.Parameter parameter -> "?" + parameter.index();
            case Expression.ListOf list -> "[" + show(list.elements()) + "]";
            case Expression.BagOf bag -> "<<" + show(bag.elements()) + ">>";
            case Expression.MapOf map ->
                "{"
                        + map.entries().stream()
                                .map(entry -> entry.name() + ":" + show(entry.value()))
                                .collect(Collectors.joining(" "))
                        + "}";
            case Expression.Path path -> path(path);
            case Expression.Call call -> call.function() + "(" + show(call.arguments()) + ")";
            case Expression.Arithmetic sum -> "(" + sum.sign() + " " + show(sum.left()) + " " + show(sum.right()) + ")";
            case Expression.Or or -> "(or " + show(or.terms()) + ")";
            case Expression.And and -> "(and " + show(and.terms()) + ")";
            case Expression.Not not -> "(not " + show(not.negated()) + ")";
            case Expression.Comparison comparison ->
                "(" + comparison.comparator() + " " + show(comparison.left()) + " " + show(comparison.right()) + ")";
            case Expression.Between between ->
                "(between " + show(List.of(between.term(), between.lower(), between.upper())) + ")";
            case Expression.In in -> "(in " + show(in.term()) + " [" + show(in.list()) + "])";
            case Expression.Is is -> "(is " + show(is.term()) + " " + is.type() + ")";
        };
    }

    private static String show(Collection<Expression> expressions) {
        return expressions.stream().map(StatementParserTest::show).collect(Collectors.joining(" "));
    }

    private static String path(Expression.Path path) {
        return path.steps().stream()
                .map(step -> switch (step) {
                    case Syntax.Name name -> name.text();
                    case Syntax.Index index -> "#" + index.digits();
                    case Syntax.NameReference reference -> reference.text();
                })
                .collect(Collectors.joining("."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a = 1 OR b = 2 AND NOT c = 3 AND d = 4|(or (= a 1) (and (= b 2) (not (= c 3)) (= d 4)))",
                "(a = 1 OR b = 2) AND c = 3|(and (or (= a 1) (= b 2)) (= c 3))",
                "NOT NOT a = 1|(not (not (= a 1)))",
                "a != 1 and b <> 2|(and (<> a 1) (<> b 2))",
                "a BETWEEN 1 AND 2 AND b = 3|(and (between a 1 2) (= b 3))",
                "a NOT BETWEEN 1 AND 2|(not (between a 1 2))",
                "a IN [1, ?, [2]] AND b NOT IN (3)|(and (in a [1 ?0 [2]]) (not (in b [3])))",
                "a IS NOT missing OR b is null|(or (not (is a MISSING)) (is b NULL))",
                "a = 1 + ? - -2|(= a (- (+ 1 ?0) -2))",
                "Begins_With(\"a\".b[01].\"c.d\", 'x')|begins_with(a.b.#1.c.d S)",
                "size(a['b']) > .5e1|(> size(a.b) 5)",
                "a = {'x': [true, NULL], 'y': <<1, 'z'>>}|(= a {x:[BOOL NULL] y:<<1 S>>})",
                "? = a AND ? = b|(and (= ?0 a) (= ?1 b))"
            })
    void conditionsReadAsTheyBind(String condition, String tree) {
        assertThat(where(condition)).isEqualTo(tree);
    }

    @Test
    void parametersAreCountedInTheOrderOfTheText() {
        StatementParser.Parsed parsed = StatementParser.parse("UPDATE t SET a = ?, b = [?, ?] WHERE p = ? AND c = '?'");

        assertThat(parsed.parameters()).isEqualTo(4);
        assertThat(parsed.statement()).isInstanceOfSatisfying(Statement.Update.class, update -> {
            assertThat(update.actions()).hasSize(2);
            assertThat(update.where()).isNotNull();
        });
    }

    @Test
    void quotedNamesMayBeAnything() {
        assertThat(StatementParser.parse("SELECT \"select\", \"a\"\"b\", \"\" FROM \"my-table\".\"my.index\"")
                        .statement())
                .isInstanceOfSatisfying(Statement.Select.class, select -> {
                    assertThat(select.from()).containsExactly("my-table", "my.index");
                    assertThat(select.paths())
                            .extracting(StatementParserTest::path)
                            .containsExactly("select", "a\"b", "");
                });
    }

    @Test
    void keywordsAreReadInAnyCase() {
        assertThat(StatementParser.parse("delete From t where p = 1 Returning all OLD *")
                        .statement())
                .isInstanceOfSatisfying(
                        Statement.Delete.class,
                        delete -> assertThat(delete.returning()).isEqualTo(Returning.ALL_OLD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order", "Value", "INNER", "date", "missing"})
    void aKeywordIsNoNameWithoutQuotes(String word) {
        assertThatThrownBy(() -> where(word + " = 1")).hasMessageContaining("Unexpected keyword");
        assertThat(where("\"" + word + "\" = 1")).isEqualTo("(= " + word + " 1)");
    }

    @Test
    void positionsCountLinesAndCharacters() {
        assertThat(Lexer.scan("SELECT /* é\n*/ \"a\"\n  FROM"))
                .extracting(Token::position)
                .containsExactly("1:1:6", "2:4:3", "3:3:4", "3:7:0");
    }
}

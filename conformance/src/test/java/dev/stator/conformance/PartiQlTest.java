package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DuplicateItemException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** PartiQL as applications use it: parameters, pages, batches and transactions. */
final class PartiQlTest extends TargetTest {
    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTable() {
        table = createCompositeTable();
    }

    private ExecuteStatementResponse run(String text, AttributeValue... parameters) {
        return dynamo().executeStatement(request -> {
            request.statement(text.formatted(table)).consistentRead(text.startsWith("SELECT"));
            if (parameters.length > 0) {
                request.parameters(parameters);
            }
        });
    }

    @Test
    void anItemIsInsertedReadUpdatedAndDeleted() {
        AttributeValue p = fromS("life");
        run("INSERT INTO \"%s\" VALUE {'p': ?, 's': '1', 'n': 1, 'tags': <<'a'>>}", p);

        assertThat(run("SELECT n, tags FROM \"%s\" WHERE p = ? AND s = '1'", p).items())
                .containsExactly(Map.of("n", fromN("1"), "tags", AttributeValue.fromSs(List.of("a"))));
        assertThat(run("UPDATE \"%s\" SET n = n + ? WHERE p = ? AND s = '1' RETURNING MODIFIED NEW *", fromN("41"), p)
                        .items())
                .containsExactly(Map.of("n", fromN("42")));
        assertThat(run("DELETE FROM \"%s\" WHERE p = ? AND s = '1' RETURNING ALL OLD *", p)
                        .items())
                .hasSize(1);
        assertThat(run("SELECT * FROM \"%s\" WHERE p = ?", p).items()).isEmpty();
    }

    @Test
    void writesThatDoNotFitTheItemFail() {
        run("INSERT INTO \"%s\" VALUE {'p': 'fail', 's': '1', 'a': 'old'}");

        assertThatThrownBy(() -> run("INSERT INTO \"%s\" VALUE {'p': 'fail', 's': '1'}"))
                .isInstanceOf(DuplicateItemException.class)
                .hasMessageContaining("Duplicate primary key exists in table");
        assertThatThrownBy(() -> run("UPDATE \"%s\" SET a = 'x' WHERE p = 'fail' AND s = 'none'"))
                .isInstanceOf(ConditionalCheckFailedException.class);
        ConditionalCheckFailedException failed = catchThrowableOfType(
                ConditionalCheckFailedException.class,
                () -> dynamo().executeStatement(request -> request.statement(
                                "DELETE FROM \"%s\" WHERE p = 'fail' AND s = '1' AND a = 'new'".formatted(table))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));
        assertThat(failed.item()).containsEntry("a", fromS("old"));
    }

    @Test
    void aLoopOverTokensReadsEverythingInOrder() {
        IntStream.range(0, 25)
                .forEach(i -> put(
                        table, Map.of("p", fromS("pages"), "s", fromS("%02d".formatted(i)), "n", fromN("" + i % 2))));

        List<String> found = new ArrayList<>();
        String token = null;
        int pages = 0;
        do {
            String from = token;
            ExecuteStatementResponse page = dynamo().executeStatement(request -> request.statement(
                            "SELECT s FROM \"%s\" WHERE p = 'pages' AND n = 1 ORDER BY s DESC".formatted(table))
                    .consistentRead(true)
                    .limit(10)
                    .nextToken(from));
            page.items().forEach(item -> found.add(at(item, "s").s()));
            token = page.nextToken();
            pages++;
        } while (token != null);

        assertThat(pages).isEqualTo(3);
        assertThat(found)
                .isEqualTo(IntStream.iterate(23, i -> i > 0, i -> i - 2)
                        .mapToObj("%02d"::formatted)
                        .toList());
    }

    @Test
    void eachStatementOfABatchHasItsOwnEnd() {
        put(table, key("batch", "1"));
        List<BatchStatementResponse> responses = dynamo().batchExecuteStatement(batch -> batch.statements(
                        statement("INSERT INTO \"%s\" VALUE {'p': 'batch', 's': '1'}"),
                        statement("INSERT INTO \"%s\" VALUE {'p': 'batch', 's': '2'}"),
                        statement("UPDATE nope SET a = 1 WHERE p = 'batch'")))
                .responses();

        assertThat(responses.get(0).error().code()).isEqualTo(BatchStatementErrorCodeEnum.DUPLICATE_ITEM);
        assertThat(responses.get(1).error()).isNull();
        assertThat(responses.get(1).tableName()).isEqualTo(table);
        assertThat(responses.get(2).error().code()).isEqualTo(BatchStatementErrorCodeEnum.RESOURCE_NOT_FOUND);
        assertThat(get(table, key("batch", "2"))).isNotEmpty();
    }

    private BatchStatementRequest statement(String text) {
        return BatchStatementRequest.builder().statement(text.formatted(table)).build();
    }

    @Test
    void aTransactionIsAllOrNothing() {
        put(table, key("transaction", "1"));

        TransactionCanceledException cancelled = catchThrowableOfType(
                TransactionCanceledException.class,
                () -> transact(
                        "INSERT INTO \"%s\" VALUE {'p': 'transaction', 's': '2'}",
                        "EXISTS(SELECT * FROM \"%s\" WHERE p = 'transaction' AND s = '1' AND a = 1)"));
        assertThat(cancelled.cancellationReasons())
                .extracting("code")
                .containsExactly("None", "ConditionalCheckFailed");
        assertThat(get(table, key("transaction", "2"))).isEmpty();

        transact(
                "INSERT INTO \"%s\" VALUE {'p': 'transaction', 's': '2'}",
                "UPDATE \"%s\" SET a = 1 WHERE p = 'transaction' AND s = '1'");
        assertThat(transact(
                        "SELECT a FROM \"%s\" WHERE p = 'transaction' AND s = '1'",
                        "SELECT * FROM \"%s\" WHERE p = 'transaction' AND s = '2'",
                        "SELECT * FROM \"%s\" WHERE p = 'transaction' AND s = '3'"))
                .extracting(ItemResponse::item)
                .containsExactly(Map.of("a", fromN("1")), key("transaction", "2"), Map.of());
    }

    private List<ItemResponse> transact(String... texts) {
        List<ParameterizedStatement> statements = List.of(texts).stream()
                .map(text -> ParameterizedStatement.builder()
                        .statement(text.formatted(table))
                        .build())
                .toList();
        return dynamo().executeTransaction(transaction -> transaction.transactStatements(statements))
                .responses();
    }

    @Test
    void unitsAreTold() {
        put(table, key("units", "1"));

        assertThat(dynamo().executeStatement(request -> request.statement(
                                        "SELECT * FROM \"%s\" WHERE p = 'units' AND s = '1'".formatted(table))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()
                        .capacityUnits())
                .isEqualTo(0.5);
    }
}

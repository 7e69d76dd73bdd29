package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

class RequestLogTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Stator stator = Stator.builder()
            .clock(StatorClock.fixed(NOON))
            .recordedRequestsMax(20)
            .build();
    private final DynamoDbClient dynamo = stator.dynamoDbClient();

    @BeforeEach
    void createTable() {
        stator.create(Tables.orders());
    }

    @AfterEach
    void close() {
        stator.close();
    }

    @Test
    void unitsAreKnownThoughNobodyAsked() {
        dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")));
        dynamo.getItem(get -> get.tableName("Orders").key(Tables.key("ann", 1)));
        dynamo.getItem(get -> get.tableName("Orders").key(Tables.key("ann", 1)).consistentRead(true));

        assertThat(stator.requests().all())
                .containsExactly(
                        new RecordedRequest("PutItem", List.of("Orders"), 0, 2, false, 0, 0, null, NOON, Duration.ZERO),
                        new RecordedRequest(
                                "GetItem", List.of("Orders"), 0.5, 0, false, 0, 0, null, NOON, Duration.ZERO),
                        new RecordedRequest(
                                "GetItem", List.of("Orders"), 1, 0, false, 0, 0, null, NOON, Duration.ZERO));
        assertThat(stator.requests().readUnits()).isEqualTo(1.5);
        assertThat(stator.requests().writeUnits()).isEqualTo(2);
    }

    @Test
    void whatAFilterDropsIsCounted() {
        for (int i = 0; i < 4; i++) {
            dynamo.putItem(put(i, i == 0 ? "open" : "paid"));
        }
        stator.requests().clear();

        dynamo.scan(scan -> scan.tableName("Orders")
                .filterExpression("#s = :open")
                .expressionAttributeNames(Map.of("#s", "status"))
                .expressionAttributeValues(Map.of(":open", AttributeValue.fromS("open"))));

        RecordedRequest scan = stator.requests().all().getFirst();
        assertThat(scan.scan()).isTrue();
        assertThat(scan.count()).isEqualTo(1);
        assertThat(scan.scannedCount()).isEqualTo(4);
        assertThat(scan.discarded()).isEqualTo(3);
        assertThat(scan).hasToString("Scan Orders, 0.5 RCU, 1 of 4 items");
    }

    @Test
    void aStatementIsWhatItComesTo() {
        dynamo.putItem(put(1, "open"));
        dynamo.putItem(put(2, "paid"));
        stator.requests().clear();

        dynamo.executeStatement(statement -> statement.statement("SELECT * FROM Orders WHERE status = 'paid'"));
        dynamo.executeStatement(
                statement -> statement.statement("SELECT * FROM Orders WHERE customer = 'ann' AND status = 'paid'"));

        assertThat(stator.requests().all())
                .hasToString("[ExecuteStatement Orders, 0.5 RCU, 1 of 2 items,"
                        + " ExecuteStatement Orders, 0.5 RCU, 1 of 2 items]")
                .extracting(RecordedRequest::scan)
                .containsExactly(true, false);
    }

    @Test
    void anErrorIsRecordedWithWhatItCost() {
        dynamo.putItem(put(1, "open"));
        stator.requests().clear();

        assertThatThrownBy(() -> dynamo.deleteItem(delete -> delete.tableName("Orders")
                        .key(Tables.key("ann", 1))
                        .conditionExpression("attribute_not_exists(customer)")))
                .isInstanceOf(ConditionalCheckFailedException.class);
        assertThatThrownBy(() -> dynamo.getItem(get -> get.tableName("None").key(Tables.key("ann", 1))))
                .isInstanceOf(RuntimeException.class);

        assertThat(stator.requests().all())
                .extracting(RecordedRequest::operation, RecordedRequest::error, RecordedRequest::writeUnits)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("DeleteItem", "ConditionalCheckFailedException", 1.0),
                        org.assertj.core.groups.Tuple.tuple("GetItem", "ResourceNotFoundException", 0.0));
        assertThat(stator.requests().on("None")).hasSize(1);
    }

    @Test
    void aRequestOfSeveralTablesNamesThemAll() {
        stator.create(Tables.orders().named("Archive"));
        TransactWriteItem put = TransactWriteItem.builder()
                .put(Put.builder()
                        .tableName("arn:aws:dynamodb:eu-west-2:000000000000:table/Orders")
                        .item(Tables.order("ann", 1, "open"))
                        .build())
                .build();
        TransactWriteItem check = TransactWriteItem.builder()
                .conditionCheck(condition -> condition
                        .tableName("Archive")
                        .key(Tables.key("ann", 1))
                        .conditionExpression("attribute_not_exists(customer)"))
                .build();
        dynamo.transactWriteItems(write -> write.transactItems(put, check));
        KeysAndAttributes keys =
                KeysAndAttributes.builder().keys(List.of(Tables.key("ann", 1))).build();
        dynamo.batchGetItem(get -> get.requestItems(Map.of("Orders", keys, "Archive", keys)));

        assertThat(stator.requests().all())
                .extracting(RecordedRequest::tables)
                .containsExactly(List.of("Archive", "Orders"), List.of("Archive", "Orders"));
        assertThat(stator.requests().of("TransactWriteItems").getFirst().writeUnits())
                .as("two items twice, and the entry of the index")
                .isEqualTo(5);
    }

    @Test
    void theOldestAreDroppedBeyondTheBoundAndThatIsKnown() {
        for (int i = 0; i < 25; i++) {
            dynamo.listTables();
        }
        assertThat(stator.requests().all()).hasSize(20);
        assertThat(stator.requests().dropped()).isEqualTo(5);

        stator.requests().clear();
        assertThat(stator.requests().all()).isEmpty();
        assertThat(stator.requests().dropped()).isZero();
    }

    @Test
    void asynchronousRequestsKeepTheirUnitsApart() {
        var puts = java.util.stream.IntStream.range(0, 20)
                .mapToObj(i -> stator.dynamoDbAsyncClient().putItem(put(i, "open")))
                .toList();
        puts.forEach(java.util.concurrent.CompletableFuture::join);

        assertThat(stator.requests().all())
                .hasSize(20)
                .allSatisfy(request -> assertThat(request.writeUnits()).isEqualTo(2));
    }

    @Test
    void aLookIntoATableLeavesNoTrace() {
        dynamo.putItem(put(1, "open"));
        stator.requests().clear();

        assertThat(stator.table("Orders").count()).isEqualTo(1);
        assertThat(stator.table("Orders").items()).containsExactly(Tables.order("ann", 1, "open"));

        assertThat(stator.requests().all()).isEmpty();
        assertThatThrownBy(() -> stator.table("None").items()).hasMessageContaining("table None");
    }

    private static software.amazon.awssdk.services.dynamodb.model.PutItemRequest put(int number, String status) {
        return software.amazon.awssdk.services.dynamodb.model.PutItemRequest.builder()
                .tableName("Orders")
                .item(Tables.order("ann", number, status))
                .build();
    }
}

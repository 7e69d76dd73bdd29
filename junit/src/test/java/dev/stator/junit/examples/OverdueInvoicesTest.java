package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The test that catches the Scan: two implementations give the same answer, and only one may go to production. */
@StatorTest
@Table(
        name = "Invoices",
        partitionKey = "number:N",
        globalIndexes =
                @Table.GlobalIndex(
                        name = "unpaid",
                        partitionKey = "unpaid",
                        sortKey = "due",
                        projectedOnly = "KEYS_ONLY"))
class OverdueInvoicesTest {
    interface Invoices {
        List<String> overdue(LocalDate today);
    }

    record ByScan(DynamoDbClient dynamo) implements Invoices {
        @Override
        public List<String> overdue(LocalDate today) {
            return dynamo
                    .scan(scan -> scan.tableName("Invoices")
                            .filterExpression("attribute_exists(unpaid) AND due < :today")
                            .expressionAttributeValues(Map.of(":today", s(today.toString()))))
                    .items()
                    .stream()
                    .map(item -> item.get("number").n())
                    .sorted()
                    .toList();
        }
    }

    record ByIndex(DynamoDbClient dynamo) implements Invoices {
        @Override
        public List<String> overdue(LocalDate today) {
            return dynamo
                    .query(query -> query.tableName("Invoices")
                            .indexName("unpaid")
                            .keyConditionExpression("unpaid = :yes AND due < :today")
                            .expressionAttributeValues(Map.of(":yes", s("x"), ":today", s(today.toString()))))
                    .items()
                    .stream()
                    .map(item -> item.get("number").n())
                    .sorted()
                    .toList();
        }
    }

    private static final LocalDate TODAY = LocalDate.parse("2026-03-01");

    @Injected
    private Stator stator;

    @BeforeEach
    void bill(DynamoDbClient dynamo) {
        for (int i = 100; i < 200; i++) {
            int number = i;
            String due = TODAY.plusDays(i - 105).toString();
            dynamo.putItem(put -> put.tableName("Invoices")
                    .item(
                            number % 2 == 0
                                    ? Map.of("number", n(number), "due", s(due))
                                    : Map.of("number", n(number), "due", s(due), "unpaid", s("x"))));
        }
    }

    @Test
    void theIndexHasWhatIsUnpaidOnly() {
        assertThat(new ByIndex(stator.dynamoDbClient()).overdue(TODAY)).containsExactly("101", "103");

        assertThat(stator).scannedNothing().discardedNothing().consumedAtMost(0.5, 0);
    }

    @Test
    void theScanGivesTheSameAnswerAndIsCaught() {
        assertThat(new ByScan(stator.dynamoDbClient()).overdue(TODAY)).containsExactly("101", "103");

        assertThatThrownBy(() -> assertThat(stator).scannedNothing())
                .hasMessageContaining("Scan Invoices, 0.5 RCU, 2 of 100 items");
    }
}

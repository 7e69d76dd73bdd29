package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reports in PartiQL, which looks like SQL: a statement without the key is a scan, and the test tells. */
@StatorTest
@Table(name = "Sales", partitionKey = "shop", sortKey = "day")
class SalesReportTest {
    record Report(DynamoDbClient dynamo) {
        long revenue(String shop, String month) {
            return sum("SELECT cents FROM Sales WHERE shop = ? AND begins_with(day, ?)", s(shop), s(month));
        }

        long revenueOfAll(String month) {
            return sum("SELECT cents FROM Sales WHERE begins_with(day, ?)", s(month));
        }

        private long sum(String statement, AttributeValue... parameters) {
            return dynamo
                    .executeStatement(request -> request.statement(statement).parameters(List.of(parameters)))
                    .items()
                    .stream()
                    .mapToLong(item -> number(item, "cents"))
                    .sum();
        }
    }

    @Injected
    private Stator stator;

    private Report report;

    @BeforeEach
    void sell(DynamoDbClient dynamo) {
        report = new Report(dynamo);
        for (String shop : List.of("london", "leeds")) {
            for (int day = 1; day <= 9; day++) {
                String date = (day < 5 ? "2026-02-0" : "2026-03-0") + day;
                long cents = day * 100L;
                dynamo.executeStatement(
                        insert -> insert.statement("INSERT INTO Sales VALUE {'shop': ?, 'day': ?, 'cents': ?}")
                                .parameters(List.of(s(shop), s(date), n(cents))));
            }
        }
    }

    @Test
    void aShopsMonthIsASlice() {
        assertThat(report.revenue("london", "2026-02")).isEqualTo(1000);

        assertThat(stator).scannedNothing().discardedNothing();
    }

    @Test
    void aMonthOfAllShopsIsAScan() {
        assertThat(report.revenueOfAll("2026-02")).isEqualTo(2000);

        assertThatThrownBy(() -> assertThat(stator).scannedNothing()).hasMessageContaining("8 of 18 items");
    }
}

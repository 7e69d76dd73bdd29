package dev.stator.junit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.BeanTable;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import dev.stator.junit.TemplateTables;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@StatorTest
@Table(
        name = "Orders",
        partitionKey = "customer",
        sortKey = "number:N",
        globalIndexes = @Table.GlobalIndex(name = "by-status", partitionKey = "status", projectedOnly = "total"),
        localIndexes = @Table.LocalIndex(name = "by-total", sortKey = "total:N"))
@BeanTable(value = ThreeKindsOfTablesTest.Invoice.class, name = "Invoices")
@TemplateTables(value = "audit.template.json", parameters = "Stage=test")
class ThreeKindsOfTablesTest {
    /** The least that a bean has. */
    @DynamoDbBean
    public static class Invoice {
        private String number;

        @DynamoDbPartitionKey
        public String getNumber() {
            return number;
        }

        public void setNumber(String number) {
            this.number = number;
        }
    }

    @Test
    void allAreThere(DynamoDbClient dynamo, DynamoDbTable<Invoice> invoices) {
        assertThat(dynamo.listTables().tableNames()).containsExactly("Invoices", "Orders", "audit-test");
        assertThat(invoices.tableName()).isEqualTo("Invoices");
    }
}

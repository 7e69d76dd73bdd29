package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.BeanTable;
import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;

/** Customers, orders and order lines in one table, so that an order with its lines is one read. */
@StatorTest
@BeanTable(value = SingleTableShopTest.Row.class, name = "Shop")
class SingleTableShopTest {
    /** Whatever the shop keeps: keys are built from the kind and its identity. */
    @DynamoDbBean
    public static class Row {
        private String pk;
        private String sk;
        private String kind;
        private String status;
        private String at;
        private Integer cents;

        @DynamoDbPartitionKey
        public String getPk() {
            return pk;
        }

        public void setPk(String pk) {
            this.pk = pk;
        }

        @DynamoDbSortKey
        public String getSk() {
            return sk;
        }

        public void setSk(String sk) {
            this.sk = sk;
        }

        public String getKind() {
            return kind;
        }

        public void setKind(String kind) {
            this.kind = kind;
        }

        @DynamoDbSecondaryPartitionKey(indexNames = "by-status")
        public String getStatus() {
            return status;
        }

        public void setStatus(String status) {
            this.status = status;
        }

        @DynamoDbSecondarySortKey(indexNames = "by-status")
        public String getAt() {
            return at;
        }

        public void setAt(String at) {
            this.at = at;
        }

        public Integer getCents() {
            return cents;
        }

        public void setCents(Integer cents) {
            this.cents = cents;
        }

        static Row of(String kind, String pk, String sk) {
            Row row = new Row();
            row.setKind(kind);
            row.setPk(pk);
            row.setSk(sk);
            return row;
        }
    }

    @Injected
    private Stator stator;

    @Injected
    private DynamoDbTable<Row> shop;

    @BeforeEach
    void stock() {
        shop.putItem(Row.of("customer", "CUSTOMER#ann", "PROFILE"));
        order("ann", "1001", "2026-02-27", "shipped", 500, 250);
        order("ann", "1002", "2026-03-01", "open", 1999);
        order("ben", "1003", "2026-02-28", "open", 100, 100, 100);
    }

    private void order(String customer, String number, String at, String status, int... prices) {
        Row order = Row.of("order", "CUSTOMER#" + customer, "ORDER#" + number);
        order.setAt(at);
        order.setStatus(status);
        shop.putItem(order);
        for (int i = 0; i < prices.length; i++) {
            Row line = Row.of("line", "CUSTOMER#" + customer, "ORDER#" + number + "#LINE#" + i);
            line.setCents(prices[i]);
            shop.putItem(line);
        }
    }

    @Test
    void anOrderComesWithItsLinesInOneRead() {
        List<Row> rows = shop
                .query(QueryConditional.sortBeginsWith(Key.builder()
                        .partitionValue("CUSTOMER#ann")
                        .sortValue("ORDER#1001")
                        .build()))
                .items()
                .stream()
                .toList();

        assertThat(rows).extracting(Row::getKind).containsExactly("order", "line", "line");
        assertThat(rows.stream()
                        .filter(row -> row.getCents() != null)
                        .mapToInt(Row::getCents)
                        .sum())
                .isEqualTo(750);
        assertThat(stator).requested("Query", 1).discardedNothing().consumedAtMost(0.5, 0);
    }

    @Test
    void openOrdersOfAllCustomersAreInTheIndexOldestFirst() {
        List<String> open =
                shop.index("by-status").query(QueryConditional.keyEqualTo(key -> key.partitionValue("open"))).stream()
                        .flatMap(page -> page.items().stream())
                        .map(Row::getSk)
                        .toList();

        assertThat(open).containsExactly("ORDER#1003", "ORDER#1002");
        assertThat(stator).scannedNothing();
    }

    @Test
    void aProfileIsReadByItself() {
        Row profile = shop.getItem(Key.builder()
                .partitionValue("CUSTOMER#ann")
                .sortValue("PROFILE")
                .build());

        assertThat(profile.getKind()).isEqualTo("customer");
        assertThat(stator).requestedOnly("GetItem");
    }
}

package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.BeanTable;
import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbConvertedBy;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbImmutable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An immutable class with a type of its own: what a converter writes is what is in the table, to the last digit. */
@StatorTest
@BeanTable(value = PriceListTest.Price.class, name = "Prices")
class PriceListTest {
    /** An amount in a currency. */
    public record Money(BigDecimal amount, Currency currency) {}

    /** Money as {@code 19.90 EUR}, so that no digit is lost and a person can read the table. */
    public static class MoneyConverter implements AttributeConverter<Money> {
        @Override
        public AttributeValue transformFrom(Money money) {
            return s(money.amount().toPlainString() + " " + money.currency());
        }

        @Override
        public Money transformTo(AttributeValue value) {
            String[] parts = value.s().split(" ", 2);
            return new Money(new BigDecimal(parts[0]), Currency.getInstance(parts[1]));
        }

        @Override
        public EnhancedType<Money> type() {
            return EnhancedType.of(Money.class);
        }

        @Override
        public AttributeValueType attributeValueType() {
            return AttributeValueType.S;
        }
    }

    @DynamoDbImmutable(builder = Price.Builder.class)
    public static final class Price {
        private final String product;
        private final String since;
        private final Money money;

        private Price(Builder builder) {
            this.product = builder.product;
            this.since = builder.since;
            this.money = builder.money;
        }

        static Price of(String product, String since, String amount) {
            return builder()
                    .product(product)
                    .since(since)
                    .money(new Money(new BigDecimal(amount), Currency.getInstance("EUR")))
                    .build();
        }

        public static Builder builder() {
            return new Builder();
        }

        @DynamoDbPartitionKey
        public String product() {
            return product;
        }

        @DynamoDbSortKey
        public String since() {
            return since;
        }

        @DynamoDbConvertedBy(MoneyConverter.class)
        public Money money() {
            return money;
        }

        public static final class Builder {
            private String product;
            private String since;
            private Money money;

            public Builder product(String chosen) {
                product = chosen;
                return this;
            }

            public Builder since(String chosen) {
                since = chosen;
                return this;
            }

            public Builder money(Money chosen) {
                money = chosen;
                return this;
            }

            public Price build() {
                return new Price(this);
            }
        }
    }

    record PriceList(DynamoDbTable<Price> prices) {
        /** The price that holds on a day: the last one that began by then. */
        Money on(String product, String day) {
            List<Price> last = prices
                    .query(query -> query.queryConditional(QueryConditional.sortLessThanOrEqualTo(
                                    key -> key.partitionValue(product).sortValue(day)))
                            .scanIndexForward(false)
                            .limit(1))
                    .stream()
                    .flatMap(page -> page.items().stream())
                    .limit(1)
                    .toList();
            return last.isEmpty() ? null : last.getFirst().money();
        }
    }

    @Injected
    private Stator stator;

    @Test
    void thePriceOfADayIsTheLastThatBeganByThen(DynamoDbTable<Price> table) {
        table.putItem(Price.of("tea", "2026-01-01", "3.90"));
        table.putItem(Price.of("tea", "2026-03-01", "4.10"));
        PriceList prices = new PriceList(table);

        assertThat(prices.on("tea", "2025-12-31")).isNull();
        assertThat(prices.on("tea", "2026-02-28").amount()).isEqualByComparingTo("3.90");
        assertThat(prices.on("tea", "2026-03-01").amount()).isEqualByComparingTo("4.10");
    }

    @Test
    void whatIsInTheTableIsWhatTheConverterWrote(DynamoDbTable<Price> table) {
        table.putItem(Price.of("tea", "2026-01-01", "3.90"));

        assertThat(stator)
                .table("Prices")
                .items()
                .containsExactly(Map.of("product", s("tea"), "since", s("2026-01-01"), "money", s("3.90 EUR")));
    }
}

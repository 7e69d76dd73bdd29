package dev.stator.junit;

import dev.stator.junit.sdk.SdkItems;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Assertions on what is in a table. */
public final class TableAssert extends AbstractAssert<TableAssert, TableContents> {
    TableAssert(TableContents contents) {
        super(contents, TableAssert.class);
    }

    /** There are so many items. */
    public TableAssert hasItems(int count) {
        List<Map<String, AttributeValue>> items = contents();
        if (items.size() != count) {
            failWithMessage(
                    "Expected table %s to have %s items, not %s:%n%s", name(), count, items.size(), lines(items));
        }
        return this;
    }

    /** There are no items. */
    public TableAssert isEmpty() {
        return hasItems(0);
    }

    /** One item has these attributes, and perhaps others; sets are equal in any order, and numbers by what they are worth. */
    public TableAssert hasItemWith(Map<String, AttributeValue> attributes) {
        List<Map<String, AttributeValue>> items = contents();
        if (items.stream().noneMatch(item -> SdkItems.has(item, attributes))) {
            failWithMessage(
                    "Expected table %s to have an item with%n  %s%nbut it has%n%s", name(), attributes, lines(items));
        }
        return this;
    }

    /** No item has these attributes, compared as in {@link #hasItemWith}. */
    public TableAssert hasNoItemWith(Map<String, AttributeValue> attributes) {
        for (Map<String, AttributeValue> item : contents()) {
            if (SdkItems.has(item, attributes)) {
                failWithMessage(
                        "Expected table %s to have no item with%n  %s%nbut it has%n  %s", name(), attributes, item);
            }
        }
        return this;
    }

    /** Goes on with the items as a list, in the order of a Scan. */
    public ListAssert<Map<String, AttributeValue>> items() {
        return Assertions.assertThat(contents()).as("items of table %s", name());
    }

    private List<Map<String, AttributeValue>> contents() {
        isNotNull();
        return Objects.requireNonNull(actual).items();
    }

    private String name() {
        return Objects.requireNonNull(actual).name();
    }

    private static String lines(List<Map<String, AttributeValue>> items) {
        StringBuilder lines = new StringBuilder();
        items.forEach(item -> lines.append("  ").append(item).append(System.lineSeparator()));
        return lines.isEmpty() ? "  (no items)" : lines.toString();
    }
}

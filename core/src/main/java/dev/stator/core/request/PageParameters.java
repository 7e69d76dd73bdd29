package dev.stator.core.request;

import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ConditionExpression;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.ReadSource;
import dev.stator.core.read.Selection;
import dev.stator.core.read.StartKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request members that Query and Scan have in common: what is read, where the page begins and ends, which items are
 * kept, and what of them is returned.
 */
public final class PageParameters {
    private final String filterMember;
    private @Nullable String tableName;
    private @Nullable String indexName;
    private @Nullable String select;
    private @Nullable List<String> attributesToGet;
    private @Nullable Integer limit;
    private @Nullable Boolean consistentRead;
    private @Nullable Map<String, LegacyReader.InputCondition> legacyFilter;
    private @Nullable String conditionalOperator;
    private @Nullable InputAttributes exclusiveStartKey;
    private @Nullable String returnConsumedCapacity;
    private @Nullable String projectionExpression;
    private @Nullable String filterExpression;
    private @Nullable Map<String, String> names;
    private @Nullable InputAttributes values;
    private @Nullable Condition boundLegacyFilter;

    /** @param filterMember how the operation names its legacy filter, QueryFilter or ScanFilter */
    public PageParameters(String filterMember) {
        this.filterMember = filterMember;
    }

    /** Reads the member's value if it is one of these, else steps over it. */
    public void readOrSkip(String member, RequestReader in) {
        if (member.equals(filterMember)) {
            legacyFilter = LegacyReader.conditions(in);
            return;
        }
        switch (member) {
            case "TableName" -> tableName = in.string();
            case "IndexName" -> indexName = in.string();
            case "Select" -> select = in.string();
            case "AttributesToGet" -> attributesToGet = in.strings();
            case "Limit" -> limit = in.integer();
            case "ConsistentRead" -> consistentRead = in.bool();
            case "ConditionalOperator" -> conditionalOperator = in.string();
            case "ExclusiveStartKey" -> exclusiveStartKey = AttributeReader.attributes(in);
            case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
            case "ProjectionExpression" -> projectionExpression = in.string();
            case "FilterExpression" -> filterExpression = in.string();
            case "ExpressionAttributeNames" -> names = in.map("java.lang.String", in::string);
            case "ExpressionAttributeValues" -> values = AttributeReader.attributes(in);
            default -> in.skip();
        }
    }

    /** Adds the violations of these members. */
    public void check(Constraints constraints) {
        constraints
                .oneOf("select", select, "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES")
                .name("indexName", indexName)
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .tableName("tableName", tableName)
                .oneOf("conditionalOperator", conditionalOperator, "OR", "AND");
        LegacyReader.checkConditions(constraints, memberPath(), legacyFilter);
        checkLimit(constraints);
        constraints.length("attributesToGet", attributesToGet, 1, 255);
    }

    private void checkLimit(Constraints constraints) {
        if (filterMember.equals("ScanFilter")) {
            constraints.atLeast("limit", limit, 1);
        } else if (limit != null && limit < 1) {
            // DynamoDB: Query words it otherwise than Scan, and does not show the value (public suite, May 2026).
            constraints.addUnshown("Limit", "Member must have value greater than or equal to 1");
        }
    }

    private String memberPath() {
        return Character.toLowerCase(filterMember.charAt(0)) + filterMember.substring(1);
    }

    /** Requires: {@link #check} has passed. */
    public String tableName() {
        return Objects.requireNonNull(tableName);
    }

    public @Nullable String indexName() {
        return indexName;
    }

    public @Nullable String select() {
        return select;
    }

    public @Nullable List<String> attributesToGet() {
        return attributesToGet;
    }

    public @Nullable Map<String, LegacyReader.InputCondition> legacyFilter() {
        return legacyFilter;
    }

    public @Nullable String conditionalOperator() {
        return conditionalOperator;
    }

    public @Nullable String projectionExpression() {
        return projectionExpression;
    }

    public @Nullable String filterExpression() {
        return filterExpression;
    }

    public @Nullable Map<String, String> names() {
        return names;
    }

    public @Nullable InputAttributes values() {
        return values;
    }

    public int limit() {
        return limit == null ? Integer.MAX_VALUE : limit;
    }

    public boolean consistentRead() {
        return Boolean.TRUE.equals(consistentRead);
    }

    public ConsumedCapacity.Detail capacityDetail() {
        return ConsumedCapacity.Detail.of(returnConsumedCapacity);
    }

    public @Nullable Map<String, AttributeValue> exclusiveStartKey() {
        return exclusiveStartKey == null ? null : exclusiveStartKey.values();
    }

    /** Checks the legacy filter, which {@link #filter} then gives. */
    public void bindLegacyFilter() {
        boundLegacyFilter = LegacyReader.filter(legacyFilter, conditionalOperator);
    }

    /** Throws if AttributesToGet has an attribute twice. */
    public void checkAttributesToGet() {
        ProjectionParameters.checkNoDuplicate(attributesToGet);
    }

    /** Checks the values of the start key by themselves. */
    public void checkStartKeyValues() {
        StartKey.checkValues(exclusiveStartKey);
    }

    /** Checks Select against the other members; {@code reading} is the operation as DynamoDB's text has it. */
    public void checkSelect(String reading) {
        String projection = projectionExpression != null
                ? "ProjectionExpression"
                : attributesToGet != null ? "AttributesToGet" : null;
        Selection.check(select, indexName != null, projection, reading);
    }

    /** The names and values of the request's expressions, checked by themselves. */
    public Substitutions substitutions() {
        Substitutions substitutions = new Substitutions(names, values);
        substitutions.check();
        return substitutions;
    }

    /** The filter in whichever form the request has it; null for none. Requires: {@link #bindLegacyFilter}. */
    public @Nullable Condition filter(Substitutions substitutions) {
        if (filterExpression != null) {
            return ConditionExpression.parse("FilterExpression", filterExpression, substitutions);
        }
        return boundLegacyFilter;
    }

    /** Throws if the filter reads a key attribute of what is queried. */
    public void checkFilterAvoidsKeys(ReadSource source, @Nullable Condition filter) {
        if (filter == null) {
            return;
        }
        source.keys().attributes().stream()
                .filter(key -> filter.attributes().contains(key.name()))
                .findFirst()
                .ifPresent(key -> {
                    String form = filterExpression != null ? "Filter Expression" : filterMember;
                    throw ApiException.validation(form + " can only contain non-primary key attributes: Primary key"
                            + " attribute: " + key.name());
                });
    }

    /** The projection in whichever form the request has it; null for all attributes. */
    public @Nullable ProjectionExpression projection(Substitutions substitutions) {
        if (projectionExpression != null) {
            return ProjectionExpression.parse(projectionExpression, substitutions);
        }
        return attributesToGet == null ? null : ProjectionExpression.ofAttributes(attributesToGet);
    }
}

package dev.stator.core.request;

import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ConditionExpression;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.write.ItemCollections;
import dev.stator.core.write.WriteCondition;
import dev.stator.core.write.Written;
import dev.stator.storage.Engine;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request members that PutItem, UpdateItem and DeleteItem have in common: the table, the condition in either form, and
 * what the answer shall tell.
 */
public final class WriteParameters {
    private @Nullable String tableName;
    private @Nullable String conditionExpression;
    private @Nullable Map<String, LegacyReader.InputExpected> expected;
    private @Nullable String conditionalOperator;
    private @Nullable Map<String, String> names;
    private @Nullable InputAttributes values;
    private @Nullable String returnValues;
    private @Nullable String returnConsumedCapacity;
    private @Nullable String returnItemCollectionMetrics;
    private @Nullable String returnValuesOnConditionCheckFailure;

    /** Reads the member's value if it is one of these. */
    public boolean read(String member, RequestReader in) {
        switch (member) {
            case "TableName" -> tableName = in.string();
            case "ConditionExpression" -> conditionExpression = in.string();
            case "Expected" -> expected = LegacyReader.expected(in);
            case "ConditionalOperator" -> conditionalOperator = in.string();
            case "ExpressionAttributeNames" -> names = in.map("java.lang.String", in::string);
            case "ExpressionAttributeValues" -> values = AttributeReader.attributes(in);
            case "ReturnValues" -> returnValues = in.string();
            case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
            case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
            case "ReturnValuesOnConditionCheckFailure" -> returnValuesOnConditionCheckFailure = in.string();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Adds the violations of these members; the caller's own required member comes behind the table. */
    public void check(Constraints constraints, String requiredMember, @Nullable Object required) {
        constraints
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .tableName("tableName", tableName)
                .notNull(requiredMember, required)
                .oneOf("conditionalOperator", conditionalOperator, "OR", "AND")
                .oneOf("returnValues", returnValues, "ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")
                .oneOf("returnItemCollectionMetrics", returnItemCollectionMetrics, "SIZE", "NONE")
                .oneOf("returnValuesOnConditionCheckFailure", returnValuesOnConditionCheckFailure, "ALL_OLD", "NONE");
        LegacyReader.checkExpected(constraints, expected);
        constraints.check();
    }

    /** Requires: {@link #check} has passed. */
    public String tableName() {
        return Objects.requireNonNull(tableName);
    }

    public @Nullable String conditionExpression() {
        return conditionExpression;
    }

    public @Nullable Map<String, LegacyReader.InputExpected> expected() {
        return expected;
    }

    public @Nullable String conditionalOperator() {
        return conditionalOperator;
    }

    public @Nullable Map<String, String> names() {
        return names;
    }

    public @Nullable InputAttributes values() {
        return values;
    }

    /** NONE where the request says nothing. */
    public String returnValues() {
        return returnValues == null ? "NONE" : returnValues;
    }

    public ConsumedCapacity.Detail capacityDetail() {
        return ConsumedCapacity.Detail.of(returnConsumedCapacity);
    }

    /** The names and values of the request's expressions. */
    public Substitutions substitutions() {
        Substitutions substitutions = new Substitutions(names, values);
        substitutions.check();
        return substitutions;
    }

    /** The condition in whichever form the request has it, checked; null for none. */
    public @Nullable Condition condition(Substitutions substitutions) {
        if (conditionExpression != null) {
            return ConditionExpression.parse("ConditionExpression", conditionExpression, substitutions);
        }
        return legacyCondition();
    }

    /** The condition of the legacy parameters, checked; null for none. */
    public @Nullable Condition legacyCondition() {
        return LegacyReader.condition(expected, conditionalOperator);
    }

    /** Throws ConditionalCheckFailedException, with the old item where the request wants it, if the condition fails. */
    public void test(@Nullable Condition condition, @Nullable EncodedItem old) {
        new WriteCondition(condition, "ALL_OLD".equals(returnValuesOnConditionCheckFailure)).test(old);
    }

    /** Writes ConsumedCapacity and ItemCollectionMetrics where the request asks for them. */
    public void writeMetrics(JsonWriter out, Engine engine, Written written, Attributes key) {
        written.capacity().writeMember(out, capacityDetail());
        if ("SIZE".equals(returnItemCollectionMetrics) && written.table().hasLocalIndexes()) {
            KeyAttribute partition = written.table().keys().partition().getFirst();
            out.field("ItemCollectionMetrics");
            ItemCollections.writeMetrics(
                    out,
                    written.table(),
                    Objects.requireNonNull(key.attribute(partition.name())),
                    ItemCollections.sizeBytes(engine, written.table(), written.collection()));
        }
    }

    /** Throws if ReturnValues is none of these. */
    public void checkReturnValues(String allowed, String... modes) {
        if (!Set.of(modes).contains(returnValues())) {
            throw ApiException.validation("ReturnValues can only be " + allowed);
        }
    }
}

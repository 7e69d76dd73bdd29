package dev.stator.core.request;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ConditionExpression;
import dev.stator.core.expression.ExpressionParameters;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.expression.Update;
import dev.stator.core.expression.UpdateExpression;
import dev.stator.core.item.Item;
import dev.stator.core.item.ItemSize;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.write.PayloadDigest;
import dev.stator.core.write.WriteCondition;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The request members of one action of TransactWriteItems. */
public final class ActionParameters {
    private final Kind kind;
    private @Nullable String tableName;
    private @Nullable InputAttributes attributes;
    private @Nullable String updateExpression;
    private @Nullable String conditionExpression;
    private @Nullable Map<String, String> names;
    private @Nullable InputAttributes values;
    private @Nullable String returnValuesOnConditionCheckFailure;

    /** What an action does. */
    public enum Kind {
        CONDITION_CHECK("ConditionCheck", "Key"),
        PUT("Put", "Item"),
        DELETE("Delete", "Key"),
        UPDATE("Update", "Key");

        private final String type;
        private final String attributesMember;

        Kind(String type, String attributesMember) {
            this.type = type;
            this.attributesMember = attributesMember;
        }

        /** The kind that a member of the request names, or null. */
        public static @Nullable Kind of(String member) {
            for (Kind kind : values()) {
                if (kind.type.equals(member)) {
                    return kind;
                }
            }
            return null;
        }

        private static String path(String member) {
            return member.substring(0, 1).toLowerCase(Locale.ROOT) + member.substring(1);
        }
    }

    private ActionParameters(Kind kind) {
        this.kind = kind;
    }

    /** Reads an action; null if it is absent. */
    public static @Nullable ActionParameters read(Kind kind, RequestReader in) {
        if (!in.beginStructure(kind.type)) {
            return null;
        }
        ActionParameters parameters = new ActionParameters(kind);
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            parameters.read(member, in);
        }
        return parameters;
    }

    private void read(String member, RequestReader in) {
        if (member.equals(kind.attributesMember)) {
            attributes = AttributeReader.attributes(in);
            return;
        }
        switch (member) {
            case "TableName" -> tableName = in.string();
            case "ConditionExpression" -> conditionExpression = in.string();
            case "ExpressionAttributeNames" -> names = in.map("java.lang.String", in::string);
            case "ExpressionAttributeValues" -> values = AttributeReader.attributes(in);
            case "ReturnValuesOnConditionCheckFailure" -> returnValuesOnConditionCheckFailure = in.string();
            default -> {
                if (kind == Kind.UPDATE && member.equals("UpdateExpression")) {
                    updateExpression = in.string();
                } else {
                    in.skip();
                }
            }
        }
    }

    /** Adds the violations of this action. */
    public void check(Constraints constraints, int number) {
        String path = "transactItems." + number + ".member." + Kind.path(kind.type) + ".";
        constraints
                .tableName(path + "tableName", tableName)
                .notNull(path + Kind.path(kind.attributesMember), attributes);
        if (kind == Kind.UPDATE) {
            constraints.notNull(path + "updateExpression", updateExpression);
        }
        if (kind == Kind.CONDITION_CHECK) {
            constraints.notNull(path + "conditionExpression", conditionExpression);
        }
        constraints.oneOf(
                path + "returnValuesOnConditionCheckFailure", returnValuesOnConditionCheckFailure, "ALL_OLD", "NONE");
    }

    /**
     * An action with its expressions bound.
     *
     * @param attributes the item of a put, the key of any other
     */
    public record Action(
            Kind kind,
            String tableName,
            Item attributes,
            @Nullable Update update,
            WriteCondition condition) {}

    /** Checks all that can be checked without the table. Requires: {@link #check} has passed. */
    public Action bind() {
        InputAttributes input = Objects.requireNonNull(attributes);
        ExpressionParameters expressions = new ExpressionParameters();
        if (kind == Kind.UPDATE) {
            expressions.expression("UpdateExpression", updateExpression);
        }
        expressions.expression("ConditionExpression", conditionExpression).check(names != null, values != null);
        input.check();
        Item item = new Item(input.values());
        if (kind == Kind.PUT && ItemSize.isTooLarge(item.attributes())) {
            throw ApiException.validation("Item size has exceeded the maximum allowed size");
        }
        Substitutions substitutions = new Substitutions(names, values);
        substitutions.check();
        Update update = updateExpression == null ? null : UpdateExpression.parse(updateExpression, substitutions);
        Condition condition = conditionExpression == null
                ? null
                : ConditionExpression.parse("ConditionExpression", conditionExpression, substitutions);
        substitutions.checkAllUsed();
        boolean tellOld = "ALL_OLD".equals(returnValuesOnConditionCheckFailure);
        return new Action(
                kind, Objects.requireNonNull(tableName), item, update, new WriteCondition(condition, tellOld));
    }

    /** Bytes of the item or key and of the values of expressions. */
    public int sizeBytes() {
        int bytes = attributes == null ? 0 : ItemSize.of(attributes.values());
        return bytes + (values == null ? 0 : ItemSize.of(values.values()));
    }

    /** A number that {@link #sizeBytes} does not exceed, found faster. */
    public int sizeBytesAtMost() {
        int bytes = attributes == null ? 0 : ItemSize.atMost(attributes.values());
        return bytes + (values == null ? 0 : ItemSize.atMost(values.values()));
    }

    /** Adds all that makes two actions the same or not. */
    public void addTo(PayloadDigest digest) {
        digest.text(kind.type)
                .text(tableName)
                .attributes(attributes == null ? null : attributes.values())
                .text(updateExpression)
                .text(conditionExpression)
                .names(names)
                .attributes(values == null ? null : values.values())
                .text(returnValuesOnConditionCheckFailure);
    }

    @Override
    public String toString() {
        return kind.type + "(" + Kind.path(kind.attributesMember) + "="
                + (attributes == null ? "null" : attributes.values()) + ", tableName=" + tableName + ")";
    }
}

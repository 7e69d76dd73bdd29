package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an update does to the item is {@link UpdateItemBehaviourTest}. */
class UpdateItemTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S")
            .table(
                    "pairs",
                    "p:S s:N",
                    local("byL", "p:S l:S", "KEYS_ONLY"),
                    global("byG", "g:S h:N", "a"),
                    global("byB", "b:B", "ALL"));

    private static final String KEY = "'p':{'S':'1'},'s':{'N':'1'}";

    private static String update(String table, String key, String... members) {
        return "{'TableName':'" + table + "','Key':{" + key + "}"
                + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private static String expression(String expression, String... values) {
        return "'UpdateExpression':'" + expression + "'"
                + (values.length == 0 ? "" : ",'ExpressionAttributeValues':{" + String.join(",", values) + "}");
    }

    private void refuses(String request, String message) {
        db.refuses("UpdateItem", request, message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'TableName':[]} | Unrecognized collection type class java.lang.String",
                    "{'Key':23} | Unexpected field type",
                    "{'Key':{'a':23}} | Unexpected value type in payload",
                    "{'Key':{'a':{'SS':{}}}} | Start of structure or map found where not expected",
                    "{'AttributeUpdates':[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValueUpdate>",
                    "{'AttributeUpdates':{'a':'b'}} | Unexpected value type in payload",
                    "{'AttributeUpdates':{'a':{'Action':1}}} | NUMBER_VALUE cannot be converted to String",
                    "{'AttributeUpdates':{'a':{'Value':'b'}}} | Unexpected field type",
                    "{'AttributeUpdates':{'a':{'Value':[]}}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue",
                    "{'UpdateExpression':23} | NUMBER_VALUE cannot be converted to String",
                    "{'ConditionExpression':false} | FALSE_VALUE cannot be converted to String",
                    "{'ReturnItemCollectionMetrics':{}} | Start of structure or map found where not expected"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("UpdateItem", request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void constraintsAreReportedTogether() {
            refuses(
                    "{'TableName':'ab','ReturnValues':'hi','AttributeUpdates':{'a':{'Action':'SET'}}}",
                    "4 validation errors detected: Value 'SET' at 'attributeUpdates.a.member.action' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [ADD, PUT, DELETE]; Value 'ab' at"
                            + " 'tableName' failed to satisfy constraint: Member must have length greater than or equal to"
                            + " 3; Value null at 'key' failed to satisfy constraint: Member must not be null; Value 'hi'"
                            + " at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set:"
                            + " [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]");
        }

        @Test
        void expressionsExcludeLegacyParameters() {
            refuses(
                    update(
                            "none",
                            "",
                            "'UpdateExpression':'','ConditionExpression':'','AttributeUpdates':{},'Expected':{}"),
                    "Can not use both expression and non-expression parameters in the same request: Non-expression"
                            + " parameters: {AttributeUpdates, Expected} Expression parameters: {UpdateExpression,"
                            + " ConditionExpression}");
        }

        @Test
        void valuesNeedAnExpression() {
            refuses(
                    update("none", "", "'ExpressionAttributeValues':{':a':{'S':'a'}}"),
                    "ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and"
                            + " ConditionExpression are null");
        }

        @Test
        void theKeysValuesComeBeforeTheExpressions() {
            refuses(
                    update("none", "'p':{'N':'b'}", "'UpdateExpression':''"),
                    "The parameter cannot be converted to a numeric value: b");
            refuses(
                    update("none", KEY, "'UpdateExpression':''"),
                    "Invalid UpdateExpression: The expression can not be empty;");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'Action':'PUT'} | Only DELETE action is allowed when no attribute value is specified",
                    "{'Action':'DELETE','Value':{'S':'a'}} | DELETE action with value is not supported for the type S",
                    "{'Action':'DELETE','Value':{'N':'1'}} | DELETE action with value is not supported for the type N",
                    "{'Action':'ADD','Value':{'S':'a'}} | ADD action is not supported for the type S",
                    "{'Action':'ADD','Value':{'BOOL':true}} | ADD action is not supported for the type BOOL",
                    "{'Action':'ADD','Value':{'M':{}}} | ADD action is not supported for the type M"
                })
        void aLegacyActionNeedsAValueOfItsType(String update, String message) {
            refuses(
                    update("none", KEY, "'AttributeUpdates':{'a':" + update + "}"),
                    "One or more parameter values were invalid: " + message);
        }

        @Test
        void theUpdateIsCheckedBeforeTheCondition() {
            refuses(
                    update("none", KEY, "'UpdateExpression':'SET','ConditionExpression':'a'"),
                    "Invalid UpdateExpression: Syntax error; token: \"<EOF>\", near: \"SET\"");
            refuses(
                    update("none", KEY, "'UpdateExpression':'REMOVE a','ConditionExpression':'a'"),
                    "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"a\"");
        }

        @Test
        void namesAndValuesOfBothExpressionsMustBeUsed() {
            refuses(
                    update(
                            "none",
                            KEY,
                            "'UpdateExpression':'SET #a = :a','ConditionExpression':'#b = :b',"
                                    + "'ExpressionAttributeNames':{'#a':'a','#b':'b','#c':'c'},"
                                    + "'ExpressionAttributeValues':{':a':{'S':'a'},':b':{'S':'b'}}"),
                    "Value provided in ExpressionAttributeNames unused in expressions: keys: {#c}");
        }

        @Test
        void theTableMustExist() {
            db.refuses("UpdateItem", update("none", KEY), ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "`` ",
                    "'p':{'S':'1'}",
                    "'p':{'S':'1'},'s':{'S':'1'}",
                    "'p':{'S':'1'},'s':{'N':'1'},'a':{'N':'1'}"
                })
        void theKeyMustMatchTheSchema(String key) {
            refuses(update("pairs", key), "The provided key element does not match the schema");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {"SET s = :a", "ADD s :a", "REMOVE s", "SET x = :a REMOVE s.a"})
        void a23AKeyCannotBeChanged(String expression) {
            String values = expression.contains(":a") ? "':a':{'N':'1'}" : null;
            refuses(
                    update("pairs", KEY, values == null ? expression(expression) : expression(expression, values)),
                    "One or more parameter values were invalid: Cannot update attribute s. This attribute is part of the"
                            + " key");
            refuses(
                    update("pairs", KEY, "'AttributeUpdates':{'s':{'Value':{'N':'2'}}}"),
                    "One or more parameter values were invalid: Cannot update attribute s. This attribute is part of the"
                            + " key");
        }

        @Test
        void anIndexKeyCannotGetAnotherType() {
            String mismatch =
                    "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: N"
                            + " IndexName: byG";
            refuses(update("pairs", KEY, expression("SET g = :n", "':n':{'N':'1'}")), mismatch);
            refuses(update("pairs", KEY, expression("ADD g :n", "':n':{'N':'1'}")), mismatch);
            refuses(update("pairs", KEY, expression("SET x = b[1], g = s + :n", "':n':{'N':'1'}")), mismatch);
            refuses(update("pairs", KEY, "'AttributeUpdates':{'g':{'Value':{'N':'1'}}}"), mismatch);
        }

        @Test
        void theConditionIsAskedAfterTheTypesThatAreKnownAndBeforeThoseOfTheItem() {
            db.put("pairs", KEY + ",'x':{'N':'1'}");
            String condition = "'ConditionExpression':'attribute_not_exists(p)'";
            refuses(
                    update("pairs", KEY, expression("SET g = :n", "':n':{'N':'1'}"), condition),
                    "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: N"
                            + " IndexName: byG");
            db.refuses(
                    "UpdateItem",
                    update("pairs", KEY, expression("SET g = x"), condition),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
            refuses(
                    update("pairs", KEY, expression("SET g = x")),
                    "The update expression attempted to update the secondary index key to unsupported type");
        }

        @Test
        void anIndexKeyCannotBecomeEmptyOrTooLong() {
            refuses(
                    update("pairs", KEY, expression("SET g = :e", "':e':{'S':''}")),
                    "One or more parameter values are not valid. The update expression attempted to update a secondary"
                            + " index key to a value that is not supported. The AttributeValue for a key attribute cannot"
                            + " contain an empty string value.");
            refuses(
                    update("pairs", KEY, expression("SET b = :e", "':e':{'B':''}")),
                    "One or more parameter values are not valid. The update expression attempted to update a secondary"
                            + " index key to a value that is not supported. The AttributeValue for a key attribute cannot"
                            + " contain an empty binary value.");
            refuses(
                    update("pairs", KEY, expression("SET l = :l", "':l':{'S':'" + "x".repeat(1025) + "'}")),
                    "The update expression attempted to update the secondary index key beyond allowed size limits");
        }

        @Test
        void expressionsMayNotReachIntoKeys() {
            refuses(
                    update("pairs", KEY, expression("SET x = p.a")),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: p");
            refuses(
                    update("pairs", KEY, expression("REMOVE l[0]")),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey:"
                            + " l");
            refuses(
                    update("pairs", KEY, expression("REMOVE x"), "'ConditionExpression':'size(g.a) = s'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey:"
                            + " g");
        }

        @Test
        void theUpdatedItemMayNotNestTooDeep() {
            String nested = "{'L':[".repeat(31) + "{'S':'x'}" + "]}".repeat(31);
            db.put("simple", "'p':{'S':'1'},'m':{'M':{}},'l':" + nested);
            refuses(
                    update("simple", "'p':{'S':'1'}", expression("SET m.x = l")),
                    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond"
                            + " supported limit");
            db.answers("UpdateItem", update("simple", "'p':{'S':'1'}", expression("SET m.x = l[0]")), "{}");
        }

        @Test
        void theUpdatedItemMayNotBeTooLarge() {
            db.put("simple", "'p':{'S':'1'},'a':{'S':'" + "x".repeat(409_595) + "'}");
            db.answers(
                    "UpdateItem", update("simple", "'p':{'S':'1'}", expression("SET b = :b", "':b':{'S':'x'}")), "{}");
            refuses(
                    update("simple", "'p':{'S':'1'}", expression("SET b = :b", "':b':{'S':'xx'}")),
                    "Item size to update has exceeded the maximum allowed size");
        }
    }
}

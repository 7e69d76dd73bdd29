package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What Query is refused; start keys are {@link QueryStartKeyTest}, what it finds is {@link QueryBehaviourTest}.
 */
class QueryTest {
    private static final String EQUAL =
            "'KeyConditionExpression':'p = :p','ExpressionAttributeValues':{':p':{'S':'1'}}";

    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S", global("byX", "x:S", "ALL"))
            .table(
                    "pairs",
                    "p:S s:S",
                    local("byL", "p:S l:S", "KEYS_ONLY"),
                    global("byG", "g:S h:S", "a"),
                    global("many", "a:S+b:S c:S d:S", "ALL"));

    private static String query(String table, String... members) {
        return "{'TableName':'" + table + "'" + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private static String condition(String expression, String... values) {
        return "'KeyConditionExpression':'" + expression + "','ExpressionAttributeValues':{" + String.join(",", values)
                + "}";
    }

    private void refuses(String request, String message) {
        db.refuses("Query", request, message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'TableName':1} | NUMBER_VALUE cannot be converted to String",
                    "{'ExclusiveStartKey':'a'} | Unexpected field type",
                    "{'ExclusiveStartKey':{'a':[]}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue",
                    "{'AttributesToGet':{}} | Start of structure or map found where not expected",
                    "{'QueryFilter':[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.Condition>",
                    "{'QueryFilter':{'a':'b'}} | Unexpected value type in payload",
                    "{'KeyConditions':{'a':{'ComparisonOperator':1}}} | NUMBER_VALUE cannot be converted to String",
                    "{'KeyConditions':{'a':{'AttributeValueList':'b'}}} | Unexpected field type",
                    "{'KeyConditions':{'a':{'AttributeValueList':['b']}}} | Unexpected value type in payload",
                    "{'Limit':'a'} | STRING_VALUE cannot be converted to Integer",
                    "{'Limit':true} | TRUE_VALUE cannot be converted to Integer",
                    "{'Limit':{}} | Start of structure or map found where not expected",
                    "{'ScanIndexForward':'a'} | Unexpected token received from parser",
                    "{'ConsistentRead':2.5} | DECIMAL_VALUE cannot be converted to Boolean",
                    "{'FilterExpression':[]} | Unrecognized collection type class java.lang.String"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("Query", request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void constraintsAreReportedTogether() {
            refuses(
                    "{'TableName':'abc','Select':'hi','Limit':0,'AttributesToGet':[],"
                            + "'QueryFilter':{'a':{}},'KeyConditions':{'b':{}}}",
                    "5 validation errors detected: Value 'hi' at 'select' failed to satisfy constraint: Member must satisfy"
                            + " enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES];"
                            + " Value null at 'queryFilter.a.member.comparisonOperator' failed to satisfy constraint:"
                            + " Member must not be null; Value at 'Limit' failed to satisfy constraint: Member must have"
                            + " value greater than or equal to 1; Value '[]' at 'attributesToGet' failed to satisfy"
                            + " constraint: Member must have length greater than or equal to 1; Value null at"
                            + " 'keyConditions.b.member.comparisonOperator' failed to satisfy constraint: Member must not"
                            + " be null");
        }

        @Test
        void expressionsExcludeLegacyParameters() {
            refuses(
                    query(
                            "none",
                            "'AttributesToGet':['a'],'QueryFilter':{},'ConditionalOperator':'OR','KeyConditions':{},"
                                    + "'ProjectionExpression':'','FilterExpression':'','KeyConditionExpression':''"),
                    "Can not use both expression and non-expression parameters in the same request: Non-expression"
                            + " parameters: {AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions} Expression"
                            + " parameters: {ProjectionExpression, FilterExpression, KeyConditionExpression}");
        }

        @Test
        void keyConditionsOfBothKindsMayGoWithOtherExpressions() {
            db.answers(
                    "Query",
                    query(
                            "pairs",
                            "'KeyConditions':{'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'1'}]}}",
                            "'FilterExpression':'attribute_exists(x)'"),
                    "{'Items':[],'Count':0,'ScannedCount':0}");
        }

        @Test
        void valuesNeedAnExpression() {
            refuses(
                    query("none", "'ProjectionExpression':'a','ExpressionAttributeValues':{}"),
                    "ExpressionAttributeValues can only be specified when using expressions: FilterExpression and"
                            + " KeyConditionExpression are null");
        }

        @Test
        void theChecksComeInDynamoDbsOrder() {
            String filter = "'QueryFilter':{'f':{'ComparisonOperator':'EQ'}}";
            String twice = "'AttributesToGet':['a','a']";
            String start = "'ExclusiveStartKey':{'a':{}}";
            refuses(
                    query("none", filter, twice, start),
                    "One or more parameter values were invalid: Invalid number of argument(s) for the EQ"
                            + " ComparisonOperator");
            refuses(
                    query("none", twice, start),
                    "One or more parameter values were invalid: Duplicate value in attribute name: a");
            refuses(
                    query("none", start, "'Select':'SPECIFIC_ATTRIBUTES'"),
                    "The provided starting key is invalid: Supplied AttributeValue is empty, must contain exactly one of"
                            + " the supported datatypes");
            refuses(
                    query("none", "'ProjectionExpression':''"),
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
            refuses(
                    query("none", "'FilterExpression':'','KeyConditionExpression':''"),
                    "Invalid KeyConditionExpression: The expression can not be empty;");
            refuses(
                    query("none", EQUAL, "'FilterExpression':'','ProjectionExpression':''"),
                    "Invalid FilterExpression: The expression can not be empty;");
            refuses(
                    query("none", EQUAL, "'ProjectionExpression':''"),
                    "Invalid ProjectionExpression: The expression can not be empty;");
        }

        @Test
        void theStartKeysNumbersAreToldAsTheyAre() {
            refuses(
                    query("none", EQUAL, "'ExclusiveStartKey':{'a':{'N':'b'}}"),
                    "The parameter cannot be converted to a numeric value: b");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "'Select':'SPECIFIC_ATTRIBUTES' | Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
                    "'Select':'ALL_PROJECTED_ATTRIBUTES' | ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
                    "'Select':'COUNT','ProjectionExpression':'a' | Cannot specify the ProjectionExpression when choosing to get only the Count",
                    "'Select':'ALL_ATTRIBUTES','ProjectionExpression':'a' | Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES"
                })
        void selectMustFitTheProjection(String members, String message) {
            refuses(query("pairs", EQUAL, members), message);
        }

        @Test
        void theTableMustExist() {
            db.refuses("Query", query("none", EQUAL), ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
        }

        @Test
        void theIndexMustExist() {
            refuses(
                    query("pairs", EQUAL, "'IndexName':'byX','ExclusiveStartKey':{}"),
                    "The table does not have the specified index: byX");
        }

        @Test
        void a28AGlobalIndexHasNoConsistentReads() {
            refuses(
                    query("pairs", EQUAL, "'IndexName':'byG','ConsistentRead':true,'ExclusiveStartKey':{}"),
                    "Consistent reads are not supported on global secondary indexes");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {"p > :p", "p <= :p", ":p > p", "begins_with(p, :p)", "p BETWEEN :p AND :p"})
        void a8ThePartitionKeyTakesEqualityOnly(String expression) {
            refuses(query("pairs", condition(expression, "':p':{'S':'1'}")), "Query key condition not supported");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "p IN (:p) | Invalid operator used in KeyConditionExpression: IN",
                    "p <> :p | Invalid operator used in KeyConditionExpression: <>",
                    "p = :p AND s <> :p | Invalid operator used in KeyConditionExpression: <>",
                    "p = :p AND contains(s, :p) | Invalid operator used in KeyConditionExpression: contains",
                    "p = :p AND attribute_exists(s) | Invalid operator used in KeyConditionExpression: attribute_exists",
                    "p = :p AND NOT s = :p | Invalid operator used in KeyConditionExpression: NOT",
                    "p = :p OR s = :p | Invalid operator used in KeyConditionExpression: OR",
                    "p = :p AND size(s) = :p | KeyConditionExpressions cannot contain nested operations",
                    "p = :p AND s.x = :p | KeyConditionExpressions cannot have conditions on nested attributes"
                })
        void a7OtherOperatorsAreNoKeyConditions(String expression, String message) {
            refuses(query("none", condition(expression, "':p':{'S':'1'}")), message);
        }

        @ParameterizedTest
        @CsvSource({"LIKE", "CONTAINS", "ENDS_WITH"})
        void a12ThereIsNoPatternForKeys(String operator) {
            // A function that does not exist, or two words where DynamoDB expects the end.
            refuses(
                    query("none", condition("p = :p AND " + operator + "(s, :p)", "':p':{'S':'1'}")),
                    "Invalid KeyConditionExpression: Invalid function name; function: " + operator);
        }

        @Test
        void a10TheLowerBoundMayNotBeTheGreater() {
            refuses(
                    query(
                            "none",
                            condition(
                                    "p = :p AND s BETWEEN :b AND :a", "':p':{'S':'1'},':a':{'S':'a'},':b':{'S':'b'}")),
                    "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal"
                            + " to lower bound; lower bound operand: AttributeValue: {S:b}, upper bound operand:"
                            + " AttributeValue: {S:a}");
        }

        @Test
        void a11TwoConditionsOfOneSortKeyAreRefused() {
            refuses(
                    query("none", condition("p = :p AND s > :p AND s < :p", "':p':{'S':'1'}")),
                    "KeyConditionExpressions must only contain one condition per key");
        }

        @Test
        void theKeysElementsMustBeThere() {
            refuses(
                    query("pairs", condition("s = :p", "':p':{'S':'1'}")),
                    "Query condition missed key schema element: p");
            refuses(
                    query("pairs", condition("p = :p AND x = :p", "':p':{'S':'1'}")),
                    "Query condition missed key schema element: s");
            refuses(
                    query("pairs", condition("p = :p AND s = :p", "':p':{'S':'1'}"), "'IndexName':'byL'"),
                    "Query condition missed key schema element: l");
            refuses(
                    query("pairs", condition("g = :p AND p = :p", "':p':{'S':'1'}"), "'IndexName':'byG'"),
                    "Query condition missed key schema element: h");
        }

        @Test
        void trap17ASimpleIndexKeyTakesNoSecondCondition() {
            refuses(
                    query("simple", condition("x = :p AND p = :p", "':p':{'S':'1'}"), "'IndexName':'byX'"),
                    "Query key condition not supported");
            refuses(
                    query("simple", condition("p = :p AND x = :p", "':p':{'S':'1'}")),
                    "Query key condition not supported");
        }

        @Test
        void operandsMustHaveTheKeysType() {
            String message =
                    "One or more parameter values were invalid: Condition parameter type does not match schema type";
            refuses(query("pairs", condition("p = :p", "':p':{'N':'1'}")), message);
            refuses(query("pairs", condition("p = :p AND s < :n", "':p':{'S':'1'},':n':{'N':'1'}")), message);
        }

        @Test
        void operandsMayNotBeEmptyOrTooLong() {
            refuses(
                    query("pairs", condition("p = :p", "':p':{'S':''}")),
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                            + " empty string value. Key: p");
            refuses(
                    query("pairs", condition("p = :p", "':p':{'S':'" + "x".repeat(2049) + "'}")),
                    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048"
                            + " bytes");
            refuses(
                    query(
                            "pairs",
                            condition("p = :p AND s > :s", "':p':{'S':'1'},':s':{'S':'" + "x".repeat(1025) + "'}")),
                    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size"
                            + " limit of 1024 bytes");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "'ComparisonOperator':'NULL'",
                    "'ComparisonOperator':'NOT_NULL'",
                    "'ComparisonOperator':'NE','AttributeValueList':[{'S':'1'}]",
                    "'ComparisonOperator':'CONTAINS','AttributeValueList':[{'S':'1'}]",
                    "'ComparisonOperator':'NOT_CONTAINS','AttributeValueList':[{'S':'1'}]",
                    "'ComparisonOperator':'IN','AttributeValueList':[{'S':'1'}]"
                })
        void a7LegacyKeyConditionsTakeIndexableOperatorsOnly(String condition) {
            String message = "Attempted conditional constraint is not an indexable operation";
            refuses(query("pairs", "'KeyConditions':{'p':{" + condition + "}}"), message);
            refuses(
                    query(
                            "pairs",
                            "'KeyConditions':{'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'1'}]},'s':{"
                                    + condition + "}}"),
                    message);
        }

        @Test
        void legacyKeyConditionsAreAskedForTheirOperands() {
            refuses(query("none", "'KeyConditions':{}"), "Conditions can be of length 1 or 2 only");
            refuses(
                    query(
                            "none",
                            "'KeyConditions':{'p':{'ComparisonOperator':'BETWEEN','AttributeValueList':[{'S':'1'}]}}"),
                    "One or more parameter values were invalid: Invalid number of argument(s) for the BETWEEN"
                            + " ComparisonOperator");
            refuses(
                    query(
                            "none",
                            "'KeyConditions':{'p':{'ComparisonOperator':'LT','AttributeValueList':[{'BOOL':true}]}}"),
                    "One or more parameter values were invalid: ComparisonOperator LT is not valid for BOOL AttributeValue"
                            + " type");
        }

        @Test
        void a26AFilterMayNotReadTheKeysOfWhatIsQueried() {
            refuses(
                    query("pairs", EQUAL, "'FilterExpression':'s = :p'"),
                    "Filter Expression can only contain non-primary key attributes: Primary key attribute: s");
            refuses(
                    query("pairs", EQUAL, "'FilterExpression':'attribute_exists(p.x)'"),
                    "Filter Expression can only contain non-primary key attributes: Primary key attribute: p");
            refuses(
                    query(
                            "pairs",
                            "'IndexName':'byG'",
                            condition("g = :p", "':p':{'S':'1'}"),
                            "'FilterExpression':'h = :p'"),
                    "Filter Expression can only contain non-primary key attributes: Primary key attribute: h");
            refuses(
                    query(
                            "pairs",
                            "'KeyConditions':{'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'1'}]}}",
                            "'QueryFilter':{'s':{'ComparisonOperator':'NULL'}}"),
                    "QueryFilter can only contain non-primary key attributes: Primary key attribute: s");
        }

        @Test
        void trap13AFilterNeedsDistinctOperands() {
            refuses(
                    query("none", EQUAL, "'FilterExpression':'contains(a, a)'"),
                    "Invalid FilterExpression: The first operand must be distinct from the remaining operands for this"
                            + " operator or function; operator: contains, first operand: [a]");
        }

        @Test
        void expressionsMayNotReachIntoKeys() {
            refuses(
                    query("pairs", EQUAL, "'ProjectionExpression':'p.x'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: p");
            refuses(
                    query("pairs", EQUAL, "'FilterExpression':'attribute_exists(h[0])'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey:"
                            + " h");
        }

        @Test
        void aGlobalIndexGivesOnlyWhatItHas() {
            String g = condition("g = :p", "':p':{'S':'1'}");
            refuses(
                    query("pairs", "'IndexName':'byG'", g, "'Select':'ALL_ATTRIBUTES'"),
                    "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global"
                            + " secondary index byG because its projection type is not ALL");
            refuses(
                    query("pairs", "'IndexName':'byG'", g, "'ProjectionExpression':'a, x, y'"),
                    "One or more parameter values were invalid: Global secondary index byG does not project [x, y]");
        }

        @Test
        void trap35AKeyOfSeveralSortAttributesIsAskedFromTheLeft() {
            String many = "'IndexName':'many'";
            String values = "':x':{'S':'1'}";
            refuses(
                    query("pairs", many, condition("a = :x AND b = :x AND d = :x", values)),
                    "RANGE key attributes c must have equality conditions specified in the query because a condition is"
                            + " present on key attribute d");
            refuses(
                    query("pairs", many, condition("a = :x AND b = :x AND c > :x AND d = :x", values)),
                    "RANGE key attributes c must have equality conditions specified in the query because a condition is"
                            + " present on key attribute d");
            refuses(query("pairs", many, condition("a = :x", values)), "Query condition missed key schema element: b");
            refuses(query("pairs", many, condition("a = :x AND b > :x", values)), "Query key condition not supported");
        }
    }
}

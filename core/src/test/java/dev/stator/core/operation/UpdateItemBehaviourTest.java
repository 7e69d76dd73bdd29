package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What UpdateItem is refused is {@link UpdateItemTest}. */
class UpdateItemBehaviourTest {
    private static final String KEY = "'p':{'S':'1'}";

    private final DatabaseFixture db = new DatabaseFixture().table("tab", "p:S", global("byG", "g:S", "ALL"));

    private static String update(String... members) {
        return "{'TableName':'tab','Key':{" + KEY + "}" + (members.length == 0 ? "" : "," + String.join(",", members))
                + "}";
    }

    private static String expression(String expression, String... values) {
        return "'UpdateExpression':'" + expression + "'"
                + (values.length == 0 ? "" : ",'ExpressionAttributeValues':{" + String.join(",", values) + "}");
    }

    private void given(String attributes) {
        db.put("tab", KEY + "," + attributes);
    }

    private void updates(String... members) {
        db.answers("UpdateItem", update(members), "{}");
    }

    private void leaves(String attributes) {
        assertThat(db.item("tab", KEY)).isEqualTo(json("{" + KEY + "," + attributes + "}"));
    }

    @Nested
    class TheItem {
        @Test
        void anUpdateWithoutActionsMakesTheItem() {
            updates();
            assertThat(db.item("tab", KEY)).isEqualTo(json("{" + KEY + "}"));
        }

        @Test
        void anUpdateMakesTheItemOfKeyAndValues() {
            updates(expression("SET a = :a, b = p ADD c :n, d :s", "':a':{'S':'x'},':n':{'N':'5'},':s':{'SS':['y']}"));
            leaves("'a':{'S':'x'},'b':{'S':'1'},'c':{'N':'5'},'d':{'SS':['y']}");
        }

        @Test
        void takingSomethingFromNoItemMakesNone() {
            updates(expression("REMOVE a"));
            updates(expression("DELETE a :s", "':s':{'SS':['x']}"));
            updates("'AttributeUpdates':{'a':{'Action':'DELETE'}}");
            assertThat(db.item("tab", KEY)).isNull();
        }

        @Test
        void trap05AllOperandsAreReadFromTheItemBefore() {
            given("'a':{'S':'old'}");
            updates(expression("SET a = :new, b = a", "':new':{'S':'new'}"));
            leaves("'a':{'S':'new'},'b':{'S':'old'}");
        }

        @Test
        void trap06ArithmeticMayBeInParentheses() {
            given("'c':{'N':'10'}");
            updates(expression("SET c = (c - :v) + :w", "':v':{'N':'3'}", "':w':{'N':'0.5'}"));
            leaves("'c':{'N':'7.5'}");
        }

        @Test
        void trap10AddedNumbersThatAreThereAlreadyAddNothing() {
            given("'ns':{'NS':['1','2','3']}");
            updates(expression("ADD ns :v", "':v':{'NS':['1.0','2.00']}"));
            leaves("'ns':{'NS':['1','2','3']}");
        }

        @Test
        void trap14RemovingBelowAMissingMapIsRefusedOnlyWhereThereIsAnItem() {
            updates(expression("REMOVE x.y"));
            assertThat(db.item("tab", KEY)).isNull();
            given("'a':{'S':'a'}");
            db.refuses(
                    "UpdateItem",
                    update(expression("REMOVE x.y")),
                    "The document path provided in the update expression is invalid for update");
            given("'x':{'M':{'z':{'S':'z'}}}");
            updates(expression("REMOVE x.y"));
            leaves("'x':{'M':{'z':{'S':'z'}}}");
        }

        @Test
        void trap27AFailedConditionLeavesNoItemBehind() {
            db.refuses(
                    "UpdateItem",
                    update(expression("SET a = :a", "':a':{'S':'a'}"), "'ConditionExpression':'attribute_exists(p)'"),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
            assertThat(db.item("tab", KEY)).isNull();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "SET a = b | The provided expression refers to an attribute that does not exist in the item",
                    "SET a = t + :n | An operand in the update expression has an incorrect data type",
                    "ADD t :n | An operand in the update expression has an incorrect data type",
                    "SET a.b = :n | The document path provided in the update expression is invalid for update",
                    "SET t[0] = :n | The document path provided in the update expression is invalid for update"
                })
        void anUpdateThatDoesNotFitTheItemIsRefused(String expression, String message) {
            given("'t':{'S':'t'}");
            String values = expression.contains(":n") ? ",'ExpressionAttributeValues':{':n':{'N':'1'}}" : "";
            db.refuses("UpdateItem", update("'UpdateExpression':'" + expression + "'" + values), message);
            leaves("'t':{'S':'t'}");
        }

        @Test
        void listsGrowAndShrink() {
            given("'l':{'L':[{'N':'0'},{'N':'1'},{'N':'2'}]}");
            updates(expression("SET l[9] = :x, l[0] = :x REMOVE l[1]", "':x':{'S':'x'}"));
            leaves("'l':{'L':[{'S':'x'},{'N':'2'},{'S':'x'}]}");
            updates(expression("SET l = list_append(:l, l)", "':l':{'L':[{'NULL':true}]}"));
            leaves("'l':{'L':[{'NULL':true},{'S':'x'},{'N':'2'},{'S':'x'}]}");
        }

        @Test
        void aSetThatLosesItsLastMemberIsGone() {
            given("'s':{'SS':['a','b']}");
            updates(expression("DELETE s :s", "':s':{'SS':['b','c']}"));
            leaves("'s':{'SS':['a']}");
            updates(expression("DELETE s :s", "':s':{'SS':['a']}"));
            assertThat(db.item("tab", KEY)).isEqualTo(json("{" + KEY + "}"));
        }

        @Test
        void aNumberMayNotBecomeTooLarge() {
            given("'n':{'N':'9e125'}");
            db.refuses(
                    "UpdateItem",
                    update(expression("ADD n :n", "':n':{'N':'9e125'}")),
                    "Number overflow. Attempting to store a number with magnitude larger than supported range");
        }

        @Test
        void legacyActionsPutAddAndDelete() {
            given("'a':{'S':'a'},'n':{'N':'1'},'s':{'NS':['1','2']},'l':{'L':[{'S':'x'}]},'d':{'S':'d'}");
            updates("'AttributeUpdates':{'a':{'Value':{'S':'b'}},'n':{'Action':'ADD','Value':{'N':'2.5'}},"
                    + "'s':{'Action':'DELETE','Value':{'NS':['2']}},'l':{'Action':'ADD','Value':{'L':[{'S':'y'}]}},"
                    + "'d':{'Action':'DELETE'},'m':{'Action':'ADD','Value':{'N':'1'}}}");
            leaves("'a':{'S':'b'},'n':{'N':'3.5'},'s':{'NS':['1']},'l':{'L':[{'S':'x'},{'S':'y'}]},'m':{'N':'1'}");
            db.refuses(
                    "UpdateItem",
                    update("'AttributeUpdates':{'a':{'Action':'ADD','Value':{'N':'1'}}}"),
                    "Type mismatch for attribute to update");
        }
    }

    @Nested
    class ReturnValues {
        private void returns(String mode, String members, String answer) {
            db.answers("UpdateItem", update(members, "'ReturnValues':'" + mode + "'"), answer);
        }

        private static final String SET_NESTED =
                "'UpdateExpression':'SET m.x = :v, l[1] = :v REMOVE a','ExpressionAttributeValues':{':v':{'N':'9'}}";
        private static final String BEFORE =
                "'a':{'S':'a'},'b':{'S':'b'},'m':{'M':{'x':{'N':'1'},'y':{'N':'2'}}},'l':{'L':[{'N':'0'},{'N':'1'}]}";
        private static final String AFTER =
                "'b':{'S':'b'},'m':{'M':{'x':{'N':'9'},'y':{'N':'2'}}},'l':{'L':[{'N':'0'},{'N':'9'}]}";

        @Test
        void noneReturnsNothing() {
            given(BEFORE);
            returns("NONE", SET_NESTED, "{}");
        }

        @Test
        void allOldReturnsTheItemBefore() {
            given(BEFORE);
            returns("ALL_OLD", SET_NESTED, "{'Attributes':{" + KEY + "," + BEFORE + "}}");
        }

        @Test
        void allNewReturnsTheItemAfter() {
            given(BEFORE);
            returns("ALL_NEW", SET_NESTED, "{'Attributes':{" + KEY + "," + AFTER + "}}");
        }

        @Test
        void updatedOldReturnsTheFragmentsThatWereChanged() {
            given(BEFORE);
            returns(
                    "UPDATED_OLD",
                    SET_NESTED,
                    "{'Attributes':{'m':{'M':{'x':{'N':'1'}}},'l':{'L':[{'N':'1'}]},'a':{'S':'a'}}}");
        }

        @Test
        void updatedNewReturnsTheFragmentsAsTheyAreNow() {
            given(BEFORE);
            returns("UPDATED_NEW", SET_NESTED, "{'Attributes':{'m':{'M':{'x':{'N':'9'}}},'l':{'L':[{'N':'9'}]}}}");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "ALL_OLD | {}",
                    "UPDATED_OLD | {}",
                    "ALL_NEW | {'Attributes':{'p':{'S':'1'},'a':{'N':'1'}}}",
                    "UPDATED_NEW | {'Attributes':{'a':{'N':'1'}}}"
                })
        void ofANewItemThereIsNothingOld(String mode, String answer) {
            returns(mode, expression("ADD a :n", "':n':{'N':'1'}"), answer);
        }

        @ParameterizedTest
        @CsvSource({"ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"})
        void ofAnItemThatWasNotMadeThereIsNothingAtAll(String mode) {
            returns(mode, expression("REMOVE a"), "{}");
        }

        @Test
        void legacyUpdatesReturnWholeAttributes() {
            given("'a':{'N':'1'},'b':{'S':'b'}");
            returns(
                    "UPDATED_OLD",
                    "'AttributeUpdates':{'a':{'Action':'ADD','Value':{'N':'1'}},'c':{'Value':{'S':'c'}}}",
                    "{'Attributes':{'a':{'N':'1'}}}");
            returns(
                    "UPDATED_NEW",
                    "'AttributeUpdates':{'a':{'Action':'ADD','Value':{'N':'1'}},'b':{'Action':'DELETE'}}",
                    "{'Attributes':{'a':{'N':'3'}}}");
        }

        @Test
        void aFailedConditionTellsTheItemWhereAsked() {
            given("'a':{'N':'1'}");
            assertThat(db.errorBody(
                            "UpdateItem",
                            update(
                                    expression("SET a = :a", "':a':{'N':'2'}"),
                                    "'ConditionExpression':'a = :a','ReturnValuesOnConditionCheckFailure':'ALL_OLD'")))
                    .isEqualTo(json("{'__type':'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',"
                            + "'message':'The conditional request failed','Item':{'p':{'S':'1'},'a':{'N':'1'}}}"));
        }

        @Test
        void trap42CollectionMetricsAreToldOfTablesWithLocalIndexes() {
            db.table("loc", "p:S s:S", local("byL", "p:S l:S", "ALL"));
            db.answers(
                    "UpdateItem",
                    "{'TableName':'loc','Key':{'p':{'S':'1'},'s':{'S':'1'}},'ReturnItemCollectionMetrics':'SIZE'}",
                    "{'ItemCollectionMetrics':{'ItemCollectionKey':{'p':{'S':'1'}},'SizeEstimateRangeGB':[0.0,1.0]}}");
        }
    }

    @Nested
    class TheIndexes {
        private void indexHas(String... keys) {
            assertThat(column(db.call("Scan", "{'TableName':'tab','IndexName':'byG'}"), "g"))
                    .containsExactly(keys);
        }

        @Test
        void anItemEntersMovesAndLeavesAnIndexWithItsKey() {
            updates(expression("SET a = :a", "':a':{'S':'x'}"));
            indexHas();
            updates(expression("SET g = a"));
            indexHas("x");
            updates(expression("SET g = :a", "':a':{'S':'y'}"));
            indexHas("y");
            updates(expression("REMOVE g"));
            indexHas();
        }

        @Test
        void anItemWithAnUnfitIndexKeyCanStillBeChangedElsewhere() {
            // The index comes later than the item, which it passes over.
            db.table("late", "p:S").put("late", KEY + ",'g':{'N':'1'}");
            db.call(
                    "UpdateTable",
                    "{'TableName':'late','AttributeDefinitions':[{'AttributeName':'g','AttributeType':'S'}],"
                            + "'GlobalSecondaryIndexUpdates':[{'Create':{'IndexName':'byG','KeySchema':"
                            + "[{'AttributeName':'g','KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}}}]}");
            db.answers(
                    "UpdateItem",
                    "{'TableName':'late','Key':{" + KEY + "}," + expression("SET a = :a", "':a':{'S':'a'}") + "}",
                    "{}");
        }
    }
}

package dev.stator.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.operation.DatabaseFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A JSON null where a value belongs is refused, and nothing that the request names is dropped. */
class NullMembersTest {
    private static final String EMPTY =
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";

    private final DatabaseFixture db = new DatabaseFixture();

    @BeforeEach
    void create() {
        db.call(
                "CreateTable",
                "{'TableName':'Tab','KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
                        + "'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                        + "'BillingMode':'PAY_PER_REQUEST'}");
    }

    @AfterEach
    void close() {
        db.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{'L':[null,{'S':'a'}]}", "{'M':{'a':null}}", "{'L':[{'M':{'a':null}}]}"})
    void aNullValueIsAnEmptyOneAndNothingIsStored(String value) {
        assertThat(db.refused("PutItem", "{'TableName':'Tab','Item':{'p':{'S':'k'},'v':" + value + "}}"))
                .hasMessage(EMPTY);
        assertThat(db.call("Scan", "{'TableName':'Tab','Select':'COUNT'}")).hasToString("{Count=0, ScannedCount=0}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "PutItem | 'Item':{'p':{'S':'k'}},'Expected':{'a':null} | One or more parameter values were invalid: Value must be provided when Exists is null for Attribute: a",
                "PutItem | 'Item':{'p':{'S':'k'}},'Expected':{'a':{'ComparisonOperator':'EQ','AttributeValueList':[null]}} | Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
                "UpdateItem | 'Key':{'p':{'S':'k'}},'AttributeUpdates':{'a':null} | One or more parameter values were invalid: Only DELETE action is allowed when no attribute value is specified",
                "Scan | 'ScanFilter':{'a':null} | 1 validation error detected: Value null at 'scanFilter.a.member.comparisonOperator' failed to satisfy constraint: Member must not be null",
            })
    void aNullConditionIsNotLeftOut(String operation, String members, String message) {
        assertThat(db.refused(operation, "{'TableName':'Tab'," + members + "}")).hasMessage(message);
    }

    @Test
    void aNumberOfAThousandDigitsIsNoNesting() {
        assertThat(db.refused("Scan", "{'TableName':'Tab','Limit':" + "9".repeat(2_000) + "}"))
                .hasMessage(null);
    }
}

package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts as dynalite found them on AWS (us-east-1, 2016); {@link TagResourceTest} has the errors of ARNs. */
class UntagResourceTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";
    private final DatabaseFixture db = new DatabaseFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void theNamedTagsAreRemovedAndNoOthers() {
        db.call(
                "CreateTable",
                "{'TableName':'Tab','KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
                        + "'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                        + "'BillingMode':'PAY_PER_REQUEST',"
                        + "'Tags':[{'Key':'a','Value':'1'},{'Key':'b','Value':'2'}]}");
        db.call("UntagResource", "{'ResourceArn':'" + ARN + "','TagKeys':['a','none']}");
        assertThat(db.call("ListTagsOfResource", "{'ResourceArn':'" + ARN + "'}"))
                .hasToString("{Tags=[{Key=b, Value=2}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{} | Invalid TableArn",
                "{'ResourceArn':'x'} | 1 validation error detected: Value null at 'tagKeys' failed to satisfy constraint: Member must not be null",
                "{'ResourceArn':'" + ARN + "','TagKeys':[]} | Atleast one Tag Key needs to be provided as Input.",
            })
    void whatIsMissingIsTold(String request, String message) {
        assertThat(db.refused("UntagResource", request)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'ResourceArn':1} | NUMBER_VALUE cannot be converted to String",
                "{'TagKeys':'a'} | Unexpected field type",
            })
    void aMemberOfAWrongTypeIsTold(String request, String message) {
        assertThat(db.refused("UntagResource", request)).hasMessage(message);
    }
}

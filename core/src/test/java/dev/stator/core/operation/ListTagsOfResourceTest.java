package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Texts as dynalite found them on AWS (us-east-1, 2016); {@link TagResourceTest} has the errors of ARNs. */
class ListTagsOfResourceTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";
    private final DatabaseFixture db = new DatabaseFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void aTableWithoutTagsHasAnEmptyList() {
        db.call(
                "CreateTable",
                "{'TableName':'Tab','KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
                        + "'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                        + "'BillingMode':'PAY_PER_REQUEST'}");
        assertThat(db.call("ListTagsOfResource", "{'ResourceArn':'" + ARN + "'}"))
                .hasToString("{Tags=[]}");
    }

    @Test
    void theArnIsRequiredAndAText() {
        assertThat(db.refused("ListTagsOfResource", "{}")).hasMessage("Invalid TableArn");
        assertThat(db.refused("ListTagsOfResource", "{'ResourceArn':true}"))
                .hasMessage("TRUE_VALUE cannot be converted to String");
    }
}

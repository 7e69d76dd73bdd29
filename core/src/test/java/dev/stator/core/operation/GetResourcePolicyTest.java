package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In which form a policy is read, and which ARNs are refused, is in {@link PutResourcePolicyTest}. */
class GetResourcePolicyTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";
    private static final String POLICY = "{'Version':'2012-10-17','Statement':{'Effect':'Deny','Principal':'*',"
            + "'Action':['a:b'],'Resource':'*'}}";

    private final DatabaseFixture db = new DatabaseFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void aTableWithoutAPolicyHasNone() {
        db.table("Tab", "p:S");
        db.refuses(
                "GetResourcePolicy",
                "{'ResourceArn':'" + ARN + "'}",
                ErrorType.POLICY_NOT_FOUND,
                "Resource-based policy not found for the provided ResourceArn: " + ARN);
    }

    @Test
    void aPolicyThatCameWithTheTableHasTheRevisionOfItsCreation() {
        db.call(
                "CreateTable",
                "{'TableName':'Tab','KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
                        + "'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                        + "'BillingMode':'PAY_PER_REQUEST','ResourcePolicy':'" + POLICY.replace("'", "\\\"") + "'}");

        Object answer = db.call("GetResourcePolicy", "{'ResourceArn':'" + ARN + "'}");

        assertThat(DatabaseFixture.at(answer, "RevisionId")).isEqualTo("1767323045000");
        assertThat(DatabaseFixture.at(answer, "Policy"))
                .isEqualTo("{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\","
                        + "\"Action\":\"a:b\",\"Resource\":\"*\"}]}");
    }

    @Test
    void theTableMustBeThere() {
        db.refuses(
                "GetResourcePolicy",
                "{'ResourceArn':'" + ARN + "'}",
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Table: Tab not found");
        db.refuses(
                "GetResourcePolicy",
                "{}",
                "1 validation error detected: Value null at 'resourceArn' failed to satisfy constraint: Member must not be"
                        + " null");
    }
}

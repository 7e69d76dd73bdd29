package dev.stator.core.operation;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is shown once they were enabled is in {@link UpdateContributorInsightsTest}. */
class DescribeContributorInsightsTest {
    private final DatabaseFixture db = new DatabaseFixture();

    @BeforeEach
    void create() {
        db.table(
                "Tab",
                "p:S s:S",
                DatabaseFixture.local("lsi", "p:S l:S", "ALL"),
                DatabaseFixture.global("gsi", "g:S", "ALL"));
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void aNewTableAndItsIndexHaveNone() {
        db.answers(
                "DescribeContributorInsights",
                "{'TableName':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'}",
                "{'TableName':'Tab','ContributorInsightsStatus':'DISABLED'}");
        db.answers(
                "DescribeContributorInsights",
                "{'TableName':'Tab','IndexName':'gsi'}",
                "{'TableName':'Tab','IndexName':'gsi','ContributorInsightsStatus':'DISABLED'}");
    }

    @Test
    void theTableAndItsGlobalIndexMustBeThere() {
        db.refuses(
                "DescribeContributorInsights",
                "{'TableName':'Other'}",
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Table: Other not found");
        db.refuses(
                "DescribeContributorInsights",
                "{'TableName':'Tab','IndexName':'lsi'}",
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Index: lsi not found for table: Tab");
        db.refuses(
                "DescribeContributorInsights",
                "{}",
                "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: Member must not be"
                        + " null");
    }
}

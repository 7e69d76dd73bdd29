package dev.stator.core.operation;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DescribeKinesisStreamingDestinationTest {
    private final DatabaseFixture db = new DatabaseFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void aTableHasNoDestinations() {
        db.table("Tab", "p:S");
        String none = "{'TableName':'Tab','KinesisDataStreamDestinations':[]}";
        db.answers("DescribeKinesisStreamingDestination", "{'TableName':'Tab'}", none);
        db.answers(
                "DescribeKinesisStreamingDestination",
                "{'TableName':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'}",
                none);
    }

    @Test
    void theTableMustBeThere() {
        db.refuses(
                "DescribeKinesisStreamingDestination",
                "{'TableName':'Tab'}",
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Table: Tab not found");
        db.refuses(
                "DescribeKinesisStreamingDestination",
                "{}",
                "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: Member must not be"
                        + " null");
    }
}

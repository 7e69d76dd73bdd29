package dev.stator.core.operation;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rest is in {@link UpdateContinuousBackupsTest}, whose answers are this operation's. */
class DescribeContinuousBackupsTest {
    private final DatabaseFixture db = new DatabaseFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void aNewTableCouldHaveBackupsAndHasNone() {
        db.table("Tab", "p:S");
        String description = "{'ContinuousBackupsDescription':{'ContinuousBackupsStatus':'ENABLED',"
                + "'PointInTimeRecoveryDescription':{'PointInTimeRecoveryStatus':'DISABLED'}}}";
        db.answers("DescribeContinuousBackups", "{'TableName':'Tab'}", description);
        db.answers(
                "DescribeContinuousBackups",
                "{'TableName':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'}",
                description);
    }

    @Test
    void aTableThatIsNotThereIsToldInWordsOfItsOwn() {
        db.refuses(
                "DescribeContinuousBackups",
                "{'TableName':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'}",
                ErrorType.TABLE_NOT_FOUND,
                "Table not found: Tab");
    }

    @Test
    void theNameIsNeededAndChecked() {
        db.refuses(
                "DescribeContinuousBackups",
                "{}",
                "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: Member must not be"
                        + " null");
        db.refuses(
                "DescribeContinuousBackups",
                "{'TableName':'a'}",
                "1 validation error detected: Value 'a' at 'tableName' failed to satisfy constraint: Member must have"
                        + " length greater than or equal to 3");
    }
}

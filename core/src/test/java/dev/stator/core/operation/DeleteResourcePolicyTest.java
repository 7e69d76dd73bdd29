package dev.stator.core.operation;

import dev.stator.core.Limits;
import dev.stator.core.error.ErrorType;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behaviour and texts as they were recorded on AWS in October 2026. */
class DeleteResourcePolicyTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";
    private static final String DELETE = "{'ResourceArn':'" + ARN + "'}";
    private static final String PUT = "{'ResourceArn':'" + ARN + "','Policy':'"
            + "{'Statement':{'Effect':'Deny','Principal':'*','Action':'a:b','Resource':'*'}}".replace("'", "\\\"")
            + "'";
    private static final String NOT_FOUND = "Resource-based policy not found for the provided ResourceArn: ";

    private final ManualClock clock = new ManualClock();
    private final DatabaseFixture db = new DatabaseFixture(new MemoryEngine(), Limits.DYNAMODB, clock);

    @BeforeEach
    void create() {
        db.table("Tab", "p:S");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static String expecting(String revision) {
        return "{'ResourceArn':'" + ARN + "','ExpectedRevisionId':'" + revision + "'}";
    }

    @Test
    void aTableThatNeverHadAPolicyHasNothingToTell() {
        db.answers("DeleteResourcePolicy", DELETE, "{}");
        db.refuses(
                "DeleteResourcePolicy",
                expecting("1"),
                ErrorType.POLICY_NOT_FOUND,
                NOT_FOUND + "Requested update for policy with revision id 1, but table Tab has no associated policy.");
    }

    @Test
    void theAnswerIsTheRevisionThatIsGoneAndThenThatOfTheDeletion() {
        db.call("PutResourcePolicy", PUT + "}");
        clock.pass(Duration.ofSeconds(20));

        db.answers("DeleteResourcePolicy", expecting("1767323045678"), "{'RevisionId':'1767323045678'}");
        db.refuses("GetResourcePolicy", DELETE, ErrorType.POLICY_NOT_FOUND, NOT_FOUND + ARN);
        clock.pass(Duration.ofSeconds(2));
        db.answers("DeleteResourcePolicy", DELETE, "{'RevisionId':'1767323065678'}");
        db.refuses(
                "DeleteResourcePolicy",
                expecting("1767323045678"),
                ErrorType.POLICY_NOT_FOUND,
                NOT_FOUND + "Requested update for policy with revision id 1767323045678, but the policy associated to"
                        + " target table Tab has revision id 1767323065678.");
    }

    @Test
    void anotherRevisionIsLeftAlone() {
        db.call("PutResourcePolicy", PUT + "}");
        db.refuses(
                "DeleteResourcePolicy",
                expecting("unknown"),
                ErrorType.POLICY_NOT_FOUND,
                NOT_FOUND + "Requested update for policy with revision id unknown, but the policy associated to target"
                        + " table Tab has revision id 1767323045678.");
        db.answers("GetResourcePolicy", DELETE, "RevisionId", "'1767323045678'");
    }

    @Test
    void aDeletedPolicyCanBePutAgainByWhoExpectsNone() {
        db.call("PutResourcePolicy", PUT + "}");
        db.call("DeleteResourcePolicy", DELETE);
        db.answers("PutResourcePolicy", PUT + ",'ExpectedRevisionId':'NO_POLICY'}", "{'RevisionId':'1767323045680'}");
    }

    @Test
    void theTableMustBeThere() {
        db.refuses(
                "DeleteResourcePolicy",
                DELETE.replace("Tab", "Other"),
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Table: Other not found");
    }
}

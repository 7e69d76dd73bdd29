package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ErrorType;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour and texts as they were recorded on AWS in October 2026. In policies, too, {@code '} stands for {@code "}. */
class PutResourcePolicyTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";
    private static final String ALLOW =
            "{'Sid':'a','Effect':'Allow','Principal':{'AWS':'arn:aws:iam::123456789012:root'},"
                    + "'Action':'dynamodb:GetItem','Resource':'*'}";
    private static final String POLICY = "{'Version':'2012-10-17','Statement':[" + ALLOW + "]}";
    private static final String OTHER = POLICY.replace("GetItem", "Query");
    private static final String NOT_FOUND = "Resource-based policy not found for the provided ResourceArn: ";

    private final ManualClock clock = new ManualClock();
    private final DatabaseFixture db = new DatabaseFixture(new MemoryEngine(), Limits.DYNAMODB, clock);

    @BeforeEach
    void create() {
        db.table("Tab", "p:S", DatabaseFixture.global("gsi", "g:S", "ALL"));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static String request(String policy, String members) {
        return "{'ResourceArn':'" + ARN + "','Policy':'" + policy.replace("'", "\\\"") + "'" + members + "}";
    }

    private String put(String policy) {
        return String.valueOf(DatabaseFixture.at(db.call("PutResourcePolicy", request(policy, "")), "RevisionId"));
    }

    /** The policy as it is read. */
    private String get() {
        Object answer = db.call("GetResourcePolicy", "{'ResourceArn':'" + ARN + "'}");
        return String.valueOf(DatabaseFixture.at(answer, "Policy")).replace('"', '\'');
    }

    @Nested
    class Validation {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '"',
                value = {
                    "{not json | Invalid policy document: This policy contains invalid Json",
                    "[] | Invalid policy document: This policy contains invalid Json",
                    "{} x | Invalid policy document: This policy contains invalid Json",
                    "{'Version':'2012-10-17','Statement':[]} | Invalid policy document: Could not parse the policy: Statement is empty!",
                    "{'Statement':[{'Effect':'Allow','Principal':'*','Action':'dynamodb:*'}]} | Invalid policy document: Missing required field Resource",
                    "{'Statement':[{'Effect':'Deny','Principal':'123456789012','Action':'a:b','Resource':'*'}]} | Invalid principal in policy document.",
                })
        void whatIsNoPolicyIsRefused(String policy, String message) {
            db.refuses(
                    "PutResourcePolicy", request(policy, ""), "One or more parameter values were invalid: " + message);
        }

        @Test
        void anEmptyDocumentIsNoJson() {
            db.refuses(
                    "PutResourcePolicy",
                    request("", ""),
                    "One or more parameter values were invalid: Invalid policy document: This policy contains invalid"
                            + " Json");
        }

        @Test
        void statementsHaveNamesOfTheirOwn() {
            db.refuses(
                    "PutResourcePolicy",
                    request("{'Statement':[" + ALLOW + "," + ALLOW + "]}", ""),
                    "One or more parameter values were invalid: Invalid policy document: The Statement Ids in the policy"
                            + " are not unique");
        }

        @Test
        void everybodyIsLetInOnAConditionOnly() {
            String everybody = POLICY.replace("{'AWS':'arn:aws:iam::123456789012:root'}", "'*'");
            db.refuses(
                    "PutResourcePolicy",
                    request(everybody, ""),
                    "Resource-based policy grants unbounded access in one or more elements. Please revise the policy to"
                            + " ensure least-privilege form of access");
            put(everybody.replace("'Allow'", "'Deny'"));
            put(everybody.replace("'Resource'", "'Condition':{'Bool':{'aws:SecureTransport':true}},'Resource'"));
        }

        @Test
        void whiteSpaceCountsTowardsTheLargestSize() {
            put(POLICY + " ".repeat(20480 - POLICY.length()));
            db.refuses(
                    "PutResourcePolicy",
                    request(POLICY + " ".repeat(20481 - POLICY.length()), ""),
                    "One or more parameter values were invalid: Maximum policy size of 20480 bytes exceeded");
        }

        @ParameterizedTest
        @CsvSource({
            "Tab, One or more parameter values were invalid: ARNs must start with 'arn:': Tab",
            "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab/index/gsi, One or more parameter values were invalid: Invalid resource arn provided; only table or stream is accepted. Provided resource arn: arn:aws:dynamodb:eu-west-2:000000000000:table/Tab/index/gsi",
            "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab/backup/0170, One or more parameter values were invalid: Provided Arn is not a DynamoDB resource arn: arn:aws:dynamodb:eu-west-2:000000000000:table/Tab/backup/0170",
            "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab/stream/x, One or more parameter values were invalid: Resource policies of streams are not supported",
            "arn:aws:dynamodb:us-east-1:000000000000:table/Tab, One or more parameter values were invalid: Invalid resource Arn: arn:aws:dynamodb:us-east-1:000000000000:table/Tab",
            "arn:aws-cn:dynamodb:eu-west-2:000000000000:table/Tab, One or more parameter values were invalid: Invalid resource Arn: arn:aws-cn:dynamodb:eu-west-2:000000000000:table/Tab",
            "arn:aws:dynamodb:eu-west-2:111111111111:table/Tab, This action is only supported by accounts that match the resource owner\u2019s account.",
        })
        void theArnIsThatOfATable(String arn, String message) {
            String text = message.replace(';', ',');
            db.refuses("PutResourcePolicy", request(POLICY, "").replace(ARN, arn), text);
            db.refuses("GetResourcePolicy", "{'ResourceArn':'" + arn + "'}", text);
            db.refuses("DeleteResourcePolicy", "{'ResourceArn':'" + arn + "'}", text);
        }

        @Test
        void theTableMustBeThere() {
            db.refuses(
                    "PutResourcePolicy",
                    request(POLICY, "").replace("/Tab", "/TAB"),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Table: TAB not found");
        }

        @Test
        void whatIsMissingIsToldTogether() {
            db.refuses(
                    "PutResourcePolicy",
                    "{'ExpectedRevisionId':''}",
                    "3 validation errors detected: Value null at 'resourceArn' failed to satisfy constraint: Member must"
                            + " not be null; Value null at 'policy' failed to satisfy constraint: Member must not be null;"
                            + " Value '' at 'expectedRevisionId' failed to satisfy constraint: Member must have length"
                            + " greater than or equal to 1");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void theRevisionIsTheTimeOfTheChangeAndGrows() {
            assertThat(put(POLICY)).isEqualTo("1767323045678");
            assertThat(put(OTHER)).isEqualTo("1767323045679");
            clock.pass(Duration.ofSeconds(1));
            assertThat(put(POLICY)).isEqualTo("1767323046678");
            assertThat(get()).isEqualTo(POLICY);
        }

        @Test
        void theSamePolicyInAnotherFormChangesNothing() {
            String revision = put(POLICY);
            clock.pass(Duration.ofMinutes(1));

            assertThat(put(" " + POLICY.replace(",", ", "))).isEqualTo(revision);
            assertThat(put("{'Statement':" + ALLOW + ",'Version':'2012-10-17'}"))
                    .isEqualTo(revision);
            assertThat(put(POLICY.replace("'dynamodb:GetItem'", "['dynamodb:GetItem']")))
                    .isEqualTo(revision);
            assertThat(put(POLICY.replace("'arn:aws:iam::123456789012:root'", "'123456789012'")))
                    .isEqualTo(revision);
        }

        @Test
        void aPolicyIsReadInDynamoDbsForm() {
            put("{'Statement':[{'Resource':['a'],'Condition':{'x':{'y':[1.50,null,true]}},'NotAction':['b','c','b'],"
                    + "'Principal':{'AWS':['123456789012','arn:aws:iam::123456789012:root']},'Effect':'allow'}]}");

            assertThat(get())
                    .isEqualTo("{'Version':'2008-10-17','Statement':[{'Effect':'Allow',"
                            + "'Principal':{'AWS':'arn:aws:iam::123456789012:root'},'NotAction':['b','c','b'],"
                            + "'Resource':'a','Condition':{'x':{'y':[1.50,null,true]}}}]}");
        }

        @Test
        void aPolicyWithoutAVersionIsNotTheOneThatItIsReadAs() {
            String revision = put("{'Statement':[" + ALLOW + "]}");
            assertThat(put("{'Statement':[" + ALLOW + "]}")).isEqualTo(revision);
            assertThat(put(get())).isNotEqualTo(revision);
        }

        @Test
        void anExpectedRevisionMustBeTheCurrentOne() {
            db.refuses(
                    "PutResourcePolicy",
                    request(POLICY, ",'ExpectedRevisionId':'1'"),
                    ErrorType.POLICY_NOT_FOUND,
                    NOT_FOUND
                            + "Requested update for policy with revision id 1, but table Tab has no associated policy.");
            put(POLICY);
            db.refuses(
                    "PutResourcePolicy",
                    request(OTHER, ",'ExpectedRevisionId':'1'"),
                    ErrorType.POLICY_NOT_FOUND,
                    NOT_FOUND
                            + "Requested update for policy with revision id 1, but the policy associated to target table"
                            + " Tab has revision id 1767323045678.");
            assertThat(get()).isEqualTo(POLICY);
            db.answers(
                    "PutResourcePolicy",
                    request(OTHER, ",'ExpectedRevisionId':'1767323045678'"),
                    "{'RevisionId':'1767323045679'}");
        }

        @Test
        void whoExpectsNoPolicyGetsNoneOverwritten() {
            db.call("PutResourcePolicy", request(POLICY, ",'ExpectedRevisionId':'NO_POLICY'"));
            db.refuses(
                    "PutResourcePolicy",
                    request(OTHER, ",'ExpectedRevisionId':'NO_POLICY'"),
                    ErrorType.POLICY_NOT_FOUND,
                    NOT_FOUND
                            + "Requested policy update expecting none to be present for table Tab, but a policy exists"
                            + " with revision id 1767323045678.");
        }
    }
}

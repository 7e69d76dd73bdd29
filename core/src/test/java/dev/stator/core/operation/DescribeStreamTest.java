package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.StreamFixture.list;
import static dev.stator.core.operation.StreamFixture.members;
import static dev.stator.core.operation.StreamFixture.parts;
import static dev.stator.core.operation.StreamFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DescribeStreamTest {
    private static final String UNKNOWN =
            "arn:aws:dynamodb:eu-west-2:000000000000:table/abc/stream/2020-01-01T00:00:00.000";

    private final StreamFixture db = new StreamFixture(StreamFixture.splitAfter(10));

    @AfterEach
    void close() {
        db.close();
    }

    private void refuses(String request, String message) {
        db.refuses("DescribeStream", request, ErrorType.VALIDATION, message);
    }

    @Nested
    class Validation {
        @Test
        void membersAreCheckedTogether() {
            refuses(
                    "{'Limit':0,'ExclusiveStartShardId':'a','ShardFilter':{'Type':'x','ShardId':'b'}}",
                    "5 validation errors detected: Value null at 'streamArn' failed to satisfy constraint: Member must not"
                            + " be null; Value '0' at 'limit' failed to satisfy constraint: Member must have value"
                            + " greater than or equal to 1; Value 'a' at 'exclusiveStartShardId' failed to satisfy"
                            + " constraint: Member must have length greater than or equal to 28; Value 'x' at"
                            + " 'shardFilter.type' failed to satisfy constraint: Member must satisfy enum value set:"
                            + " [CHILD_SHARDS]; Value 'b' at 'shardFilter.shardId' failed to satisfy constraint: Member"
                            + " must have length greater than or equal to 28");
            refuses(
                    "{'StreamArn':'" + UNKNOWN + "','Limit':101}",
                    "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member must have"
                            + " value less than or equal to 100");
        }

        @Test
        void whatIsNoArnOfAStreamIsInvalid() {
            // DynamoDB: a ValidationException, where a stream that is not there is a ResourceNotFoundException.
            String text = "no arn, although it is long enough to be one";
            refuses("{'StreamArn':'" + text + "'}", "Invalid StreamArn: " + text);
        }

        @Test
        void aFilterHasBothMembers() {
            refuses(
                    "{'StreamArn':'" + UNKNOWN + "','ShardFilter':{'Type':'CHILD_SHARDS'}}",
                    "ShardFilter must have both Type and ShardId");
        }

        @Test
        void theStreamMustBeThere() {
            db.refuses(
                    "DescribeStream",
                    "{'StreamArn':'" + UNKNOWN + "'}",
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Stream: " + UNKNOWN + " not found");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void anEnabledStreamIsDescribed() {
            db.smallTable("abc", "NEW_AND_OLD_IMAGES");
            String arn = db.arn("abc");
            String shard = "shardId-00000001767323045678-00000000";

            assertThat(db.describe(arn))
                    .isEqualTo(json("{'StreamArn':'" + arn + "','StreamLabel':'2026-01-02T03:04:05.678',"
                            + "'StreamStatus':'ENABLED','StreamViewType':'NEW_AND_OLD_IMAGES',"
                            + "'CreationRequestDateTime':1.767323045678E9,'TableName':'abc',"
                            + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
                            + "'Shards':[{'ShardId':'" + shard
                            + "','SequenceNumberRange':{'StartingSequenceNumber':'100000000000000000001'}}]}"));
        }

        @Test
        void aSortKeyIsPartOfTheKeySchema() {
            db.call(
                    "CreateTable",
                    "{'TableName':'abc','AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'},"
                            + "{'AttributeName':'s','AttributeType':'N'}],'KeySchema':[{'AttributeName':'p','KeyType':'HASH'},"
                            + "{'AttributeName':'s','KeyType':'RANGE'}],'BillingMode':'PAY_PER_REQUEST',"
                            + "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'KEYS_ONLY'}}");

            assertThat(at(db.describe(db.arn("abc")), "KeySchema"))
                    .isEqualTo(
                            json("[{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'s','KeyType':'RANGE'}]"));
        }

        @Test
        void aStreamBeginsWithAShardForEachPartition() {
            db.table("demand", "KEYS_ONLY")
                    .smallTable("small", "KEYS_ONLY")
                    .table(
                            "large",
                            "'ProvisionedThroughput':{'ReadCapacityUnits':6001,'WriteCapacityUnits':3000}",
                            "KEYS_ONLY");

            assertThat(db.shards(db.arn("demand"))).hasSize(4);
            assertThat(db.shards(db.arn("small"))).hasSize(1);
            assertThat(db.shards(db.arn("large"))).hasSize(6);
        }

        @Test
        void aHotShardIsSplitAndItsChildrenNameIt() {
            db.smallTable("abc", "KEYS_ONLY");
            String arn = db.arn("abc");
            String first = db.shardIds(arn).getFirst();
            for (int i = 0; i < 11; i++) {
                db.putKey("abc", "k" + i);
            }

            List<Object> shards = db.shards(arn);
            assertThat(shards).hasSize(3);
            assertThat(text(shards.getFirst(), "SequenceNumberRange.EndingSequenceNumber"))
                    .isEqualTo("100000000000000000011");
            for (Object child : shards.subList(1, 3)) {
                assertThat(text(child, "ParentShardId")).isEqualTo(first);
                assertThat(members(at(child, "SequenceNumberRange"))).containsExactly("StartingSequenceNumber");
                assertThat(text(child, "SequenceNumberRange.StartingSequenceNumber"))
                        .isEqualTo("100000000000000000012");
                // Consumers take the order of the ids for that of the shards.
                assertThat(text(child, "ShardId")).isGreaterThan(first);
            }
        }

        @Test
        void aFilterShowsTheChildrenOfOneShard() {
            db.smallTable("abc", "KEYS_ONLY");
            String arn = db.arn("abc");
            for (int i = 0; i < 60; i++) {
                db.putKey("abc", "k" + i);
            }
            List<Object> shards = db.shards(arn);
            String first = text(shards.getFirst(), "ShardId");

            Object filtered = db.call(
                    "DescribeStream",
                    "{'StreamArn':'" + arn + "','ShardFilter':{'Type':'CHILD_SHARDS','ShardId':'" + first + "'}}");
            List<Object> children = list(filtered, "StreamDescription.Shards");
            assertThat(shards.size()).isGreaterThan(3);
            assertThat(children).isEqualTo(shards.subList(1, 3));
        }

        @Test
        void pagesHaveEachShardOnce() {
            db.table("abc", "KEYS_ONLY");
            String arn = db.arn("abc");
            for (int i = 0; i < 200; i++) {
                db.putKey("abc", "k" + i);
            }

            List<Object> all = list(db.describe(arn), "Shards");
            assertThat(all.size()).isGreaterThan(14);
            // The fixture reads pages of seven.
            assertThat(db.shards(arn)).isEqualTo(all);
            assertThat(parts(all, "ShardId")).doesNotHaveDuplicates().isSorted();
        }

        @Test
        void aShardThatIsNotThereMayBeStartedBehind() {
            db.table("abc", "KEYS_ONLY");

            // DynamoDB: no error (Scylla's tests against AWS).
            Object page = db.call(
                    "DescribeStream",
                    "{'StreamArn':'" + db.arn("abc") + "','ExclusiveStartShardId':'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'}");
            assertThat(list(page, "StreamDescription.Shards")).isEmpty();
        }

        @Test
        void aShardIsRolledOverAfterFourHours() {
            db.smallTable("abc", "KEYS_ONLY");
            String arn = db.arn("abc");
            db.sleep(Duration.ofHours(4).minusMillis(1));
            db.runDue();
            assertThat(db.shards(arn)).hasSize(1);

            db.sleep(Duration.ofMillis(1));
            db.runDue();
            List<Object> shards = db.shards(arn);
            assertThat(shards).hasSize(2);
            assertThat(at(shards.getLast(), "ParentShardId")).isEqualTo(text(shards.getFirst(), "ShardId"));
            assertThat(members(at(shards.getFirst(), "SequenceNumberRange"))).contains("EndingSequenceNumber");
        }

        @Test
        void aClosedShardIsGoneADayLater() {
            db.smallTable("abc", "KEYS_ONLY");
            String arn = db.arn("abc");
            String first = db.shardIds(arn).getFirst();
            db.sleep(Duration.ofHours(4));
            db.runDue();
            db.sleep(Duration.ofHours(24).minusMillis(1));
            assertThat(db.shardIds(arn)).contains(first);

            db.sleep(Duration.ofMillis(1));
            assertThat(db.shardIds(arn)).isNotEmpty().doesNotContain(first);
            db.runDue();
            assertThat(db.shardIds(arn)).isNotEmpty().doesNotContain(first);
        }

        @Test
        void aDisabledStreamHasOnlyClosedShards() {
            db.table("abc", "KEYS_ONLY");
            String arn = db.arn("abc");
            db.disable("abc");

            Object stream = db.describe(arn);
            assertThat(at(stream, "StreamStatus")).isEqualTo("DISABLED");
            assertThat(list(stream, "Shards"))
                    .hasSize(4)
                    .allSatisfy(shard -> assertThat(members(at(shard, "SequenceNumberRange")))
                            .contains("EndingSequenceNumber"));
        }

        @Test
        void aDisabledStreamIsGoneADayLater() {
            db.table("abc", "KEYS_ONLY");
            String arn = db.arn("abc");
            db.disable("abc");
            db.sleep(Duration.ofHours(24));
            assertThat(db.refused("DescribeStream", "{'StreamArn':'" + arn + "'}")
                            .type())
                    .isEqualTo(ErrorType.RESOURCE_NOT_FOUND);

            db.runDue();
            assertThat(db.refused("DescribeStream", "{'StreamArn':'" + arn + "'}")
                            .type())
                    .isEqualTo(ErrorType.RESOURCE_NOT_FOUND);
        }
    }
}

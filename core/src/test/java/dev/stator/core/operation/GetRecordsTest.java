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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GetRecordsTest {
    private final StreamFixture db = new StreamFixture();

    @AfterEach
    void close() {
        db.close();
    }

    /** Creates table abc, whose stream has one shard. */
    private String create(String viewType) {
        db.smallTable("abc", viewType);
        return db.arn("abc");
    }

    private String onlyShard(String arn) {
        return db.shardIds(arn).getFirst();
    }

    private List<@Nullable Object> eventNames(String arn) {
        return parts(db.records(arn), "eventName");
    }

    @Nested
    class Validation {
        @Test
        void membersAreCheckedTogether() {
            db.refuses(
                    "GetRecords",
                    "{'ShardIterator':'','Limit':0}",
                    ErrorType.VALIDATION,
                    "2 validation errors detected: Value '' at 'shardIterator' failed to satisfy constraint: Member must"
                            + " have length greater than or equal to 1; Value '0' at 'limit' failed to satisfy"
                            + " constraint: Member must have value greater than or equal to 1");
            db.refuses(
                    "GetRecords",
                    "{'Limit':1001}",
                    ErrorType.VALIDATION,
                    "2 validation errors detected: Value null at 'shardIterator' failed to satisfy constraint: Member"
                            + " must not be null; Value '1001' at 'limit' failed to satisfy constraint: Member must"
                            + " have value less than or equal to 1000");
        }

        @ParameterizedTest
        @ValueSource(strings = {"x", "|1|", "a|1|AAAA", "a|1|!", "a|2|AAAA"})
        void whatWasNeverGivenIsInvalid(String iterator) {
            db.refuses(
                    "GetRecords",
                    "{'ShardIterator':'" + iterator + "'}",
                    ErrorType.VALIDATION,
                    "Invalid ShardIterator");
        }

        @Test
        void anIteratorThatWasChangedIsInvalid() {
            String arn = create("KEYS_ONLY");
            String iterator = db.iterator(arn, onlyShard(arn), "TRIM_HORIZON");
            for (int i = 0; i < iterator.length(); i++) {
                char other = iterator.charAt(i) == 'A' ? 'e' : 'A';
                String changed = iterator.substring(0, i) + other + iterator.substring(i + 1);
                if (changed.equals(iterator)) {
                    continue;
                }
                assertThat(db.refused("GetRecords", "{'ShardIterator':'" + changed + "'}")
                                .type())
                        .as(changed)
                        .isEqualTo(ErrorType.VALIDATION);
            }
        }

        @Test
        void anIteratorIsForOneStream() {
            String arn = create("KEYS_ONLY");
            db.smallTable("xyz", "KEYS_ONLY");
            String iterator = db.iterator(arn, onlyShard(arn), "TRIM_HORIZON");

            assertThat(db.refused("GetRecords", "{'ShardIterator':'" + iterator.replace(arn, db.arn("xyz")) + "'}")
                            .type())
                    .isEqualTo(ErrorType.VALIDATION);
        }

        @Test
        void anIteratorExpiresAfterFifteenMinutes() {
            String arn = create("KEYS_ONLY");
            String iterator = db.iterator(arn, onlyShard(arn), "LATEST");
            db.sleep(Duration.ofMinutes(15).minusMillis(1));
            String next = text(db.page(iterator), "NextShardIterator");

            db.sleep(Duration.ofMillis(1));
            db.refuses(
                    "GetRecords",
                    "{'ShardIterator':'" + iterator + "'}",
                    ErrorType.EXPIRED_ITERATOR,
                    "The shard iterator has expired and can no longer be used to retrieve stream records.");
            // The one that came with the page has its own quarter of an hour.
            assertThat(list(db.page(next), "Records")).isEmpty();
        }
    }

    @Nested
    class Records {
        @Test
        void aRecordTellsEverything() {
            String arn = create("NEW_AND_OLD_IMAGES");
            db.put("abc", "'p':{'S':'a'},'n':{'N':'1'}");
            db.put("abc", "'p':{'S':'a'},'n':{'N':'2'}");

            List<Object> records = db.records(arn);
            assertThat(records).hasSize(2);
            String id = text(records.get(1), "eventID");
            assertThat(id).matches("[0-9a-f]{32}").isNotEqualTo(text(records.get(0), "eventID"));
            assertThat(records.get(1))
                    .isEqualTo(json("{'eventID':'" + id + "','eventName':'MODIFY','eventVersion':'1.1',"
                            + "'eventSource':'aws:dynamodb','awsRegion':'eu-west-2',"
                            + "'dynamodb':{'ApproximateCreationDateTime':1767323045,'Keys':{'p':{'S':'a'}},"
                            + "'NewImage':{'p':{'S':'a'},'n':{'N':'2'}},'OldImage':{'p':{'S':'a'},'n':{'N':'1'}},"
                            + "'SequenceNumber':'100000000000000000002','SizeBytes':12,"
                            + "'StreamViewType':'NEW_AND_OLD_IMAGES'}}"));
            assertThat(text(db.records(arn).get(1), "eventID")).isEqualTo(id);
        }

        @ParameterizedTest
        @CsvSource({
            "KEYS_ONLY, '', ''",
            "NEW_IMAGE, NewImage, ''",
            "OLD_IMAGE, '', OldImage",
            "NEW_AND_OLD_IMAGES, NewImage, OldImage"
        })
        void theViewTypeSaysWhichImages(String viewType, String ofNew, String ofOld) {
            String arn = create(viewType);
            db.put("abc", "'p':{'S':'a'},'n':{'N':'1'}");
            db.put("abc", "'p':{'S':'a'},'n':{'N':'2'}");
            db.delete("abc", "a");

            List<Object> records = db.records(arn);
            assertThat(parts(records, "eventName")).containsExactly("INSERT", "MODIFY", "REMOVE");
            assertThat(parts(records, "dynamodb.Keys.p.S")).containsExactly("a", "a", "a");
            assertThat(parts(records, "dynamodb.StreamViewType")).containsOnly(viewType);
            assertThat(images(records.get(0))).isEqualTo(ofNew);
            assertThat(images(records.get(1))).isEqualTo((ofNew + " " + ofOld).strip());
            assertThat(images(records.get(2))).isEqualTo(ofOld);
        }

        private static String images(Object record) {
            return String.join(
                    " ",
                    members(at(record, "dynamodb")).stream()
                            .filter(member -> member.endsWith("Image"))
                            .toList());
        }

        @Test
        void sizesAreThoseOfKeysAndImages() {
            // AWS's own example: 5 bytes of keys, 21 and 33 of images.
            db.call(
                    "CreateTable",
                    "{'TableName':'abc','AttributeDefinitions':[{'AttributeName':'Id','AttributeType':'N'}],"
                            + "'KeySchema':[{'AttributeName':'Id','KeyType':'HASH'}],"
                            + "'ProvisionedThroughput':{'ReadCapacityUnits':5,'WriteCapacityUnits':5},"
                            + "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'NEW_AND_OLD_IMAGES'}}");
            db.put("abc", "'Id':{'N':'101'},'Message':{'S':'New item!'}");
            db.put("abc", "'Id':{'N':'101'},'Message':{'S':'This item has changed'}");
            db.call("DeleteItem", "{'TableName':'abc','Key':{'Id':{'N':'101'}}}");

            assertThat(parts(db.records(db.arn("abc")), "dynamodb.SizeBytes")).containsExactly(26L, 59L, 38L);
        }

        @Test
        void aConditionThatFailsLeavesNone() {
            String arn = create("KEYS_ONLY");
            db.putKey("abc", "a");
            db.refused(
                    "PutItem",
                    "{'TableName':'abc','Item':{'p':{'S':'a'},'n':{'N':'1'}},"
                            + "'ConditionExpression':'attribute_not_exists(p)'}");
            db.delete("abc", "b");

            assertThat(eventNames(arn)).containsExactly("INSERT");
        }

        @Test
        void trap18ToWriteTheSameItemAgainLeavesNone() {
            String arn = create("NEW_AND_OLD_IMAGES");
            db.put(
                    "abc",
                    "'p':{'S':'a'},'m':{'M':{'x':{'N':'1'},'y':{'L':[{'M':{'a':{'S':'1'},'b':{'S':'2'}}}]}}},"
                            + "'s':{'NS':['1','2']},'t':{'SS':['a','b']},'n':{'N':'10'}");
            db.put(
                    "abc",
                    "'n':{'N':'1e1'},'t':{'SS':['b','a']},'s':{'NS':['2.0','1']},"
                            + "'m':{'M':{'y':{'L':[{'M':{'b':{'S':'2'},'a':{'S':'1'}}}]},'x':{'N':'1.0'}}},'p':{'S':'a'}");
            db.call(
                    "UpdateItem",
                    "{'TableName':'abc','Key':{'p':{'S':'a'}},'UpdateExpression':'SET n = :n',"
                            + "'ExpressionAttributeValues':{':n':{'N':'10'}}}");
            assertThat(eventNames(arn)).containsExactly("INSERT");

            // The order of a list is part of its value, and so is each member of a set.
            db.put("abc", "'p':{'S':'a'},'t':{'SS':['a','c']}");
            assertThat(eventNames(arn)).containsExactly("INSERT", "MODIFY");
        }

        @Test
        void trap33TheRecordOfAnExpiredItemNamesTheService() {
            String arn = create("OLD_IMAGE");
            db.call(
                    "UpdateTimeToLive",
                    "{'TableName':'abc','TimeToLiveSpecification':{'Enabled':true,'AttributeName':'ttl'}}");
            db.put("abc", "'p':{'S':'expired'},'ttl':{'N':'1767320000'}");
            db.putKey("abc", "deleted");
            db.delete("abc", "deleted");
            db.sleep(Duration.ofHours(1));
            db.runDue();

            List<Object> records = db.records(arn);
            assertThat(parts(records, "eventName")).containsExactly("INSERT", "INSERT", "REMOVE", "REMOVE");
            assertThat(parts(records, "dynamodb.Keys.p.S")).containsExactly("expired", "deleted", "deleted", "expired");
            assertThat(at(records.getLast(), "dynamodb.OldImage.ttl.N")).isEqualTo("1767320000");
            assertThat(at(records.getLast(), "userIdentity"))
                    .isEqualTo(json("{'Type':'Service','PrincipalId':'dynamodb.amazonaws.com'}"));
            assertThat(parts(records.subList(0, 3), "userIdentity")).containsOnlyNulls();
        }

        @Test
        void aTransactionLeavesOneForEachItemThatItChanges() {
            String arn = create("NEW_IMAGE");
            db.putKey("abc", "same");
            db.putKey("abc", "old");
            String keyOf = "'TableName':'abc','Key':{'p':{'S':'";
            db.call(
                    "TransactWriteItems",
                    "{'TransactItems':[{'Put':{'TableName':'abc','Item':{'p':{'S':'new'}}}},"
                            + "{'Delete':{" + keyOf + "old'}}}},"
                            + "{'ConditionCheck':{" + keyOf + "same'}},'ConditionExpression':'attribute_exists(p)'}},"
                            + "{'Delete':{" + keyOf + "none'}}}}]}");
            db.refused(
                    "TransactWriteItems",
                    "{'TransactItems':[{'Put':{'TableName':'abc','Item':{'p':{'S':'x'}}}}," + "{'ConditionCheck':{"
                            + keyOf + "none'}},'ConditionExpression':'attribute_exists(p)'}}]}");

            List<Object> records = db.records(arn);
            assertThat(parts(records, "eventName")).containsExactly("INSERT", "INSERT", "INSERT", "REMOVE");
            assertThat(parts(records, "dynamodb.Keys.p.S")).containsExactly("same", "old", "new", "old");
        }

        @Test
        void aBatchLeavesOneForEachItemThatItChanges() {
            String arn = create("KEYS_ONLY");
            db.putKey("abc", "old");
            db.call(
                    "BatchWriteItem",
                    "{'RequestItems':{'abc':[{'PutRequest':{'Item':{'p':{'S':'new'}}}},"
                            + "{'DeleteRequest':{'Key':{'p':{'S':'old'}}}},"
                            + "{'DeleteRequest':{'Key':{'p':{'S':'none'}}}}]}}");

            assertThat(eventNames(arn)).containsExactlyInAnyOrder("INSERT", "INSERT", "REMOVE");
        }

        @Test
        void aStreamHasWhatHappensFromItsBeginningToItsEnd() {
            db.call(
                    "CreateTable",
                    "{'TableName':'abc','AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                            + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],'BillingMode':'PAY_PER_REQUEST'}");
            db.putKey("abc", "before");
            db.enable("abc", "KEYS_ONLY");
            String first = db.arn("abc");
            db.putKey("abc", "during");
            db.disable("abc");
            db.putKey("abc", "between");
            db.enable("abc", "KEYS_ONLY");
            String second = db.arn("abc");
            db.putKey("abc", "later");
            db.call("DeleteTable", "{'TableName':'abc'}");

            assertThat(parts(db.records(first), "dynamodb.Keys.p.S")).containsExactly("during");
            assertThat(parts(db.records(second), "dynamodb.Keys.p.S")).containsExactly("later");
        }

        @Test
        void aTableOfTheSameNameHasAnotherStream() {
            String first = create("KEYS_ONLY");
            db.putKey("abc", "a");
            db.call("DeleteTable", "{'TableName':'abc'}");
            String second = create("KEYS_ONLY");
            db.putKey("abc", "b");

            assertThat(parts(db.records(first), "dynamodb.Keys.p.S")).containsExactly("a");
            assertThat(parts(db.records(second), "dynamodb.Keys.p.S")).containsExactly("b");
        }
    }

    @Nested
    class Pages {
        @Test
        void aLimitEndsAPage() {
            String arn = create("KEYS_ONLY");
            List.of("a", "b", "c").forEach(key -> db.putKey("abc", key));
            String iterator = db.iterator(arn, onlyShard(arn), "TRIM_HORIZON");
            Object first = db.call("GetRecords", "{'ShardIterator':'" + iterator + "','Limit':2}");
            assertThat(parts(list(first, "Records"), "dynamodb.Keys.p.S")).containsExactly("a", "b");

            Object second = db.page(text(first, "NextShardIterator"));
            assertThat(parts(list(second, "Records"), "dynamodb.Keys.p.S")).containsExactly("c");
            assertThat(list(db.page(text(second, "NextShardIterator")), "Records"))
                    .isEmpty();
        }

        @Test
        void aThousandRecordsEndAPage() {
            String arn = create("KEYS_ONLY");
            for (int i = 0; i < 1_001; i++) {
                db.putKey("abc", "k" + i);
            }
            Object page = db.page(db.iterator(arn, onlyShard(arn), "TRIM_HORIZON"));
            assertThat(list(page, "Records")).hasSize(1_000);
            assertThat(list(db.page(text(page, "NextShardIterator")), "Records"))
                    .hasSize(1);
        }

        @Test
        void aMegabyteEndsAPage() {
            String arn = create("NEW_AND_OLD_IMAGES");
            String large = "x".repeat(300 << 10);
            for (int i = 0; i < 5; i++) {
                db.put("abc", "'p':{'S':'a'},'n':{'N':'" + i + "'},'x':{'S':'" + large + "'}");
            }
            // The first record has one image of 300 KB, the others two.
            Object page = db.page(db.iterator(arn, onlyShard(arn), "TRIM_HORIZON"));
            assertThat(list(page, "Records")).hasSize(2);
            assertThat(list(db.page(text(page, "NextShardIterator")), "Records"))
                    .hasSize(1);
        }

        @Test
        void anOpenShardNeverEnds() {
            String arn = create("KEYS_ONLY");
            String iterator = db.iterator(arn, onlyShard(arn), "LATEST");
            for (int i = 0; i < 3; i++) {
                Object page = db.page(iterator);
                assertThat(list(page, "Records")).isEmpty();
                iterator = text(page, "NextShardIterator");
            }
            db.putKey("abc", "a");
            assertThat(list(db.page(iterator), "Records")).hasSize(1);
        }

        @Test
        void aClosedShardEndsWhenItHasBeenRead() {
            String arn = create("KEYS_ONLY");
            List.of("a", "b", "c").forEach(key -> db.putKey("abc", key));
            String iterator = db.iterator(arn, onlyShard(arn), "TRIM_HORIZON");
            db.disable("abc");

            Object first = db.call("GetRecords", "{'ShardIterator':'" + iterator + "','Limit':2}");
            assertThat(members(first)).contains("NextShardIterator");
            Object second = db.page(text(first, "NextShardIterator"));
            assertThat(list(second, "Records")).hasSize(1);
            assertThat(members(second)).doesNotContain("NextShardIterator");
        }
    }

    @Nested
    class Trimming {
        private static final String TRIMMED =
                "The operation attempted to read past the oldest stream record in a shard.";

        @Test
        void recordsAreTrimmedADayLater() {
            String arn = create("KEYS_ONLY");
            db.putKey("abc", "old");
            db.sleep(Duration.ofHours(1));
            db.putKey("abc", "new");
            db.sleep(Duration.ofHours(23).minusMillis(1));
            assertThat(parts(db.records(arn), "dynamodb.Keys.p.S")).containsExactly("old", "new");

            db.sleep(Duration.ofMillis(1));
            assertThat(parts(db.records(arn), "dynamodb.Keys.p.S")).containsExactly("new");
            db.runDue();
            assertThat(parts(db.records(arn), "dynamodb.Keys.p.S")).containsExactly("new");
        }

        @Test
        void aReaderThatComesTooLateIsTold() {
            String arn = create("KEYS_ONLY");
            String shard = onlyShard(arn);
            List.of("a", "b", "c").forEach(key -> db.putKey("abc", key));
            db.sleep(Duration.ofHours(24).minusMinutes(10));
            Object page = db.call(
                    "GetRecords", "{'ShardIterator':'" + db.iterator(arn, shard, "TRIM_HORIZON") + "','Limit':1}");
            String next = text(page, "NextShardIterator");
            String fromStart = db.iterator(arn, shard, "TRIM_HORIZON");
            db.sleep(Duration.ofMinutes(10));

            for (int i = 0; i < 2; i++) {
                db.refuses("GetRecords", "{'ShardIterator':'" + next + "'}", ErrorType.TRIMMED_DATA_ACCESS, TRIMMED);
                assertThat(list(db.page(fromStart), "Records")).isEmpty();
                db.runDue();
            }
        }

        @Test
        void aReaderOfAShardThatIsGoneIsTold() {
            String arn = create("KEYS_ONLY");
            String shard = onlyShard(arn);
            db.putKey("abc", "a");
            db.sleep(Duration.ofHours(4));
            db.runDue();
            db.sleep(Duration.ofHours(24).minusMinutes(1));
            String iterator = db.iterator(arn, shard, "TRIM_HORIZON");
            db.sleep(Duration.ofMinutes(1));

            for (int i = 0; i < 2; i++) {
                db.refuses(
                        "GetRecords", "{'ShardIterator':'" + iterator + "'}", ErrorType.TRIMMED_DATA_ACCESS, TRIMMED);
                db.runDue();
            }
        }

        @Test
        void aStreamThatEndedADayAgoIsGone() {
            String arn = create("KEYS_ONLY");
            db.putKey("abc", "a");
            db.disable("abc");
            db.sleep(Duration.ofHours(24).minusMinutes(1));
            String iterator = db.iterator(arn, onlyShard(arn), "TRIM_HORIZON");
            assertThat(list(db.page(iterator), "Records")).hasSize(1);

            db.sleep(Duration.ofMinutes(1));
            for (int i = 0; i < 2; i++) {
                db.refuses(
                        "GetRecords",
                        "{'ShardIterator':'" + iterator + "'}",
                        ErrorType.RESOURCE_NOT_FOUND,
                        "Requested resource not found: Stream: " + arn + " not found");
                db.runDue();
            }
        }
    }
}

package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.StreamFixture.list;
import static dev.stator.core.operation.StreamFixture.parts;
import static dev.stator.core.operation.StreamFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GetShardIteratorTest {
    private final StreamFixture db = new StreamFixture();
    private String arn = "";
    private String shard = "";

    @BeforeEach
    void create() {
        db.smallTable("abc", "KEYS_ONLY");
        arn = db.arn("abc");
        shard = db.shardIds(arn).getFirst();
    }

    @AfterEach
    void close() {
        db.close();
    }

    private String request(String type, String more) {
        return "{'StreamArn':'" + arn + "','ShardId':'" + shard + "','ShardIteratorType':'" + type + "'" + more + "}";
    }

    private void refuses(String request, String message) {
        db.refuses("GetShardIterator", request, ErrorType.VALIDATION, message);
    }

    /** The keys of the first page from an iterator on. */
    private List<@Nullable Object> keys(String iterator) {
        return parts(list(db.page(iterator), "Records"), "dynamodb.Keys.p.S");
    }

    /** The sequence number of the n-th record, as a member of a request. */
    private String number(int record) {
        return ",'SequenceNumber':'" + text(db.records(arn).get(record), "dynamodb.SequenceNumber") + "'";
    }

    @Nested
    class Validation {
        @Test
        void membersAreCheckedTogether() {
            refuses(
                    "{'ShardIteratorType':'x','SequenceNumber':'1','ShardId':'y'}",
                    "4 validation errors detected: Value null at 'streamArn' failed to satisfy constraint: Member must not"
                            + " be null; Value 'y' at 'shardId' failed to satisfy constraint: Member must have length"
                            + " greater than or equal to 28; Value 'x' at 'shardIteratorType' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [TRIM_HORIZON, LATEST,"
                            + " AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER]; Value '1' at 'sequenceNumber' failed to"
                            + " satisfy constraint: Member must have length greater than or equal to 21");
        }

        @Test
        void whatIsNoArnOfAStreamIsInvalid() {
            refuses(
                    "{'StreamArn':'no arn, although it is long enough to be one','ShardId':'" + shard
                            + "','ShardIteratorType':'LATEST'}",
                    "Invalid StreamArn: no arn, although it is long enough to be one");
        }

        @ParameterizedTest
        @CsvSource({"AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"})
        void aSequenceNumberIsThereWhereItIsNeeded(String type) {
            refuses(request(type, ""), "SequenceNumber must be specified for ShardIteratorType " + type);
        }

        @ParameterizedTest
        @CsvSource({"TRIM_HORIZON", "LATEST"})
        void aSequenceNumberIsNotThereElsewhere(String type) {
            refuses(
                    request(type, ",'SequenceNumber':'100000000000000000001'"),
                    "SequenceNumber must not be specified for ShardIteratorType " + type);
        }

        @ParameterizedTest
        @CsvSource({
            "000000000000000000001",
            "aaaaaaaaaaaaaaaaaaaaaaaa",
            "100000000000000000000",
            "9000000000000000000000000"
        })
        void aSequenceNumberIsOneOfTheShard(String number) {
            refuses(
                    request("AT_SEQUENCE_NUMBER", ",'SequenceNumber':'" + number + "'"),
                    "Invalid SequenceNumber: " + number + " is not in shard " + shard);
        }

        @Test
        void streamAndShardMustBeThere() {
            String other = arn.replace("abc", "xyz");
            db.refuses(
                    "GetShardIterator",
                    request("LATEST", "").replace(arn, other),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Stream: " + other + " not found");
            String id = "shardId-00000000000000000000-00000000";
            db.refuses(
                    "GetShardIterator",
                    request("LATEST", "").replace(shard, id),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found: Shard: " + id + " in Stream: " + arn + " not found");
        }
    }

    @Nested
    class Behaviour {
        @BeforeEach
        void putThree() {
            List.of("a", "b", "c").forEach(key -> db.putKey("abc", key));
        }

        @Test
        void anIteratorNamesItsStream() {
            // DynamoDB: the ARN, a number and the rest, parted by bars (AWS's example of the operation).
            assertThat(db.iterator(arn, shard, "LATEST"))
                    .startsWith(arn + "|1|")
                    .hasSizeLessThan(2_048);
        }

        @Test
        void theTrimHorizonIsTheOldestRecord() {
            assertThat(keys(db.iterator(arn, shard, "TRIM_HORIZON"))).containsExactly("a", "b", "c");
        }

        @Test
        void latestIsBehindWhatIsThereAndBeforeWhatComes() {
            String iterator = db.iterator(arn, shard, "LATEST");
            assertThat(keys(iterator)).isEmpty();

            db.putKey("abc", "d");
            assertThat(keys(iterator)).containsExactly("d");
        }

        @Test
        void aSequenceNumberIsReadOrPassedOver() {
            assertThat(keys(db.iterator(arn, shard, "AT_SEQUENCE_NUMBER", number(1))))
                    .containsExactly("b", "c");
            assertThat(keys(db.iterator(arn, shard, "AFTER_SEQUENCE_NUMBER", number(1))))
                    .containsExactly("c");
            assertThat(keys(db.iterator(arn, shard, "AFTER_SEQUENCE_NUMBER", number(2))))
                    .isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "AT_SEQUENCE_NUMBER,100000000000000000005",
            "AFTER_SEQUENCE_NUMBER,100000000000000000005",
            "AT_SEQUENCE_NUMBER,109223372036854775807",
            "AFTER_SEQUENCE_NUMBER,109223372036854775807"
        })
        void aNumberThatWasNotGivenYetIsNoneOfTheShard(String type, String number) {
            // An iterator from there on would pass over all records up to it, without a word.
            refuses(
                    request(type, ",'SequenceNumber':'" + number + "'"),
                    "Invalid SequenceNumber: " + number + " is not in shard " + shard);
        }

        @Test
        void aShardWithoutRecordsIsReadFromItsStartingNumberOn() {
            String empty = db.smallTable("empty", "KEYS_ONLY").arn("empty");
            Object only = db.shards(empty).getFirst();
            String start = text(only, "SequenceNumberRange.StartingSequenceNumber");
            String iterator = db.iterator(
                    empty, text(only, "ShardId"), "AT_SEQUENCE_NUMBER", ",'SequenceNumber':'" + start + "'");

            db.putKey("empty", "a");
            assertThat(keys(iterator)).containsExactly("a");
        }

        @Test
        void theLastRecordOfAShardThatWasClosedIsItsEnd() {
            String last = number(2);
            db.disable("abc");
            Object closed = db.shards(arn).getFirst();
            String end = text(closed, "SequenceNumberRange.EndingSequenceNumber");

            assertThat(at(db.page(db.iterator(arn, shard, "LATEST")), "NextShardIterator"))
                    .isNull();
            assertThat(at(db.page(db.iterator(arn, shard, "AFTER_SEQUENCE_NUMBER", last)), "NextShardIterator"))
                    .isNull();
            assertThat(keys(db.iterator(arn, shard, "AFTER_SEQUENCE_NUMBER", ",'SequenceNumber':'" + end + "'")))
                    .isEmpty();
        }

        @Test
        void whatWasTrimmedCannotBeStartedAt() {
            String first = number(0);
            String second = number(1);
            db.sleep(Duration.ofHours(24));
            db.putKey("abc", "d");
            // Once while it is only too old, and once when it has been removed.
            for (int i = 0; i < 2; i++) {
                db.refuses(
                        "GetShardIterator",
                        request("AT_SEQUENCE_NUMBER", first),
                        ErrorType.TRIMMED_DATA_ACCESS,
                        "The operation attempted to read past the oldest stream record in a shard.");
                assertThat(db.refused("GetShardIterator", request("AFTER_SEQUENCE_NUMBER", second))
                                .type())
                        .isEqualTo(ErrorType.TRIMMED_DATA_ACCESS);
                assertThat(keys(db.iterator(arn, shard, "TRIM_HORIZON"))).containsExactly("d");
                db.runDue();
            }
        }

        @Test
        void behindTheLastTrimmedRecordNothingIsMissing() {
            String last = number(2);
            db.sleep(Duration.ofHours(24));
            db.putKey("abc", "d");
            for (int i = 0; i < 2; i++) {
                assertThat(keys(db.iterator(arn, shard, "AFTER_SEQUENCE_NUMBER", last)))
                        .containsExactly("d");
                db.runDue();
            }
        }
    }
}

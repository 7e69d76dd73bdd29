package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.StreamFixture.list;
import static dev.stator.core.operation.StreamFixture.parts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ListStreamsTest {
    private final StreamFixture db = new StreamFixture();

    @AfterEach
    void close() {
        db.close();
    }

    private List<Object> streams(String request) {
        return list(db.call("ListStreams", request), "Streams");
    }

    @Nested
    class Validation {
        @Test
        void membersAreCheckedTogether() {
            db.refuses(
                    "ListStreams",
                    "{'TableName':'a','ExclusiveStartStreamArn':'b','Limit':0}",
                    ErrorType.VALIDATION,
                    "3 validation errors detected: Value 'a' at 'tableName' failed to satisfy constraint: Member must"
                            + " have length greater than or equal to 3; Value 'b' at 'exclusiveStartStreamArn' failed"
                            + " to satisfy constraint: Member must have length greater than or equal to 37; Value '0'"
                            + " at 'limit' failed to satisfy constraint: Member must have value greater than or equal"
                            + " to 1");
            db.refuses(
                    "ListStreams",
                    "{'Limit':101}",
                    ErrorType.VALIDATION,
                    "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member must have"
                            + " value less than or equal to 100");
        }

        @Test
        void aStartMustBeTheArnOfAStream() {
            String arn = "arn:aws:dynamodb:eu-west-2:000000000000:table/abc";
            db.refuses(
                    "ListStreams",
                    "{'ExclusiveStartStreamArn':'" + arn + "'}",
                    ErrorType.VALIDATION,
                    "Invalid StreamArn: " + arn);
        }
    }

    @Nested
    class Behaviour {
        @Test
        void aStreamIsListedWithItsTable() {
            db.table("abc", "KEYS_ONLY");

            assertThat(db.call("ListStreams", "{}"))
                    .isEqualTo(
                            json(
                                    "{'Streams':[{'StreamArn':'arn:aws:dynamodb:eu-west-2:000000000000:table/abc/stream/"
                                            + "2026-01-02T03:04:05.678','TableName':'abc','StreamLabel':'2026-01-02T03:04:05.678'}]}"));
        }

        @Test
        void oneTableIsAskedForOrAll() {
            db.table("abc", "KEYS_ONLY").table("bcd", "KEYS_ONLY");
            db.call(
                    "CreateTable",
                    "{'TableName':'without','AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                            + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],'BillingMode':'PAY_PER_REQUEST'}");

            assertThat(parts(streams("{}"), "TableName")).containsExactly("abc", "bcd");
            assertThat(parts(streams("{'TableName':'bcd'}"), "TableName")).containsExactly("bcd");
            assertThat(streams("{'TableName':'without'}")).isEmpty();
            assertThat(streams("{'TableName':'nosuchtable'}")).isEmpty();
        }

        @Test
        void pagesHaveEachStreamOnce() {
            List<String> tables = List.of("aaa", "bbb", "ccc", "ddd", "eee");
            tables.forEach(table -> db.table(table, "KEYS_ONLY"));
            List<Object> found = new ArrayList<>();
            Object start = null;
            int pages = 0;
            do {
                Object page = db.call(
                        "ListStreams",
                        "{'Limit':2" + (start == null ? "" : ",'ExclusiveStartStreamArn':'" + start + "'") + "}");
                found.addAll(parts(list(page, "Streams"), "TableName"));
                start = at(page, "LastEvaluatedStreamArn");
                pages++;
            } while (start != null);

            assertThat(found).isEqualTo(tables);
            assertThat(pages).isEqualTo(3);
        }

        @Test
        void aTableHasAnotherStreamEachTimeThatOneIsEnabled() {
            db.table("abc", "KEYS_ONLY");
            db.disable("abc");
            db.enable("abc", "NEW_IMAGE");

            // The clock has not moved; the labels differ all the same.
            assertThat(parts(streams("{}"), "StreamLabel"))
                    .containsExactly("2026-01-02T03:04:05.678", "2026-01-02T03:04:05.679");
        }

        @Test
        void aStreamOutlivesItsTableByADay() {
            db.table("abc", "KEYS_ONLY");
            db.call("DeleteTable", "{'TableName':'abc'}");
            db.sleep(Duration.ofHours(24).minusMillis(1));
            assertThat(streams("{}")).hasSize(1);

            db.sleep(Duration.ofMillis(1));
            assertThat(streams("{}")).isEmpty();
        }
    }
}

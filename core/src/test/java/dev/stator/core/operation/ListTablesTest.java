package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ListTablesTest {
    private final TableFixture db = new TableFixture();

    private void createTables(String... names) {
        for (String name : names) {
            db.call("CreateTable", """
                    {"TableName":"%s","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
                     "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
                     "BillingMode":"PAY_PER_REQUEST"}""".formatted(name));
        }
    }

    @Nested
    class Serialization {
        @Test
        void aMemberOfTheWrongTypeIsRefused() {
            assertThat(db.refused("ListTables", "{\"Limit\":\"1\"}"))
                    .hasMessage("STRING_VALUE cannot be converted to Integer");
            assertThat(db.refused("ListTables", "{\"ExclusiveStartTableName\":{}}"))
                    .hasMessage("Start of structure or map found where not expected");
        }
    }

    @Nested
    class Validation {
        @Test
        void constraintsAreReportedTogether() {
            assertThat(db.refused("ListTables", "{\"ExclusiveStartTableName\":\"a;\",\"Limit\":500}"))
                    .hasMessage(
                            "3 validation errors detected: Value 'a;' at 'exclusiveStartTableName' failed to satisfy"
                                    + " constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'a;' at"
                                    + " 'exclusiveStartTableName' failed to satisfy constraint: Member must have length greater than"
                                    + " or equal to 3; Value '500' at 'limit' failed to satisfy constraint: Member must have value"
                                    + " less than or equal to 100");
            assertThat(db.refused("ListTables", "{\"Limit\":0}"))
                    .hasMessage("1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member"
                            + " must have value greater than or equal to 1");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void thereMayBeNoTables() {
            assertThat(db.call("ListTables", "{\"ExclusiveStartTableName\":null,\"hi\":[{}]}"))
                    .isEqualTo(Map.of("TableNames", List.of()));
        }

        @Test
        void namesComeInTheOrderOfTheirBytes() {
            createTables("beta", "Alpha", "_under", "a.b", "a-b", "alpha");
            assertThat(Json.at(db.call("ListTables", "{}"), "TableNames"))
                    .isEqualTo(List.of("Alpha", "_under", "a-b", "a.b", "alpha", "beta"));
        }

        @Test
        void aPageSaysWhereTheNextOneStarts() {
            createTables("aaa", "bbb", "ccc");
            assertThat(db.call("ListTables", "{\"Limit\":2}"))
                    .isEqualTo(Map.of("TableNames", List.of("aaa", "bbb"), "LastEvaluatedTableName", "bbb"));
            assertThat(db.call("ListTables", "{\"Limit\":2,\"ExclusiveStartTableName\":\"bbb\"}"))
                    .isEqualTo(Map.of("TableNames", List.of("ccc")));
        }

        @Test
        void aPageThatHoldsTheLastNameIsTheLast() {
            createTables("aaa", "bbb");
            assertThat(db.call("ListTables", "{\"Limit\":2}")).isEqualTo(Map.of("TableNames", List.of("aaa", "bbb")));
        }

        @Test
        void aPageStartsBehindANameThatNeedNotExist() {
            createTables("aaa", "ccc");
            assertThat(db.call("ListTables", "{\"ExclusiveStartTableName\":\"bbb\"}"))
                    .isEqualTo(Map.of("TableNames", List.of("ccc")));
        }
    }
}

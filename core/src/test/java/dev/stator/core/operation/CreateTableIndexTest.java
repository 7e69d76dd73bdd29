package dev.stator.core.operation;

import static dev.stator.core.operation.TableRequests.ALL;
import static dev.stator.core.operation.TableRequests.DEFINED_A;
import static dev.stator.core.operation.TableRequests.DEFINED_AB;
import static dev.stator.core.operation.TableRequests.KEY_A;
import static dev.stator.core.operation.TableRequests.KEY_AB;
import static dev.stator.core.operation.TableRequests.ON_DEMAND;
import static dev.stator.core.operation.TableRequests.UNITS;
import static dev.stator.core.operation.TableRequests.defined;
import static dev.stator.core.operation.TableRequests.globals;
import static dev.stator.core.operation.TableRequests.index;
import static dev.stator.core.operation.TableRequests.invalid;
import static dev.stator.core.operation.TableRequests.keys;
import static dev.stator.core.operation.TableRequests.locals;
import static dev.stator.core.operation.TableRequests.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What CreateTable refuses of indexes. DynamoDB's texts were observed in us-east-1, us-west-2 and eu-west-2 between 2020 and 2026. */
class CreateTableIndexTest {
    private final TableFixture db = new TableFixture();

    private void refusedAs(String request, String message) {
        ApiException refused = db.refused("CreateTable", request);
        assertThat(refused).hasMessage(message);
        assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
    }

    @Test
    void localIndexesShareThePartitionKeyAndHaveAnotherSortKey() {
        refusedAs(table(DEFINED_AB, KEY_AB, UNITS, locals()), invalid("List of LocalSecondaryIndexes is empty"));
        refusedAs(
                table(DEFINED_AB, KEY_A, UNITS, locals(index("abc", KEY_AB, ALL))),
                invalid("Table KeySchema does not have a range key, which is required when specifying a"
                        + " LocalSecondaryIndex"));
        refusedAs(
                table(DEFINED_AB, KEY_AB, UNITS, locals(index("abc", keys("a:HASH"), ALL))),
                invalid("Index KeySchema does not have a range key for index: abc"));
        refusedAs(
                table(DEFINED_AB, KEY_AB, UNITS, locals(index("abc", keys("b:HASH", "a:RANGE"), ALL))),
                invalid("Index KeySchema does not have the same leading hash key as table KeySchema for index: abc."
                        + " index hash key: b, table hash key: a"));
    }

    @Test
    void aTableHasAtMostFiveLocalIndexes() {
        String[] six = IntStream.range(0, 6)
                .mapToObj(i -> index("abc" + i, KEY_AB, ALL))
                .toArray(String[]::new);
        refusedAs(
                table(DEFINED_AB, KEY_AB, UNITS, locals(six)),
                invalid("Number of LocalSecondaryIndexes exceeds per-table limit of 5"));
    }

    @Test
    void aTableHasAtMostTwentyGlobalIndexes() {
        String[] many = IntStream.range(0, 21)
                .mapToObj(i -> index("abc" + i, KEY_A, ALL))
                .toArray(String[]::new);
        refusedAs(
                table(DEFINED_A, KEY_A, ON_DEMAND, globals(many)),
                invalid("GlobalSecondaryIndex count exceeds the per-table limit of 20"));
    }

    @Test
    void aTableProjectsAtMostAHundredAttributes() {
        String twenty = String.join(",", Collections.nCopies(1, attributes(20)));
        String[] six = IntStream.range(0, 6)
                .mapToObj(i -> index(
                        "abc" + i,
                        KEY_A,
                        "\"Projection\":{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[" + twenty + "]}"))
                .toArray(String[]::new);
        refusedAs(
                table(DEFINED_A, KEY_A, ON_DEMAND, globals(six)),
                invalid("NonKeyAttributes count exceeds the per-table limit of 100"));
    }

    private String attributes(int count) {
        return String.join(
                ",", IntStream.range(0, count).mapToObj(i -> "\"n" + i + "\"").toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | Unknown ProjectionType: null",
                "{\"ProjectionType\":\"ALL\",\"NonKeyAttributes\":[\"x\"]} | ProjectionType is ALL, but NonKeyAttributes is specified",
                "{\"ProjectionType\":\"KEYS_ONLY\",\"NonKeyAttributes\":[\"x\"]} | ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified",
                "{\"ProjectionType\":\"INCLUDE\"} | ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
                "{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"x\",\"x\"]} | Duplicate element in NonKeyAttributes: x"
            })
    void aProjectionNamesAttributesIfItIncludesSome(String projection, String message) {
        String local = index("abc", KEY_AB, "\"Projection\":" + projection);
        refusedAs(table(DEFINED_AB, KEY_AB, UNITS, locals(local)), invalid(message));
        String global = index("abc", KEY_AB, "\"Projection\":" + projection);
        refusedAs(table(DEFINED_AB, KEY_AB, ON_DEMAND, globals(global)), invalid(message));
    }

    @Test
    void indexNamesAreUniqueAcrossBothKinds() {
        String index = index("sameIndex", KEY_AB, ALL);
        refusedAs(
                table(DEFINED_AB, KEY_AB, ON_DEMAND, locals(index), globals(index)),
                invalid("Duplicate index name: sameIndex"));
    }

    @Test
    void aGlobalIndexHasUnitsIfItsTableHas() {
        refusedAs(
                table(DEFINED_A, KEY_A, UNITS, globals(index("abc", KEY_A, ALL))),
                invalid("ProvisionedThroughput is not specified for index: abc"));
        refusedAs(
                table(DEFINED_A, KEY_A, ON_DEMAND, globals(index("abd", KEY_A, ALL, UNITS))),
                invalid("ProvisionedThroughput should not be specified for index: abd when BillingMode is"
                        + " PAY_PER_REQUEST"));
    }

    @Test
    void anAttributeThatNoKeyUsesIsRefused() {
        refusedAs(
                table(defined("a:S", "c:S", "b:S"), KEY_A, ON_DEMAND, globals(index("abc", keys("b:HASH"), ALL))),
                invalid("Some AttributeDefinitions are not used. AttributeDefinitions: [a, c, b], keys used: [a, b]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a:HASH a:HASH | The KeySchema contains multiple key attributes with the same name",
                "a:HASH a:RANGE | Both the Hash Key and the Range Key element in the KeySchema have the same name",
                "a:RANGE | Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
                "a:HASH b:RANGE c:HASH | One or more parameter values were invalid: All HASH key attributes must precede RANGE key attributes in the KeySchema",
                "a:HASH b:HASH c:HASH d:HASH e:HASH | One or more parameter values were invalid: The KeySchema exceeds the maximum allowed number of HASH key attributes",
                "a:HASH b:RANGE c:RANGE d:RANGE e:RANGE f:RANGE | One or more parameter values were invalid: The KeySchema exceeds the maximum allowed number of RANGE key attributes"
            })
    void c12_aGlobalKeyIsUpToFourHashesThenUpToFourRanges(String keys, String message) {
        refusedAs(
                table(
                        defined("a:S", "b:S", "c:S", "d:S", "e:S", "f:S"),
                        KEY_A,
                        ON_DEMAND,
                        globals(index("abc", keys(keys.split(" ", -1)), ALL))),
                message);
    }

    @Test
    void anIndexLacksNothing() {
        refusedAs(
                table(DEFINED_A, KEY_A, ON_DEMAND, globals("{}")),
                "3 validation errors detected: Value null at 'globalSecondaryIndexes.1.member.projection' failed to"
                        + " satisfy constraint: Member must not be null; Value null at"
                        + " 'globalSecondaryIndexes.1.member.indexName' failed to satisfy constraint: Member must not be"
                        + " null; Value null at 'globalSecondaryIndexes.1.member.keySchema' failed to satisfy"
                        + " constraint: Member must not be null");
    }

    @Test
    void noMoreThanTenViolationsAreReported() {
        String nine = String.join(",", Collections.nCopies(9, "{}"));
        assertThat(db.refused(
                        "CreateTable", table(DEFINED_AB, KEY_AB, UNITS, "\"LocalSecondaryIndexes\":[" + nine + "]")))
                .hasMessageStartingWith("10 validation errors detected: ");
    }
}

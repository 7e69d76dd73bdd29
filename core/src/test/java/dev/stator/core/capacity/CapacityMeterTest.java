package dev.stator.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.Database;
import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.error.ConditionalCheckFailedException;
import dev.stator.core.housekeeping.Timer;
import dev.stator.storage.memory.MemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an observer hears of requests that ask for no units, and that the totals agree. */
class CapacityMeterTest {
    private final List<String> heard = new ArrayList<>();
    private final Thread caller = Thread.currentThread();

    private final Database database = Database.open(
            new MemoryEngine(),
            InstantSource.system(),
            Options.DEFAULTS.withTimer(Timer.NEVER).withObserver(new CapacityObserver() {
                @Override
                public void read(String tableName, double units) {
                    hear("read " + tableName + " " + units);
                }

                @Override
                public void written(String tableName, double units) {
                    hear("written " + tableName + " " + units);
                }

                @Override
                public void evaluated(String tableName, boolean scan, int count, int scannedCount) {
                    hear((scan ? "scan " : "slice ") + tableName + " " + count + " of " + scannedCount);
                }
            }));

    private void hear(String what) {
        assertThat(Thread.currentThread()).isSameAs(caller);
        heard.add(what);
    }

    @BeforeEach
    void fill() {
        execute("CreateTable", """
                {"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
                 "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "s", "KeyType": "RANGE"}],
                 "AttributeDefinitions": [{"AttributeName": "p", "AttributeType": "S"},
                                          {"AttributeName": "s", "AttributeType": "S"}]}""");
        for (String s : List.of("a", "b", "c")) {
            execute("PutItem", """
                    {"TableName": "Things", "Item": {"p": {"S": "1"}, "s": {"S": "%s"}}}""".formatted(s));
        }
        heard.clear();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void readsAndWritesAreToldInUnits() {
        execute("GetItem", """
                {"TableName": "Things", "Key": {"p": {"S": "1"}, "s": {"S": "a"}}}""");
        execute("DeleteItem", """
                {"TableName": "Things", "Key": {"p": {"S": "1"}, "s": {"S": "a"}}}""");

        assertThat(heard).containsExactly("read Things 0.5", "written Things 1.0");
        assertThat(database.meter().readUnits("Things")).isEqualTo(0.5);
        assertThat(database.meter().writeUnits("Things")).isEqualTo(4);
    }

    @Test
    void aConditionThatDoesNotHoldIsToldToo() {
        assertThatThrownBy(() -> execute("PutItem", """
                {"TableName": "Things", "Item": {"p": {"S": "1"}, "s": {"S": "a"}},
                 "ConditionExpression": "attribute_not_exists(p)"}""")).isInstanceOf(ConditionalCheckFailedException.class);

        assertThat(heard).containsExactly("written Things 1.0");
    }

    @Test
    void aPageIsToldWithWhatItsFilterKept() {
        execute("Query", """
                {"TableName": "Things", "KeyConditionExpression": "p = :p AND s >= :b", "FilterExpression": "attribute_exists(x)",
                 "ExpressionAttributeValues": {":p": {"S": "1"}, ":b": {"S": "b"}}}""");
        execute("Scan", """
                {"TableName": "Things", "Limit": 2}""");

        assertThat(heard)
                .containsExactly("read Things 0.5", "slice Things 0 of 2", "read Things 0.5", "scan Things 2 of 2");
    }

    @Test
    void aStatementIsToldAsWhatItComesTo() {
        execute("ExecuteStatement", """
                {"Statement": "SELECT * FROM Things WHERE p = '1' AND s = 'b'"}""");
        execute("ExecuteStatement", """
                {"Statement": "SELECT * FROM Things WHERE s = 'b'"}""");

        assertThat(heard)
                .containsExactly("read Things 0.5", "slice Things 1 of 1", "read Things 0.5", "scan Things 1 of 3");
    }

    private void execute(String operation, String request) {
        assertThat(database.execute(operation, request.getBytes(StandardCharsets.UTF_8), Session.ANONYMOUS))
                .isNotEmpty();
    }
}

package dev.stator.core.file;

import static dev.stator.core.sandbox.SandboxFixture.file;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.Database;
import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.sandbox.SandboxFixture;
import dev.stator.storage.memory.MemoryEngine;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Saving and loading, through a whole database. */
final class DataFileTest {
    private static final String HEADER = "{'Table':{'TableName':'Tab','AttributeDefinitions':[{'AttributeName':'p',"
            + "'AttributeType':'S'},{'AttributeName':'s','AttributeType':'N'},{'AttributeName':'g','AttributeType':'B'}],"
            + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'s','KeyType':'RANGE'}],"
            + "'LocalSecondaryIndexes':[{'IndexName':'Loc','KeySchema':[{'AttributeName':'p','KeyType':'HASH'},"
            + "{'AttributeName':'g','KeyType':'RANGE'}],'Projection':{'ProjectionType':'INCLUDE','NonKeyAttributes':"
            + "['a']}}],'GlobalSecondaryIndexes':[{'IndexName':'Glo','KeySchema':[{'AttributeName':'g','KeyType':'HASH'}],"
            + "'Projection':{'ProjectionType':'KEYS_ONLY'},'ProvisionedThroughput':{'ReadCapacityUnits':3,"
            + "'WriteCapacityUnits':4}}],'BillingMode':'PROVISIONED','ProvisionedThroughput':{'ReadCapacityUnits':1,"
            + "'WriteCapacityUnits':2},'TableClass':'STANDARD_INFREQUENT_ACCESS','SSESpecification':{'Enabled':true,"
            + "'SSEType':'KMS','KMSMasterKeyId':'arn:aws:kms:eu-west-2:000000000000:key/k'},"
            + "'DeletionProtectionEnabled':true,'Tags':[{'Key':'team','Value':'a b'}]},"
            + "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'NEW_IMAGE'},'TimeToLiveSpecification':{'Enabled':true,"
            + "'AttributeName':'ttl'},"
            + "'PointInTimeRecoverySpecification':{'PointInTimeRecoveryEnabled':true,'RecoveryPeriodInDays':7}}";

    private static final String SIMPLE = "{'Table':{'TableName':'Sim','AttributeDefinitions':[{'AttributeName':'p',"
            + "'AttributeType':'S'}],'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],'BillingMode':"
            + "'PAY_PER_REQUEST'}}";

    private final SandboxFixture db = new SandboxFixture();

    @BeforeEach
    void empty() {
        db.sandbox.reset();
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void whatWasLoadedIsSavedAsItWas() throws Exception {
        String item = "{'Item':{'p':{'S':'\u00e4\\n\\u0001'},'s':{'N':'-1.5'},'g':{'B':'AAE='},'a':{'M':{'l':{'L':["
                + "{'NULL':true},{'BOOL':false}]}}},'b':{'NS':['1','2']},'c':{'BS':['AA==']},'d':{'SS':['x','y']}}}";

        db.load(file(HEADER, item, SIMPLE, "{'Item':{'p':{'S':'1'}}}"));

        assertThat(db.saved().lines()).containsExactlyInAnyOrder(SIMPLE, "{'Item':{'p':{'S':'1'}}}", HEADER, item);
        assertThat(db.saved().lines().findFirst()).hasValue(SIMPLE);
    }

    @Test
    void theMaximaOfAnOnDemandTableAreSaved() throws Exception {
        String header = SIMPLE.replace(
                "'BillingMode':'PAY_PER_REQUEST'",
                "'BillingMode':'PAY_PER_REQUEST','OnDemandThroughput':{'MaxReadRequestUnits':7}");

        db.load(file(header));

        assertThat(db.saved()).isEqualTo(header + "\n");
    }

    @Test
    void anEmptyDatabaseIsAnEmptyFile() throws Exception {
        assertThat(db.saved()).isEmpty();
        db.load(file());
        assertThat(db.saved()).isEmpty();
    }

    @Test
    void indexesAreFilledBySizesCountedAndRulesKept() throws Exception {
        db.load(file(HEADER, "{'Item':{'p':{'S':'a'},'s':{'N':'1'},'g':{'B':'AAE='}}}"));

        assertThat(db.call("Scan", "{'TableName':'Tab','IndexName':'Glo'}")).contains("'Count':1");
        assertThat(db.call("Scan", "{'TableName':'Tab','IndexName':'Loc'}")).contains("'Count':1");
        assertThat(db.call("DescribeTable", "{'TableName':'Tab'}"))
                .contains("'ItemCount':1", "'DeletionProtectionEnabled':true", "'StreamViewType':'NEW_IMAGE'");
    }

    @Test
    void manyItemsAreLoadedAndBlankLinesSkipped() throws Exception {
        String[] lines = IntStream.range(0, 1001)
                .mapToObj(i -> i == 0 ? SIMPLE + "\r" : "{'Item':{'p':{'S':'" + i + "'}}} \r\n\t\r")
                .toArray(String[]::new);

        db.load(file(lines));

        assertThat(db.call("DescribeTable", "{'TableName':'Sim'}")).contains("'ItemCount':1000");
    }

    @Test
    void whereThrottlingHoldsItemsBackAllOfThemAreLoadedOrNone() throws Exception {
        String provisioned = SIMPLE.replace(
                "'PAY_PER_REQUEST'",
                "'PROVISIONED','ProvisionedThroughput':{'ReadCapacityUnits':1,'WriteCapacityUnits':10}");
        int refused = 0;
        // Under a clock that stands the units end at some item, in the last batch of the file or before it.
        for (int items = 1; items <= 30; items++) {
            String[] lines = IntStream.rangeClosed(0, items)
                    .mapToObj(i -> i == 0 ? provisioned : "{'Item':{'p':{'S':'" + i + "'}}}")
                    .toArray(String[]::new);
            try (Database database = Database.open(
                    new MemoryEngine(),
                    InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")),
                    Options.DEFAULTS.withTimer(Timer.NEVER).withEnforceThroughput(true))) {
                String expected = "\"ItemCount\":" + items + ",";
                try {
                    DataFileReader.read(file(lines), database, List.of(), Session.ANONYMOUS);
                    assertThat(call(database, "DescribeTable", "{\"TableName\":\"Sim\"}"))
                            .contains(expected);
                } catch (DataFileException e) {
                    refused++;
                    assertThat(e).hasMessageMatching("line \\d+: ProvisionedThroughputExceededException: .*");
                    assertThat(call(database, "ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
                }
            }
        }
        assertThat(refused).isPositive();
    }

    private static String call(Database database, String operation, String request) {
        return new String(database.execute(operation, request.getBytes(UTF_8), Session.ANONYMOUS), UTF_8);
    }

    @Nested
    final class Refusals {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '~',
                value = {
                    "{'Item':{'p':{'N':'1'}}}|Type mismatch for key",
                    "{'Item':{'q':{'S':'1'}}}|ValidationException: ",
                    "{'Item':{'p':{'S':'1'},'n':{'N':'x'}}}|ValidationException: ",
                    "{'Item':{'p':{'S':'1'}},'Extra':1}|unknown member Extra",
                    "{'Items':{}}|neither a Table nor an Item: [Items]",
                    "{'Item':{'p':{'S':'1'}}|no JSON: ",
                    "{'Item':{'p':{'S':'1'}}} x|no JSON: ",
                    "{'Item':{'p':{'S':'1'}}} 1|more follows the JSON object",
                    "{'Item':{},'Item':{}}|no JSON: Duplicate field 'Item'",
                    "[1]|a line is a JSON object",
                    "{'Table':{'TableName':'Sim'}}|Exception: ",
                    "{'Table':{'TableName':'Bad','BillingMode':'PAY_PER_REQUEST'}}|ValidationException: ",
                })
        void aBadLineIsNamedAndNothingIsLoaded(String bad, String what) {
            assertRefused(file(SIMPLE, "{'Item':{'p':{'S':'good'}}}", bad, "{'Item':{'p':{'S':'later'}}}"), 3, what);
        }

        @Test
        void anItemBeforeItsTableIsNamed() {
            assertRefused(file("", "{'Item':{'p':{'S':'1'}}}"), 2, "an Item before the first Table");
        }

        @Test
        void aProtectedTableIsTakenBackToo() {
            assertRefused(file(HEADER, "{'Item':{}}"), 2, "ValidationException: ");
        }

        @Test
        void aLineTooLongForAnyRequestIsRefusedBeforeItIsHeld() {
            InputStream endless = new InputStream() {
                @Override
                public int read() {
                    return 'x';
                }

                @Override
                public int read(byte[] target, int offset, int length) {
                    Arrays.fill(target, offset, offset + length, (byte) 'x');
                    return length;
                }
            };
            assertRefused(endless, 1, "longer than 16777216 bytes");
        }

        @Test
        void whatCannotBeReadTakesBackWhatWas() {
            InputStream broken = new java.io.SequenceInputStream(file(SIMPLE + "\n"), new InputStream() {
                @Override
                public int read() throws IOException {
                    throw new IOException("the disk is gone");
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    return read();
                }
            });
            assertThatThrownBy(() -> db.load(broken)).hasMessage("the disk is gone");
            assertThat(db.call("ListTables", "{}")).isEqualTo("{'TableNames':[]}");
        }

        @Test
        void aDatabaseWithTablesTakesNoFile() throws Exception {
            db.load(file(SIMPLE));

            assertThatThrownBy(() -> db.load(file(HEADER)))
                    .isInstanceOf(DataFileException.class)
                    .hasMessage("a file is loaded into an empty database, and this one has tables: [Sim]");
            assertThat(db.call("ListTables", "{}")).isEqualTo("{'TableNames':['Sim']}");
        }

        private void assertRefused(InputStream in, long line, String what) {
            assertThatThrownBy(() -> db.load(in))
                    .isInstanceOfSatisfying(
                            DataFileException.class, e -> assertThat(e.line()).isEqualTo(line))
                    .hasMessageStartingWith("line " + line + ": ")
                    .hasMessageContaining(what);
            assertThat(db.call("ListTables", "{}")).isEqualTo("{'TableNames':[]}");
        }
    }
}

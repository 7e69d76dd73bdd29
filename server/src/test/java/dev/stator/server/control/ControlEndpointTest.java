package dev.stator.server.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.fault.Calls;
import dev.stator.core.fault.Effect;
import dev.stator.core.fault.FaultRule;
import dev.stator.core.fault.Lag;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.sandbox.Sandbox;
import dev.stator.core.sandbox.SettableClock;
import dev.stator.core.wire.Answer;
import dev.stator.core.wire.Request;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint without its port; bodies are JSON in which {@code '} stands for {@code "}. */
final class ControlEndpointTest {
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
    private static final String TABLE = "{'Table':{'TableName':'Tab','AttributeDefinitions':[{'AttributeName':'p',"
            + "'AttributeType':'S'}],'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],'BillingMode':"
            + "'PAY_PER_REQUEST'}}\n";

    private final SettableClock clock = new SettableClock(InstantSource.fixed(NOON));
    private final List<Duration> slept = new ArrayList<>();
    private final Sandbox sandbox =
            Sandbox.open(new MemoryEngine(), clock, Options.DEFAULTS.withTimer(Timer.NEVER), slept::add);
    private final ControlEndpoint endpoint = new ControlEndpoint(sandbox, clock);

    @AfterEach
    void close() {
        sandbox.close();
    }

    @Test
    void aRequestWithoutTheHeaderIsRefused() {
        Answer answer = endpoint.answer(request("POST", "/reset", "", Map.of("host", "127.0.0.1:1")));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(text(answer)).contains("the header Stator-Control is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example:1", "127.0.0.1.evil.example", "", "localhost.evil.example:80", "192.0.2.1"})
    void aRequestForAnotherHostIsRefused(String host) {
        Answer answer = endpoint.answer(request("POST", "/reset", "", Map.of("host", host, "stator-control", "1")));

        assertThat(answer.status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "LOCALHOST:8000", "[::1]:9"})
    void thisMachineIsServedByAnyOfItsNames(String host) {
        Answer answer = endpoint.answer(request("GET", "/clock", "", Map.of("host", host, "stator-control", "")));

        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void theClockIsMovedStoppedAndLetGo() {
        assertThat(ok("GET", "/clock", "")).isEqualTo("{'now':'2026-06-01T12:00:00Z','stopped':false}\n");
        assertThat(ok("POST", "/clock", "{'advance':'PT1H'}")).contains("'2026-06-01T13:00:00Z'");
        assertThat(ok("POST", "/clock", "{'stop':''}")).contains("13:00:00Z','stopped':true");
        assertThat(ok("POST", "/clock", "{'set':'2030-01-01T00:00:00Z'}")).contains("2030-01-01", "'stopped':false");
        assertThat(ok("DELETE", "/clock", "")).contains("12:00:00Z");
        assertThat(clock.instant()).isEqualTo(NOON);
    }

    @Test
    void movingTheClockDoesWhatIsDue() {
        ok("POST", "/data", TABLE);
        String put = "{'ClientRequestToken':'t','TransactItems':[{'Put':{'TableName':'Tab','Item':{'p':{'S':'a'}}}}]}";
        call("TransactWriteItems", put);
        call("DeleteItem", "{'TableName':'Tab','Key':{'p':{'S':'a'}}}");
        call("TransactWriteItems", put);
        assertThat(call("Scan", "{'TableName':'Tab'}")).contains("'Count':0");

        ok("POST", "/clock", "{'advance':'PT11M'}");

        call("TransactWriteItems", put);
        assertThat(call("Scan", "{'TableName':'Tab'}")).contains("'Count':1");
    }

    @Test
    void movingTheClockDeletesWhatHasExpired() {
        ok(
                "POST",
                "/data",
                TABLE.replace("}}\n", "},'TimeToLiveSpecification':{'Enabled':true,'AttributeName':'ttl'}}\n"));
        long expiry = NOON.plusSeconds(60).getEpochSecond();
        call("PutItem", "{'TableName':'Tab','Item':{'p':{'S':'a'},'ttl':{'N':'" + expiry + "'}}}");
        assertThat(call("Scan", "{'TableName':'Tab'}")).contains("'Count':1");

        ok("POST", "/clock", "{'advance':'PT2M'}");

        assertThat(call("Scan", "{'TableName':'Tab'}")).contains("'Count':0");
    }

    @Test
    void aResetLetsTheClockGoToo() {
        ok("POST", "/clock", "{'advance':'PT1H'}");

        ok("POST", "/reset", "");

        assertThat(clock.instant()).isEqualTo(NOON);
    }

    @Test
    void aRuleSaysAtWhichCallsAndHowFarBehind() {
        ok("POST", "/faults", "{'drop':'before','calls':[2,4]}");
        ok("POST", "/faults", "{'staleRead':{'commits':3},'first':2}");
        ok("POST", "/faults", "{'indexLag':{'millis':1500},'every':5}");

        assertThat(sandbox.faults().rules().values())
                .containsExactly(
                        FaultRule.when(Effect.Drop.BEFORE).calls(Calls.nth(2, 4)),
                        FaultRule.when(new Effect.StaleRead(new Lag.Commits(3))).calls(Calls.first(2)),
                        FaultRule.when(new Effect.IndexLag(new Lag.Time(Duration.ofMillis(1500))))
                                .calls(Calls.every(5)));
    }

    @Test
    void snapshotsAreTakenRestoredListedAndDeleted() {
        ok("POST", "/data", TABLE);
        assertThat(ok("POST", "/snapshots", "")).isEqualTo("{'name':'snapshot-1'}\n");
        put("a");
        assertThat(ok("POST", "/snapshots", "{'name':'full'}")).isEqualTo("{'name':'full'}\n");
        assertThat(ok("GET", "/snapshots", "")).isEqualTo("{'snapshots':['snapshot-1','full']}\n");

        ok("POST", "/snapshots/snapshot-1/restore", "");
        assertThat(call("Scan", "{'TableName':'Tab'}")).contains("'Count':0");
        ok("POST", "/snapshots/full/restore", "");
        assertThat(call("Scan", "{'TableName':'Tab'}")).contains("'Count':1");

        ok("DELETE", "/snapshots/full", "");
        assertThat(refused(404, "POST", "/snapshots/full/restore", "")).contains("there is no snapshot full");
    }

    @Test
    void dataComesOutAsItWentIn() {
        String lines = TABLE + "{'Item':{'p':{'S':'a'},'n':{'N':'1'}}}\n";
        ok("POST", "/data", lines);
        assertThat(ok("GET", "/data", "")).isEqualTo(lines);

        assertThat(refused(400, "POST", "/data", lines)).contains("this one has tables: [Tab]");
        ok("POST", "/reset", "");
        assertThat(ok("GET", "/data", "")).isEmpty();
        assertThat(refused(400, "POST", "/data", TABLE + "{'Item':{}}")).contains("line 2: ");
    }

    @Test
    void rulesAreAddedListedAndRemoved() {
        assertThat(ok("POST", "/faults", "{'operation':'PutItem','table':'Tab','error':'InternalServerError'}"))
                .isEqualTo("{'id':1}\n");
        ok("POST", "/faults", "{'key':{'p':{'S':'a'}},'percent':100,'seed':7,'delayMillis':20}");
        assertThat(ok("GET", "/faults", ""))
                .contains("{'id':1,'rule':'PutItem Tab: InternalServerError'}", "'id':2", "delayed by PT0.02S");

        call("ListTables", "{}");
        ok("DELETE", "/faults/1", "");
        ok("POST", "/data", TABLE);
        put("a");
        assertThat(slept).containsExactly(Duration.ofMillis(20));
        assertThat(ok("GET", "/faults/fired", ""))
                .isEqualTo("{'fired':[{'rule':2,'call':1,'operation':'PutItem','table':'Tab','effect':'delayed by"
                        + " PT0.02S','at':'2026-06-01T12:00:00Z'}]}\n");

        ok("DELETE", "/faults", "");
        assertThat(ok("GET", "/faults", "")).isEqualTo("{'rules':[]}\n");
        assertThat(refused(404, "DELETE", "/faults/2", "")).contains("there is no rule 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "POST|/faults|{}|a rule has one of error",
                "POST|/faults|{'drop':'after','delayMillis':1}|a rule has one of error",
                "POST|/faults|{'drop':'later'}|drop is before or after",
                "POST|/faults|{'error':'Oops'}|error Oops is none of",
                "POST|/faults|{'error':'TransactionCanceledException','reasons':['X']}|are not all codes",
                "POST|/faults|{'first':1,'every':2,'drop':'after'}|at most one of calls",
                "POST|/faults|{'every':0,'drop':'after'}|every 0th call is none",
                "POST|/faults|{'percent':101,'drop':'after'}|a probability lies between",
                "POST|/faults|{'unprocessed':null}|unprocessed is a whole number",
                "POST|/faults|{'unprocessed':9999999999}|integer overflow",
                "POST|/faults|{'staleRead':{}}|staleRead has commits or millis",
                "POST|/faults|{'staleRead':{'commits':0}}|a lag of 0 commits is none",
                "POST|/faults|{'wrong':1}|unknown member wrong",
                "POST|/faults|[]|the body is not the JSON",
                "POST|/clock|{'advance':'1 hour'}|cannot be parsed",
                "POST|/clock|{'advance':'PT9223372036854775807S'}|the clock goes from 1970 to 9999",
                "POST|/clock|{'forward':'PT1H'}|one of advance, set and stop",
                "POST|/clock|{}|one of advance, set and stop",
                "POST|/snapshots|{'name':'a/b'}|a name has 1 to 100 letters",
            })
    void whatMakesNoSenseIsTold(String method, String path, String body, String error) {
        assertThat(refused(400, method, path, body)).contains(error);
        assertThat(ok("GET", "/faults", "")).isEqualTo("{'rules':[]}\n");
    }

    @ParameterizedTest
    @CsvSource({"GET,/", "GET,/else", "PUT,/clock", "POST,/faults/1", "GET,/reset", "POST,/clock/x", "OPTIONS,/data"})
    void whatIsNotThereIsTold(String method, String path) {
        assertThat(refused(404, method, path, "")).contains("there is no " + method + " " + path);
    }

    private void put(String key) {
        call("PutItem", "{'TableName':'Tab','Item':{'p':{'S':'" + key + "'}}}");
    }

    private String call(String operation, String body) {
        byte[] answer = sandbox.execute(operation, body.replace('\'', '"').getBytes(UTF_8), Session.ANONYMOUS);
        return new String(answer, UTF_8).replace('"', '\'');
    }

    private String ok(String method, String path, String body) {
        return refused(200, method, path, body);
    }

    private String refused(int status, String method, String path, String body) {
        Answer answer =
                endpoint.answer(request(method, path, body, Map.of("host", "127.0.0.1:8000", "stator-control", "1")));
        assertThat(answer.status()).as(text(answer)).isEqualTo(status);
        return text(answer);
    }

    private static Request request(String method, String path, String body, Map<String, String> headers) {
        return Request.of(method, path, headers::get, body.replace('\'', '"').getBytes(UTF_8));
    }

    private static String text(Answer answer) {
        return new String(answer.body(), UTF_8).replace('"', '\'');
    }
}

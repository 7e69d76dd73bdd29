package dev.stator.server.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.server.RawClient;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the front end asks the engine; the shapes are those of docs/workbench.md. */
class WorkbenchApiTest {
    private static final String QUERY = "{'operation':'Query','input':{'TableName':'Log','KeyConditionExpression':"
            + "'p = :p AND begins_with(s, :s)','ExpressionAttributeValues':{':p':{'S':'a'},':s':{'S':'2'}}}}";

    @AutoClose
    private final Front front = new Front();

    @BeforeEach
    void createATable() {
        front.call(
                "CreateTable",
                "{'TableName':'Log','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
                        + "{'AttributeName':'p','AttributeType':'S'},{'AttributeName':'s','AttributeType':'S'}],"
                        + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'s','KeyType':'RANGE'}],"
                        + "'GlobalSecondaryIndexes':[{'IndexName':'bySort','KeySchema':[{'AttributeName':'s','KeyType':"
                        + "'HASH'}],'Projection':{'ProjectionType':'KEYS_ONLY'}}]}");
        for (String sort : new String[] {"1", "20", "21", "3"}) {
            front.call(
                    "PutItem",
                    "{'TableName':'Log','Item':{'p':{'S':'a'},'s':{'S':'" + sort + "'},'text':{'S':'twelve bytes'}}}");
        }
    }

    private static String json(RawClient.Answer answer) {
        return answer.text().replace('"', '\'');
    }

    @Test
    void aSliceIsPredictedWithItsEnds() throws IOException {
        RawClient.Answer answer = front.predict(QUERY);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        assertThat(json(answer))
                .isEqualTo("{'access':'Query','items':2,'matches':2,'bytes':42,'units':0.5,'pages':1,'exact':true,"
                        + "'first':{'p':{'S':'a'},'s':{'S':'20'}},'last':{'p':{'S':'a'},'s':{'S':'21'}}}");
    }

    @Test
    void anEmptySliceHasNoEnds() throws IOException {
        assertThat(json(front.predict(QUERY.replace("'2'", "'9'"))))
                .isEqualTo("{'access':'Query','items':0,'matches':0,'bytes':0,'units':0.5,'pages':1,'exact':true}");
    }

    @Test
    void aScanWithAFilterIsPredictedWithWhatTheFilterKeeps() throws IOException {
        assertThat(json(front.predict("{'input':{'TableName':'Log','ConsistentRead':true,'Limit':2,'FilterExpression':"
                        + "'s > :s','ExpressionAttributeValues':{':s':{'S':'20'}}},'operation':'Scan'}")))
                .startsWith("{'access':'Scan','items':4,'matches':2,'bytes':82,'units':3.0,'pages':3,'exact':true");
    }

    @Test
    void whatDynamoDbRefusesIsRefusedWithItsText() throws IOException {
        RawClient.Answer answer = front.predict(QUERY.replace("'p = :p AND ", "'"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(json(answer)).contains("'__type':'com.amazon.coral.validate#ValidationException'", "'message':'");
        assertThat(json(front.predict(QUERY.replace("Log", "Absent")))).contains("Requested resource not found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{'operation':'PutItem','input':{}}",
                "{'operation':'Query'}",
                "{'operation':'Query','input':'x'}",
                "{'operation':'Query','input':{}} trailing",
                "{'operation':1,'input':{}}"
            })
    void aBodyThatIsNoQuestionIsToldTheShape(String body) throws IOException {
        RawClient.Answer answer = front.predict(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("The body must be");
    }

    @Test
    void sizesAreThoseOfThisMoment() throws IOException {
        assertThat(json(front.get("/workbench/api/tables")))
                .isEqualTo("{'tables':[{'name':'Log','items':4,'bytes':82,'indexes':"
                        + "[{'name':'bySort','items':4,'bytes':18}]}]}");
        front.call("DeleteItem", "{'TableName':'Log','Key':{'p':{'S':'a'},'s':{'S':'3'}}}");
        assertThat(json(front.get("/workbench/api/tables"))).contains("'items':3,'bytes':62");
    }

    @Test
    void nothingOfItIsMetered() throws IOException {
        front.predict(QUERY);
        front.get("/workbench/api/tables");
        assertThat(front.database().meter().readUnits("Log")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "GET /workbench/api/predict,405,POST",
        "POST /workbench/api/tables,405,'GET, HEAD'",
        "GET /workbench/api/absent,404,"
    })
    void whatIsNotThereIsRefused(String requestLine, int status, String allowed) throws IOException {
        RawClient.Answer answer = front.send(requestLine, "", "");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.headers().get("allow")).isEqualTo(allowed);
        assertThat(answer.text()).startsWith("{\"message\":\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: attacker.example:8000\r\n",
                "Host: 127.0.0.1.attacker.example\r\n",
                "Host: localhost.attacker.example:8000\r\n",
                "Host: 192.168.1.5:8000\r\n",
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Site: same-site\r\n",
                "Origin: http://attacker.example\r\n",
                "Origin: null\r\n",
                "Host: attacker.example:8000\r\nOrigin: http://attacker.example:8000\r\n",
                "Origin: http://127.0.0.1:9999\r\n"
            })
    void aForeignPageLearnsNothing(String headers) throws IOException {
        RawClient.Answer answer = front.get("/workbench/api/tables", headers);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text()).doesNotContain("Log");
        RawClient.Answer predicted = front.send("POST /workbench/api/predict", headers, QUERY.replace('\'', '"'));
        assertThat(predicted.status()).isEqualTo(403);
        assertThat(predicted.text()).doesNotContain("items");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: localhost:8000\r\nOrigin: http://localhost:8000\r\nSec-Fetch-Site: same-origin\r\n",
                "Host: [::1]:8000\r\n",
                "Host: 127.0.0.1\r\nSec-Fetch-Site: none\r\n",
                "Host: LOCALHOST:8000\r\n"
            })
    void theServersOwnPageIsAnswered(String headers) throws IOException {
        assertThat(front.get("/workbench/api/tables", headers).status()).isEqualTo(200);
    }

    @Test
    void aPageThatWasAllowedIsAnswered() throws IOException {
        try (Front open = new Front("http://localhost:5173")) {
            RawClient.Answer answer =
                    open.get("/workbench/api/tables", "Origin: http://localhost:5173\r\nSec-Fetch-Site: same-site\r\n");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("access-control-allow-origin")).isEqualTo("http://localhost:5173");
        }
    }
}

package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts as dynalite found them on AWS (us-east-1, 2016); the errors of ARNs as the public conformance suite (2026-05). */
class TagResourceTest {
    private static final String ARN = "arn:aws:dynamodb:eu-west-2:000000000000:table/Tab";
    private final DatabaseFixture db = new DatabaseFixture();

    @BeforeEach
    void create() {
        db.call(
                "CreateTable",
                "{'TableName':'Tab','KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
                        + "'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                        + "'BillingMode':'PAY_PER_REQUEST','Tags':[{'Key':'a','Value':'1'}]}");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private String list() {
        return String.valueOf(db.call("ListTagsOfResource", "{'ResourceArn':'" + ARN + "'}"));
    }

    private void tag(String tags) {
        db.call("TagResource", "{'ResourceArn':'" + ARN + "','Tags':[" + tags + "]}");
    }

    @Test
    void tagsAreAddedAndOverwritten() {
        tag("{'Key':'b','Value':'2'},{'Key':'a','Value':'3'}");
        assertThat(list()).isEqualTo("{Tags=[{Key=a, Value=3}, {Key=b, Value=2}]}");
    }

    @Test
    void trap19AKeyOf128TwoByteCharactersIsTaken() {
        String key = "\u00e9".repeat(128);
        tag("{'Key':'" + key + "','Value':''}");
        assertThat(list()).contains(key);
        assertThat(db.refused(
                        "TagResource", "{'ResourceArn':'" + ARN + "','Tags':[{'Key':'" + key + "x','Value':''}]}"))
                .hasMessage("The Tag Key provided is invalid, Key: " + key + "x");
    }

    @Test
    void fiftyTagsAreTheMostAndThenNothingIsAdded() {
        String fifty = IntStream.range(0, 50)
                .mapToObj(i -> "{'Key':'k" + i + "','Value':''}")
                .collect(Collectors.joining(","));
        ApiException refused = db.refused("TagResource", "{'ResourceArn':'" + ARN + "','Tags':[" + fifty + "]}");
        assertThat(refused).hasMessage("Number of Tags exceed the current limit for the provided ResourceArn");
        assertThat(list()).isEqualTo("{Tags=[{Key=a, Value=1}]}");
    }

    @ParameterizedTest
    @CsvSource({
        "TagResource, 'Tags':[{'Key':'a';'Value':'1'}]",
        "UntagResource, 'TagKeys':['a']",
        "ListTagsOfResource, 'x':1"
    })
    void trap43AnArnOfNoTableIsNotTold(String operation, String member) {
        String arn = ARN + "le";
        ApiException refused = db.refused(operation, "{'ResourceArn':'" + arn + "'," + member.replace(';', ',') + "}");
        assertThat(refused.type()).isEqualTo(ErrorType.ACCESS_DENIED);
        refused = db.refused(operation, "{'ResourceArn':'not-an-arn'," + member.replace(';', ',') + "}");
        assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
        assertThat(refused).hasMessage("Invalid TableArn: Invalid ResourceArn provided as input not-an-arn");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "TagResource | {} | Invalid TableArn",
                "TagResource | {'ResourceArn':'x'} | 1 validation error detected: Value null at 'tags' failed to satisfy constraint: Member must not be null",
                "TagResource | {'ResourceArn':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab','Tags':[]} | Atleast one Tag needs to be provided as Input.",
            })
    void whatIsMissingIsTold(String operation, String request, String message) {
        assertThat(db.refused(operation, request)).hasMessage(message);
    }
}

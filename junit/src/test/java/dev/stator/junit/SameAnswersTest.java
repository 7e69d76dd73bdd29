package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** What a client sees of an answer is the same in the JVM and through a port: status, headers, values, errors. */
class SameAnswersTest {
    private static final Stator HERE = stator(Stator.builder());
    private static final Stator THERE = stator(Stator.builder().overHttp());

    private static Stator stator(StatorBuilder builder) {
        return builder.clock(StatorClock.fixed(java.time.Instant.parse("2026-03-01T12:00:00Z")))
                .build();
    }

    @BeforeAll
    static void fill() {
        for (Stator stator : List.of(HERE, THERE)) {
            stator.create(Tables.orders());
            for (int i = 0; i < 100; i++) {
                int number = i;
                stator.dynamoDbClient()
                        .putItem(put -> put.tableName("Orders").item(Tables.order("ann", number, "open".repeat(50))));
            }
        }
    }

    @AfterAll
    static void close() {
        HERE.close();
        THERE.close();
    }

    /** A name for the report, and a request. */
    private record Case(String name, Function<DynamoDbClient, DynamoDbResponse> request) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "small",
                        dynamo -> dynamo.getItem(get -> get.tableName("Orders").key(Tables.key("ann", 1)))),
                new Case("large", dynamo -> dynamo.scan(scan -> scan.tableName("Orders"))),
                new Case(
                        "gzip",
                        dynamo -> dynamo.scan(scan -> scan.tableName("Orders")
                                .overrideConfiguration(override -> override.putHeader("Accept-Encoding", "gzip")))),
                new Case("not found", dynamo -> dynamo.describeTable(describe -> describe.tableName("None"))),
                new Case(
                        "invalid",
                        dynamo -> dynamo.getItem(
                                get -> get.tableName("Orders").key(Map.of("customer", AttributeValue.fromS(""))))),
                new Case(
                        "condition",
                        dynamo -> dynamo.putItem(put -> put.tableName("Orders")
                                .item(Tables.order("ann", 1, "paid"))
                                .conditionExpression("attribute_not_exists(customer)"))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theSame(Case each) {
        assertThat(seen(each, HERE.dynamoDbClient())).isEqualTo(seen(each, THERE.dynamoDbClient()));
    }

    /** What one client saw of an answer, apart from what is made for each answer by chance. */
    private record Seen(int status, String reason, Map<String, List<String>> headers, String answer) {}

    private static Seen seen(Case each, DynamoDbClient dynamo) {
        try {
            DynamoDbResponse response = each.request().apply(dynamo);
            return seen(response.sdkHttpResponse(), response.toString());
        } catch (AwsServiceException e) {
            return seen(
                    e.awsErrorDetails().sdkHttpResponse(),
                    e.getClass() + " " + e.awsErrorDetails().errorCode() + " "
                            + e.awsErrorDetails().errorMessage());
        }
    }

    private static Seen seen(SdkHttpResponse head, String answer) {
        assertThat(head.firstMatchingHeader("x-amzn-RequestId"))
                .hasValueSatisfying(id -> assertThat(id).hasSize(52));
        Map<String, List<String>> headers = head.headers().entrySet().stream()
                .filter(header -> !header.getKey().equalsIgnoreCase("x-amzn-RequestId"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(headers).containsKeys("Server", "Date", "Content-Type", "x-amz-crc32");
        return new Seen(head.statusCode(), head.statusText().orElse(""), headers, answer);
    }
}

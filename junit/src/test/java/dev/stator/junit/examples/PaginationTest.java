package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A REST endpoint's pages: the client gets an opaque token for the next one, and nothing that he could forge a key with. */
@StatorTest
@Table(name = "Articles", partitionKey = "author", sortKey = "number:N")
class PaginationTest {
    record Page(List<String> titles, String next) {}

    record Articles(DynamoDbClient dynamo) {
        Page list(String author, int size, String token) {
            QueryResponse response = dynamo.query(query -> query.tableName("Articles")
                    .keyConditionExpression("author = :author")
                    .expressionAttributeValues(Map.of(":author", s(author)))
                    .exclusiveStartKey(token == null ? null : startKey(author, token))
                    .limit(size));
            return new Page(
                    response.items().stream().map(item -> item.get("title").s()).toList(),
                    response.hasLastEvaluatedKey() ? token(response.lastEvaluatedKey()) : null);
        }

        private static String token(Map<String, AttributeValue> lastKey) {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(lastKey.get("number").n().getBytes(StandardCharsets.UTF_8));
        }

        /** The author is taken from the request, never from the token. */
        private static Map<String, AttributeValue> startKey(String author, String token) {
            String number = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            return Map.of("author", s(author), "number", n(Long.parseLong(number)));
        }
    }

    @Injected
    private DynamoDbClient dynamo;

    private Articles articles;

    @BeforeEach
    void publish() {
        articles = new Articles(dynamo);
        for (int i = 1; i <= 7; i++) {
            Map<String, AttributeValue> article = Map.of("author", s("ann"), "number", n(i), "title", s("Part " + i));
            dynamo.putItem(put -> put.tableName("Articles").item(article));
        }
    }

    @Test
    void followingTheTokensShowsEverythingOnce(Stator stator) {
        List<String> titles = new ArrayList<>();
        String token = null;
        int pages = 0;
        do {
            Page page = articles.list("ann", 3, token);
            titles.addAll(page.titles());
            token = page.next();
            pages++;
        } while (token != null);

        assertThat(titles)
                .hasSize(7)
                .doesNotHaveDuplicates()
                .startsWith("Part 1")
                .endsWith("Part 7");
        assertThat(stator).requested("Query", pages).discardedNothing();
    }

    @Test
    void anArticleThatAppearsMeanwhileShiftsNothing() {
        Page first = articles.list("ann", 3, null);
        dynamo.putItem(put ->
                put.tableName("Articles").item(Map.of("author", s("ann"), "number", n(0), "title", s("Preface"))));

        assertThat(articles.list("ann", 3, first.next()).titles()).containsExactly("Part 4", "Part 5", "Part 6");
    }

    @Test
    void aForgedTokenIsRefusedBeforeItReachesTheDatabase(Stator stator) {
        assertThatThrownBy(() -> articles.list("ann", 3, "bm90IGEgbnVtYmVy")).isInstanceOf(NumberFormatException.class);

        assertThat(stator).requestedNothing();
    }
}

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
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Files of any size in items of at most 400 KB. */
@StatorTest
@Table(name = "Files", partitionKey = "name", sortKey = "chunk:N")
class FileStoreTest {
    record Files(DynamoDbClient dynamo, int chunkBytes) {
        void save(String name, byte[] content) {
            for (int from = 0, chunk = 0; from < content.length; from += chunkBytes, chunk++) {
                byte[] part = Arrays.copyOfRange(content, from, Math.min(from + chunkBytes, content.length));
                Map<String, AttributeValue> item = Map.of(
                        "name", s(name),
                        "chunk", n(chunk),
                        "bytes", AttributeValue.fromB(SdkBytes.fromByteArray(part)));
                dynamo.putItem(put -> put.tableName("Files").item(item));
            }
        }

        byte[] load(String name) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            dynamo.queryPaginator(query -> query.tableName("Files")
                            .keyConditionExpression("#n = :name")
                            .expressionAttributeNames(Map.of("#n", "name"))
                            .expressionAttributeValues(Map.of(":name", s(name))))
                    .items()
                    .forEach(item -> content.writeBytes(item.get("bytes").b().asByteArray()));
            return content.toByteArray();
        }
    }

    @Injected
    private Stator stator;

    private final byte[] content = new byte[1_500_000];

    @BeforeEach
    void makeContent() {
        new Random(7).nextBytes(content);
    }

    @Test
    void aLargeFileComesBackByteForByte() {
        Files files = new Files(stator.dynamoDbClient(), 350 * 1024);
        files.save("photo.raw", content);

        assertThat(files.load("photo.raw")).isEqualTo(content);
        assertThat(stator).requested("PutItem", 5).table("Files").hasItems(5);
    }

    @Test
    void aChunkOf400KilobytesIsTooMuchSinceNamesCountToo() {
        Files files = new Files(stator.dynamoDbClient(), 400 * 1024);

        assertThatThrownBy(() -> files.save("photo.raw", content))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        e -> assertThat(e.awsErrorDetails().errorMessage())
                                .isEqualTo("Item size has exceeded the maximum allowed size"));
        assertThat(stator).table("Files").isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsEmpty() {
        assertThat(new Files(stator.dynamoDbClient(), 1024).load("none")).isEmpty();
    }
}

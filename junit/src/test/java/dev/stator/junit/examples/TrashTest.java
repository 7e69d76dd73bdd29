package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Deleted is moved: what is in the trash has another key, so that reading what is not costs nothing for what is. */
@StatorTest
@Table(name = "Files", partitionKey = "pk", sortKey = "name")
class TrashTest {
    record Folder(DynamoDbClient dynamo, String owner) {
        void save(String name) {
            dynamo.putItem(put -> put.tableName("Files").item(Map.of("pk", s(live()), "name", s(name))));
        }

        void delete(String name) {
            move(name, live(), trash());
        }

        void restore(String name) {
            move(name, trash(), live());
        }

        List<String> list() {
            return names(live());
        }

        List<String> deleted() {
            return names(trash());
        }

        private void move(String name, String from, String to) {
            TransactWriteItem remove = TransactWriteItem.builder()
                    .delete(delete -> delete.tableName("Files")
                            .key(Map.of("pk", s(from), "name", s(name)))
                            .conditionExpression("attribute_exists(pk)"))
                    .build();
            TransactWriteItem add = TransactWriteItem.builder()
                    .put(put -> put.tableName("Files")
                            .item(Map.of("pk", s(to), "name", s(name)))
                            .conditionExpression("attribute_not_exists(pk)"))
                    .build();
            dynamo.transactWriteItems(transaction -> transaction.transactItems(List.of(remove, add)));
        }

        private List<String> names(String pk) {
            return dynamo
                    .query(query -> query.tableName("Files")
                            .keyConditionExpression("pk = :pk")
                            .expressionAttributeValues(Map.of(":pk", s(pk))))
                    .items()
                    .stream()
                    .map(item -> item.get("name").s())
                    .toList();
        }

        private String live() {
            return "LIVE#" + owner;
        }

        private String trash() {
            return "TRASH#" + owner;
        }
    }

    @Injected
    private Stator stator;

    private Folder folder;

    @BeforeEach
    void fill() {
        folder = new Folder(stator.dynamoDbClient(), "ann");
        List.of("a", "b", "c").forEach(folder::save);
    }

    @Test
    void whatIsDeletedIsInTheTrashAndNowhereElse() {
        folder.delete("b");

        assertThat(folder.list()).containsExactly("a", "c");
        assertThat(folder.deleted()).containsExactly("b");
        assertThat(stator).discardedNothing();
    }

    @Test
    void aRestoredFileIsAsBefore() {
        folder.delete("b");
        folder.restore("b");

        assertThat(folder.list()).containsExactly("a", "b", "c");
        assertThat(folder.deleted()).isEmpty();
    }

    @Test
    void restoringOverANewerFileIsRefusedAndLosesNothing() {
        folder.delete("b");
        folder.save("b");

        assertThatThrownBy(() -> folder.restore("b")).hasMessageContaining("ConditionalCheckFailed");

        assertThat(folder.list()).containsExactly("a", "b", "c");
        assertThat(folder.deleted()).containsExactly("b");
    }
}

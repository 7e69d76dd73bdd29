package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Who is in which group, read from both sides: an adjacency list, and the same edges turned around in an index. */
@StatorTest
@Table(
        name = "Edges",
        partitionKey = "source",
        sortKey = "target",
        globalIndexes = @Table.GlobalIndex(name = "reverse", partitionKey = "target", sortKey = "source"))
class SocialGraphTest {
    record Graph(DynamoDbClient dynamo) {
        void join(String user, String group) {
            dynamo.putItem(put ->
                    put.tableName("Edges").item(Map.of("source", s("USER#" + user), "target", s("GROUP#" + group))));
        }

        void leave(String user, String group) {
            dynamo.deleteItem(delete ->
                    delete.tableName("Edges").key(Map.of("source", s("USER#" + user), "target", s("GROUP#" + group))));
        }

        List<String> groupsOf(String user) {
            return dynamo
                    .query(query -> query.tableName("Edges")
                            .keyConditionExpression("#source = :user AND begins_with(target, :group)")
                            .expressionAttributeNames(Map.of("#source", "source"))
                            .expressionAttributeValues(Map.of(":user", s("USER#" + user), ":group", s("GROUP#"))))
                    .items()
                    .stream()
                    .map(edge -> edge.get("target").s())
                    .toList();
        }

        List<String> membersOf(String group) {
            return dynamo
                    .query(query -> query.tableName("Edges")
                            .indexName("reverse")
                            .keyConditionExpression("target = :group")
                            .expressionAttributeValues(Map.of(":group", s("GROUP#" + group))))
                    .items()
                    .stream()
                    .map(edge -> edge.get("source").s())
                    .toList();
        }
    }

    @Injected
    private Stator stator;

    private Graph graph;

    @BeforeEach
    void meet() {
        graph = new Graph(stator.dynamoDbClient());
        graph.join("ann", "chess");
        graph.join("ann", "tea");
        graph.join("ben", "tea");
    }

    @Test
    void anEdgeIsSeenFromBothEnds() {
        assertThat(graph.groupsOf("ann")).containsExactly("GROUP#chess", "GROUP#tea");
        assertThat(graph.membersOf("tea")).containsExactly("USER#ann", "USER#ben");

        assertThat(stator).requestedOnly("Query").discardedNothing();
    }

    @Test
    void leavingRemovesBoth() {
        graph.leave("ann", "tea");

        assertThat(graph.groupsOf("ann")).containsExactly("GROUP#chess");
        assertThat(graph.membersOf("tea")).containsExactly("USER#ben");
        assertThat(stator).table("Edges").hasItems(2);
    }
}

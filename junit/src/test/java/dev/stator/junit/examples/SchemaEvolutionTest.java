package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Items of version 1 have one name, those of version 2 a first and a last one; who reads an old item makes it a new one. */
@StatorTest
@Table(name = "People", partitionKey = "id")
class SchemaEvolutionTest {
    record Person(String first, String last) {}

    record People(DynamoDbClient dynamo) {
        Person read(String id) {
            Map<String, AttributeValue> item = dynamo.getItem(
                            get -> get.tableName("People").key(Map.of("id", s(id))))
                    .item();
            if (number(item, "version") >= 2) {
                return new Person(item.get("first").s(), item.get("last").s());
            }
            String name = item.get("name").s();
            int space = name.lastIndexOf(' ');
            Person person = new Person(name.substring(0, Math.max(0, space)), name.substring(space + 1));
            upgrade(id, name, person);
            return person;
        }

        /** Only if nobody has changed or upgraded it meanwhile; then the next reader sees to it. */
        private void upgrade(String id, String name, Person person) {
            try {
                dynamo.updateItem(update -> update.tableName("People")
                        .key(Map.of("id", s(id)))
                        .updateExpression("SET #first = :first, #last = :last, version = :two REMOVE #name")
                        .conditionExpression("#name = :name")
                        .expressionAttributeNames(Map.of("#first", "first", "#last", "last", "#name", "name"))
                        .expressionAttributeValues(Map.of(
                                ":first", s(person.first()),
                                ":last", s(person.last()),
                                ":two", n(2),
                                ":name", s(name))));
            } catch (ConditionalCheckFailedException e) {
                // Somebody else was faster.
            }
        }
    }

    @Injected
    private Stator stator;

    private People people;

    @BeforeEach
    void inherit(DynamoDbClient dynamo) {
        people = new People(dynamo);
        dynamo.putItem(put -> put.tableName("People").item(Map.of("id", s("1"), "name", s("Ada King Lovelace"))));
        dynamo.putItem(put -> put.tableName("People")
                .item(Map.of("id", s("2"), "version", n(2), "first", s("Grace"), "last", s("Hopper"))));
    }

    @Test
    void anOldItemIsReadAndBecomesANewOne() {
        assertThat(people.read("1")).isEqualTo(new Person("Ada King", "Lovelace"));

        assertThat(stator).table("People").hasItemWith(Map.of("version", n(2), "last", s("Lovelace")));
        stator.requests().clear();
        assertThat(people.read("1")).isEqualTo(new Person("Ada King", "Lovelace"));
        assertThat(stator).requestedOnly("GetItem");
    }

    @Test
    void aNewItemIsNotWritten() {
        assertThat(people.read("2")).isEqualTo(new Person("Grace", "Hopper"));

        assertThat(stator).requestedOnly("GetItem").consumedAtMost(0.5, 0);
    }
}

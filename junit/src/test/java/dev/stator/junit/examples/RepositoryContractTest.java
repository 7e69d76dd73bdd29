package dev.stator.junit.examples;

import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** One contract, two implementations: the map that other tests use, and the table that production uses. */
class RepositoryContractTest {
    interface Nicknames {
        Optional<String> find(String user);

        /** Gives a nickname for the first time; false if the user has one. */
        boolean claim(String user, String nickname);
    }

    /** What every implementation does. */
    interface Contract {
        Nicknames nicknames();

        @Test
        default void whatIsClaimedIsFound() {
            assertThat(nicknames().claim("1", "ann")).isTrue();

            assertThat(nicknames().find("1")).hasValue("ann");
        }

        @Test
        default void aSecondClaimIsRefusedAndChangesNothing() {
            nicknames().claim("1", "ann");

            assertThat(nicknames().claim("1", "anna")).isFalse();

            assertThat(nicknames().find("1")).hasValue("ann");
        }

        @Test
        default void nobodyHasNoNickname() {
            assertThat(nicknames().find("2")).isEmpty();
        }

        @Test
        default void anEmptyNicknameIsOneToo() {
            assertThat(nicknames().claim("1", "")).isTrue();

            assertThat(nicknames().find("1")).hasValue("");
        }
    }

    @Nested
    class AMap implements Contract {
        private final Map<String, String> map = new ConcurrentHashMap<>();

        @Override
        public Nicknames nicknames() {
            return new Nicknames() {
                @Override
                public Optional<String> find(String user) {
                    return Optional.ofNullable(map.get(user));
                }

                @Override
                public boolean claim(String user, String nickname) {
                    return map.putIfAbsent(user, nickname) == null;
                }
            };
        }
    }

    @Nested
    @StatorTest
    @Table(name = "Nicknames", partitionKey = "user")
    class ATable implements Contract {
        private Nicknames nicknames;

        @BeforeEach
        void open(DynamoDbClient dynamo) {
            nicknames = new DynamoNicknames(dynamo);
        }

        @Override
        public Nicknames nicknames() {
            return nicknames;
        }
    }

    record DynamoNicknames(DynamoDbClient dynamo) implements Nicknames {
        @Override
        public Optional<String> find(String user) {
            return Optional.ofNullable(dynamo.getItem(
                                    get -> get.tableName("Nicknames").key(Map.of("user", s(user))))
                            .item()
                            .get("nickname"))
                    .map(AttributeValue::s);
        }

        @Override
        public boolean claim(String user, String nickname) {
            try {
                dynamo.putItem(put -> put.tableName("Nicknames")
                        .item(Map.of("user", s(user), "nickname", s(nickname)))
                        .conditionExpression("attribute_not_exists(nickname)"));
                return true;
            } catch (ConditionalCheckFailedException e) {
                return false;
            }
        }
    }
}

package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The best players of a game, from an index whose sort key is the score: ten of a thousand cost as much as ten of ten. */
@StatorTest
@Table(
        name = "Scores",
        partitionKey = "player",
        sortKey = "game",
        globalIndexes =
                @Table.GlobalIndex(
                        name = "by-score",
                        partitionKey = "game",
                        sortKey = "score:N",
                        projectedOnly = "KEYS_ONLY"))
class LeaderboardTest {
    record Leaderboard(DynamoDbClient dynamo) {
        /** Keeps a player's best score, whatever order the scores arrive in. */
        void report(String player, String game, long score) {
            try {
                dynamo.putItem(put -> put.tableName("Scores")
                        .item(Map.of("player", s(player), "game", s(game), "score", n(score)))
                        .conditionExpression("attribute_not_exists(score) OR score < :score")
                        .expressionAttributeValues(Map.of(":score", n(score))));
            } catch (ConditionalCheckFailedException e) {
                // He was better before.
            }
        }

        List<String> best(String game, int count) {
            return dynamo
                    .query(query -> query.tableName("Scores")
                            .indexName("by-score")
                            .keyConditionExpression("game = :game")
                            .expressionAttributeValues(Map.of(":game", s(game)))
                            .scanIndexForward(false)
                            .limit(count))
                    .items()
                    .stream()
                    .map(item ->
                            item.get("player").s() + " " + item.get("score").n())
                    .toList();
        }
    }

    private Leaderboard leaderboard;

    @BeforeEach
    void open(DynamoDbClient dynamo) {
        leaderboard = new Leaderboard(dynamo);
    }

    @Test
    void scoresAreOrderedAsNumbers() {
        leaderboard.report("ann", "chess", 900);
        leaderboard.report("ben", "chess", 1200);
        leaderboard.report("cem", "chess", 90);
        leaderboard.report("dee", "go", 5000);

        assertThat(leaderboard.best("chess", 2)).containsExactly("ben 1200", "ann 900");
    }

    @Test
    void aWorseScoreIsForgottenAndABetterOneMoves() {
        leaderboard.report("ann", "chess", 900);
        leaderboard.report("ben", "chess", 1200);

        leaderboard.report("ben", "chess", 100);
        assertThat(leaderboard.best("chess", 1)).containsExactly("ben 1200");

        leaderboard.report("ann", "chess", 1500);
        assertThat(leaderboard.best("chess", 2)).containsExactly("ann 1500", "ben 1200");
    }

    @Test
    void theTopOfManyCostsHalfAUnit(Stator stator) {
        for (int i = 0; i < 200; i++) {
            leaderboard.report("player-" + i, "chess", i * 7L % 200);
        }
        stator.requests().clear();

        assertThat(leaderboard.best("chess", 10)).hasSize(10).first().isEqualTo("player-57 199");

        assertThat(stator).consumed(0.5, 0).discardedNothing();
    }
}

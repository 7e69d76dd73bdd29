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

/** Shops near a place, by geohash: the longer the common beginning, the nearer. */
@StatorTest
@Table(
        name = "Shops",
        partitionKey = "id",
        globalIndexes = @Table.GlobalIndex(name = "by-place", partitionKey = "region", sortKey = "geohash"))
class StoreLocatorTest {
    /** A geohash of so many characters; the first three of them are the region. */
    static String geohash(double latitude, double longitude, int length) {
        String alphabet = "0123456789bcdefghjkmnpqrstuvwxyz";
        double[] vertical = {-90, 90};
        double[] horizontal = {-180, 180};
        StringBuilder hash = new StringBuilder();
        int bits = 0;
        for (int bit = 0; hash.length() < length; bit++) {
            double[] range = bit % 2 == 0 ? horizontal : vertical;
            double value = bit % 2 == 0 ? longitude : latitude;
            double middle = (range[0] + range[1]) / 2;
            bits = bits << 1 | (value >= middle ? 1 : 0);
            range[value >= middle ? 0 : 1] = middle;
            if (bit % 5 == 4) {
                hash.append(alphabet.charAt(bits));
                bits = 0;
            }
        }
        return hash.toString();
    }

    record Locator(DynamoDbClient dynamo) {
        void open(String id, double latitude, double longitude) {
            String hash = geohash(latitude, longitude, 9);
            dynamo.putItem(put -> put.tableName("Shops")
                    .item(Map.of("id", s(id), "region", s(hash.substring(0, 3)), "geohash", s(hash))));
        }

        List<String> near(double latitude, double longitude, int precision) {
            String prefix = geohash(latitude, longitude, precision);
            return dynamo
                    .query(query -> query.tableName("Shops")
                            .indexName("by-place")
                            .keyConditionExpression("#region = :region AND begins_with(geohash, :prefix)")
                            .expressionAttributeNames(Map.of("#region", "region"))
                            .expressionAttributeValues(
                                    Map.of(":region", s(prefix.substring(0, 3)), ":prefix", s(prefix))))
                    .items()
                    .stream()
                    .map(item -> item.get("id").s())
                    .sorted()
                    .toList();
        }
    }

    @Injected
    private Stator stator;

    private Locator locator;

    @BeforeEach
    void open() {
        locator = new Locator(stator.dynamoDbClient());
        locator.open("covent-garden", 51.5117, -0.1240);
        locator.open("holborn", 51.5175, -0.1190);
        locator.open("greenwich", 51.4826, 0.0077);
        locator.open("edinburgh", 55.9533, -3.1883);
    }

    @Test
    void aGeohashIsTheKnownOne() {
        assertThat(geohash(57.64911, 10.40744, 11)).isEqualTo("u4pruydqqvj");
    }

    @Test
    void aShorterHashFindsMore() {
        assertThat(locator.near(51.512, -0.125, 5)).containsExactly("covent-garden", "holborn");
        assertThat(locator.near(51.512, -0.125, 6)).containsExactly("covent-garden");

        assertThat(stator).scannedNothing().discardedNothing();
    }
}

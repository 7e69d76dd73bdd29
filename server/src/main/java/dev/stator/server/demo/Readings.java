package dev.stator.server.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurements of devices over time: a device's day or hour is one slice, the newest is the end of it. The index {@code
 * alarms} is sparse: only readings of more than 30 °C have its partition key.
 */
final class Readings {
    private static final int DEVICES = 12;
    private static final Instant START = Instant.parse("2026-06-01T00:00:00Z");
    private static final Duration INTERVAL = Duration.ofMinutes(15);
    private static final int READINGS_PER_DEVICE = 4 * 96;
    private static final int READINGS_PER_DAY = 96;
    private static final int ALARM_TENTHS = 300;

    private static final String DEFINITION = """
            {
              "TableName": "Readings",
              "BillingMode": "PAY_PER_REQUEST",
              "AttributeDefinitions": [
                {"AttributeName": "deviceId", "AttributeType": "S"},
                {"AttributeName": "timestamp", "AttributeType": "S"},
                {"AttributeName": "alarm", "AttributeType": "S"}
              ],
              "KeySchema": [
                {"AttributeName": "deviceId", "KeyType": "HASH"},
                {"AttributeName": "timestamp", "KeyType": "RANGE"}
              ],
              "GlobalSecondaryIndexes": [{
                "IndexName": "alarms",
                "KeySchema": [
                  {"AttributeName": "alarm", "KeyType": "HASH"},
                  {"AttributeName": "timestamp", "KeyType": "RANGE"}
                ],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["temperature"]}
              }]
            }
            """;

    private Readings() {}

    static DemoTable table() {
        Chance chance = new Chance(2);
        List<DemoItem> items = new ArrayList<>();
        for (int device = 1; device <= DEVICES; device++) {
            for (int i = 0; i < READINGS_PER_DEVICE; i++) {
                items.add(reading(chance, device, i));
            }
        }
        return new DemoTable("Readings", DEFINITION, items);
    }

    private static DemoItem reading(Chance chance, int device, int i) {
        // A day is a wave that is warmest in the afternoon; each device stands a little warmer than the one before.
        double hour = (i % READINGS_PER_DAY) * 24.0 / READINGS_PER_DAY;
        double wave = Math.sin((hour - 9) / 24 * 2 * Math.PI);
        int temperature = (int) Math.round(190 + 70 * wave + 4 * device) + chance.between(-8, 8);
        DemoItem item = new DemoItem()
                .text("deviceId", String.format("sensor-%03d", device))
                .text("timestamp", START.plus(INTERVAL.multipliedBy(i)).toString())
                .tenths("temperature", temperature)
                .tenths("humidity", 620 - temperature / 2 + chance.between(-30, 30))
                .number("battery", 100 - (long) i * 60 / READINGS_PER_DEVICE - device)
                .text("firmware", device % 3 == 0 ? "2.1.0" : "2.0.4");
        return temperature > ALARM_TENTHS ? item.text("alarm", "HOT") : item;
    }
}

package dev.stator.server.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Events of tenants by time: a month of one tenant is {@code begins_with(sk, "EVENT#2026-06")}. The index {@code by-actor}
 * asks what one person did.
 */
final class AuditLog {
    private static final List<String> TENANTS = List.of("acme", "globex", "initech", "umbrella");
    private static final List<String> ACTIONS = List.of(
            "login",
            "logout",
            "order.create",
            "order.cancel",
            "invoice.send",
            "user.invite",
            "user.remove",
            "role.grant",
            "export.start",
            "key.rotate");
    private static final Instant START = Instant.parse("2026-04-01T00:00:00Z");
    private static final int EVENTS_PER_TENANT = 900;

    private static final String DEFINITION = """
            {
              "TableName": "AuditLog",
              "BillingMode": "PAY_PER_REQUEST",
              "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"},
                {"AttributeName": "sk", "AttributeType": "S"},
                {"AttributeName": "actor", "AttributeType": "S"}
              ],
              "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"}
              ],
              "GlobalSecondaryIndexes": [{
                "IndexName": "by-actor",
                "KeySchema": [
                  {"AttributeName": "actor", "KeyType": "HASH"},
                  {"AttributeName": "sk", "KeyType": "RANGE"}
                ],
                "Projection": {"ProjectionType": "ALL"}
              }]
            }
            """;

    private AuditLog() {}

    static DemoTable table() {
        Chance chance = new Chance(5);
        List<DemoItem> items = new ArrayList<>();
        for (String tenant : TENANTS) {
            Instant moment = START;
            for (int i = 0; i < EVENTS_PER_TENANT; i++) {
                moment = chance.after(moment, Duration.ofHours(5));
                items.add(event(chance, tenant, moment));
            }
        }
        return new DemoTable("AuditLog", DEFINITION, items);
    }

    private static DemoItem event(Chance chance, String tenant, Instant moment) {
        String id = chance.id();
        return new DemoItem()
                .text("pk", "TENANT#" + tenant)
                .text("sk", "EVENT#" + moment + "#" + id)
                .text("actor", chance.person() + "@" + tenant + ".example")
                .text("action", chance.of(ACTIONS))
                .text("outcome", chance.oneIn(12) ? "denied" : "allowed")
                .text("ip", "203.0.113." + chance.between(1, 254))
                .map("request", new DemoItem().text("id", id).number("millis", chance.between(2, 900)));
    }
}

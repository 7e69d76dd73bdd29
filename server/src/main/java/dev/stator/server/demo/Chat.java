package dev.stator.server.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Several kinds of item in one partition, told apart by the prefix of the sort key: what a channel is ({@code META}), who is
 * in it ({@code Profile#}), and its messages by time ({@code MSG#}). The index {@code by-author} has the messages only.
 */
final class Chat {
    private static final List<String> CHANNELS =
            List.of("general", "random", "support", "releases", "incidents", "design", "storage", "lunch");
    private static final List<String> REACTIONS = List.of("eyes", "heart", "plus-one", "rocket");
    private static final Instant START = Instant.parse("2026-05-04T07:00:00Z");
    private static final int MESSAGES_PER_CHANNEL = 420;
    private static final int MEMBERS_PER_CHANNEL = 12;

    private static final String DEFINITION = """
            {
              "TableName": "Chat",
              "BillingMode": "PAY_PER_REQUEST",
              "AttributeDefinitions": [
                {"AttributeName": "PK", "AttributeType": "S"},
                {"AttributeName": "SK", "AttributeType": "S"},
                {"AttributeName": "author", "AttributeType": "S"},
                {"AttributeName": "sentAt", "AttributeType": "S"}
              ],
              "KeySchema": [
                {"AttributeName": "PK", "KeyType": "HASH"},
                {"AttributeName": "SK", "KeyType": "RANGE"}
              ],
              "GlobalSecondaryIndexes": [{
                "IndexName": "by-author",
                "KeySchema": [
                  {"AttributeName": "author", "KeyType": "HASH"},
                  {"AttributeName": "sentAt", "KeyType": "RANGE"}
                ],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["text"]}
              }]
            }
            """;

    private Chat() {}

    static DemoTable table() {
        Chance chance = new Chance(3);
        List<DemoItem> items = new ArrayList<>();
        for (int i = 0; i < CHANNELS.size(); i++) {
            addChannel(items, chance, i);
        }
        return new DemoTable("Chat", DEFINITION, items);
    }

    private static void addChannel(List<DemoItem> items, Chance chance, int number) {
        String channel = "CHANNEL#" + CHANNELS.get(number);
        List<String> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS_PER_CHANNEL; i++) {
            members.add(Chance.people().get((number * 3 + i) % Chance.people().size()));
        }
        items.add(new DemoItem()
                .text("PK", channel)
                .text("SK", "META")
                .text("topic", chance.sentence(6))
                .number("members", members.size())
                .text("createdAt", START.toString()));
        for (String member : members) {
            items.add(new DemoItem()
                    .text("PK", channel)
                    .text("SK", "Profile#" + member)
                    .text("role", member.equals(members.getFirst()) ? "owner" : "member")
                    .flag("muted", chance.oneIn(5)));
        }
        Instant moment = START;
        for (int i = 0; i < MESSAGES_PER_CHANNEL; i++) {
            moment = chance.after(moment, Duration.ofHours(3));
            items.add(message(chance, channel, members, moment));
        }
    }

    private static DemoItem message(Chance chance, String channel, List<String> members, Instant moment) {
        DemoItem message = new DemoItem()
                .text("PK", channel)
                .text("SK", "MSG#" + moment + "#" + chance.id())
                .text("author", chance.of(members))
                .text("sentAt", moment.toString())
                .text("text", chance.sentence(chance.between(3, 25)));
        if (chance.oneIn(6)) {
            message.map("reactions", new DemoItem().number(chance.of(REACTIONS), chance.between(1, 9)));
        }
        return message;
    }
}

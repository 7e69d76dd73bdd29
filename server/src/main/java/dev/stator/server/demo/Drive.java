package dev.stator.server.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A file tree in one sort key: the full path, where a folder ends in the delimiter, so that it precedes what it holds and
 * one {@code begins_with} reads a whole subtree. One level only is what the index {@code by-parent} is for.
 */
final class Drive {
    private static final String NAME = "Drive";
    private static final List<String> ACCOUNTS = List.of("alice", "bob", "carol");
    private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");
    private static final int PHOTOS_PER_DAY_MAX = 12;

    private static final String DEFINITION = """
            {
              "TableName": "Drive",
              "BillingMode": "PAY_PER_REQUEST",
              "AttributeDefinitions": [
                {"AttributeName": "PK", "AttributeType": "S"},
                {"AttributeName": "SK", "AttributeType": "S"},
                {"AttributeName": "parent", "AttributeType": "S"}
              ],
              "KeySchema": [
                {"AttributeName": "PK", "KeyType": "HASH"},
                {"AttributeName": "SK", "KeyType": "RANGE"}
              ],
              "GlobalSecondaryIndexes": [{
                "IndexName": "by-parent",
                "KeySchema": [
                  {"AttributeName": "parent", "KeyType": "HASH"},
                  {"AttributeName": "SK", "KeyType": "RANGE"}
                ],
                "Projection": {"ProjectionType": "ALL"}
              }]
            }
            """;

    private final Chance chance = new Chance(1);
    private final List<DemoItem> items = new ArrayList<>();
    private String account = "";

    private Drive() {}

    static DemoTable table() {
        Drive drive = new Drive();
        for (String account : ACCOUNTS) {
            drive.account = account;
            drive.fill();
        }
        return new DemoTable(NAME, DEFINITION, drive.items);
    }

    private void fill() {
        folder("/");
        folder("/documents/");
        for (int year = 2023; year <= 2026; year++) {
            folder("/documents/taxes-" + year + "/");
            for (String file : List.of("income.pdf", "receipts.zip", "notes.txt")) {
                file("/documents/taxes-" + year + "/", file);
            }
        }
        folder("/music/");
        for (String album : List.of("Blue Hour", "Rotor", "Stator")) {
            folder("/music/" + album + "/");
            for (int track = 1; track <= 11; track++) {
                file("/music/" + album + "/", String.format("%02d.flac", track));
            }
        }
        folder("/photos/");
        for (int month = 1; month <= 6; month++) {
            String ofMonth = String.format("/photos/2026/%02d/", month);
            if (month == 1) {
                folder("/photos/2026/");
            }
            folder(ofMonth);
            for (int day = 1; day <= 28; day++) {
                photos(ofMonth, month, day);
            }
        }
        // Neighbours of a folder in byte order, which a prefix without its delimiter would catch too.
        folder("/photos-old/");
        file("/photos-old/", "scan.tiff");
        file("/", "photos.bak");
        file("/", "photos");
    }

    private void photos(String folder, int month, int day) {
        int count = chance.below(PHOTOS_PER_DAY_MAX);
        for (int i = 1; i <= count; i++) {
            file(folder, String.format("IMG_2026%02d%02d_%03d.jpg", month, day, i));
        }
    }

    private void folder(String path) {
        String parent = path.equals("/") ? "" : path.substring(0, path.lastIndexOf('/', path.length() - 2) + 1);
        DemoItem item = item(path, parent).text("kind", "folder");
        items.add(item);
    }

    private void file(String folder, String name) {
        items.add(item(folder + name, folder)
                .text("kind", "file")
                .number("size", chance.between(1_000, 9_000_000))
                .text("owner", account));
    }

    private DemoItem item(String path, String parent) {
        DemoItem item = new DemoItem()
                .text("PK", "DRIVE#" + account)
                .text("SK", path)
                .number(
                        "depth",
                        path.equals("/")
                                ? 0
                                : path.chars().filter(c -> c == '/').count() - (path.endsWith("/") ? 1 : 0))
                .text("modified", chance.after(START, Duration.ofDays(170)).toString());
        // The root has no parent, and so no entry in the index.
        return parent.isEmpty() ? item : item.text("parent", "DRIVE#" + account + "#" + parent);
    }
}

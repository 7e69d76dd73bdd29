package dev.stator.core.stream;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.storage.StorageException;
import dev.stator.storage.TokenRange;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of the {@link StreamCatalog}'s entries: JSON, which docs/format.md describes. */
final class StreamCodec {
    private static final int FORMAT = 1;

    private StreamCodec() {}

    /** A stream as it is stored: its definition, and up to which sequence number it has reserved. */
    record StoredStream(StreamDefinition definition, long reserved) {}

    static byte[] encode(StoredStream stored) {
        StreamDefinition stream = stored.definition();
        JsonWriter out = new JsonWriter().beginObject();
        out.field("format").number(FORMAT);
        out.field("arn").string(stream.arn());
        out.field("label").string(stream.label());
        out.field("table").string(stream.tableName());
        out.field("tree").number(stream.treeId());
        out.field("tableTree").number(stream.tableTreeId());
        out.field("viewType").string(stream.viewType().name());
        out.field("hash").string(stream.hash());
        string(out, "range", stream.range());
        out.field("created").number(stream.created().toEpochMilli());
        instant(out, "ended", stream.ended());
        out.field("reserved").number(stored.reserved());
        return out.endObject().toByteArray();
    }

    static byte[] encode(Shard shard) {
        JsonWriter out = new JsonWriter().beginObject();
        out.field("format").number(FORMAT);
        out.field("id").string(shard.id());
        string(out, "parent", shard.parentId());
        out.field("firstToken").number(shard.tokens().first());
        out.field("lastToken").number(shard.tokens().last());
        out.field("start").number(shard.start());
        if (shard.end() != null) {
            out.field("end").number(shard.end());
        }
        out.field("created").number(shard.created().toEpochMilli());
        instant(out, "closed", shard.closed());
        return out.endObject().toByteArray();
    }

    static StoredStream decodeStream(byte[] stored) {
        Members in = Members.read(stored);
        StreamDefinition definition = new StreamDefinition(
                in.text("arn"),
                in.text("label"),
                in.text("table"),
                Math.toIntExact(in.number("tree")),
                Math.toIntExact(in.number("tableTree")),
                ViewType.valueOf(in.text("viewType")),
                in.text("hash"),
                in.texts.get("range"),
                Instant.ofEpochMilli(in.number("created")),
                in.instant("ended"));
        return new StoredStream(definition, in.number("reserved"));
    }

    static Shard decodeShard(byte[] stored) {
        Members in = Members.read(stored);
        return new Shard(
                in.text("id"),
                in.texts.get("parent"),
                new TokenRange(in.number("firstToken"), in.number("lastToken")),
                in.number("start"),
                in.numbers.get("end"),
                Instant.ofEpochMilli(in.number("created")),
                in.instant("closed"));
    }

    private static void string(JsonWriter out, String member, @Nullable String value) {
        if (value != null) {
            out.field(member).string(value);
        }
    }

    private static void instant(JsonWriter out, String member, @Nullable Instant value) {
        if (value != null) {
            out.field(member).number(value.toEpochMilli());
        }
    }

    /** The members of an entry, by name. */
    private static final class Members {
        private final Map<String, String> texts = new HashMap<>();
        private final Map<String, Long> numbers = new HashMap<>();

        static Members read(byte[] stored) {
            try {
                Members members = new Members();
                RequestReader in = new RequestReader(stored);
                in.beginBody();
                for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                    members.readMember(member, in);
                }
                in.endBody();
                if (members.number("format") != FORMAT) {
                    throw new StorageException.Corrupt(
                            "the catalog of streams has format " + members.number("format")
                                    + ", and this version of Stator reads format " + FORMAT,
                            null);
                }
                return members;
            } catch (ApiException e) {
                throw new StorageException.Corrupt("an entry of the catalog of streams is damaged", e);
            }
        }

        private void readMember(String member, RequestReader in) {
            switch (member) {
                case "arn", "label", "table", "viewType", "hash", "range", "id", "parent" -> {
                    String text = in.string();
                    if (text != null) {
                        texts.put(member, text);
                    }
                }
                case "format",
                        "tree",
                        "tableTree",
                        "created",
                        "ended",
                        "reserved",
                        "firstToken",
                        "lastToken",
                        "start",
                        "end",
                        "closed" -> {
                    Long number = in.longInteger();
                    if (number != null) {
                        numbers.put(member, number);
                    }
                }
                default -> in.skip();
            }
        }

        private String text(String member) {
            return present(member, texts.get(member));
        }

        private long number(String member) {
            return present(member, numbers.get(member));
        }

        private @Nullable Instant instant(String member) {
            Long millis = numbers.get(member);
            return millis == null ? null : Instant.ofEpochMilli(millis);
        }

        private static <T> T present(String member, @Nullable T value) {
            if (value == null) {
                throw new StorageException.Corrupt("an entry of the catalog of streams lacks \"" + member + "\"", null);
            }
            return value;
        }
    }
}

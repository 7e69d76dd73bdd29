package dev.stator.core.stream;

import dev.stator.core.item.EncodedItem;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.storage.StorageException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of one change of one item; the sequence number is its position. docs/format.md describes the bytes.
 *
 * @param byService whether the database deleted the item by itself, because its time to live was over
 * @param millis    when the item was changed, since 1970
 * @param keys      the key attributes alone
 * @param newImage  the item after the change, if there was one and the view type has it
 * @param oldImage  the item before the change, likewise
 */
record StreamRecord(
        Event event,
        boolean byService,
        long millis,
        EncodedItem keys,
        @Nullable EncodedItem newImage,
        @Nullable EncodedItem oldImage) {
    private static final byte FORMAT = 1;
    private static final int BY_SERVICE = 0x10;

    /** What happened, named as on the wire. */
    enum Event {
        INSERT(0),
        MODIFY(1),
        REMOVE(2);

        private final int code;

        Event(int code) {
            this.code = code;
        }

        static Event ofCode(int code) {
            return switch (code) {
                case 0 -> INSERT;
                case 1 -> MODIFY;
                case 2 -> REMOVE;
                default -> throw new StorageException.Corrupt("a stream record has an unknown event " + code, null);
            };
        }

        static Event of(@Nullable EncodedItem before, @Nullable EncodedItem after) {
            if (before == null) {
                return INSERT;
            }
            return after == null ? REMOVE : MODIFY;
        }
    }

    byte[] encode() {
        byte[][] items = {keys.bytes(), bytes(newImage), bytes(oldImage)};
        int length = 2 + Long.BYTES;
        for (byte[] item : items) {
            length += Integer.BYTES + item.length;
        }
        ByteBuffer out = ByteBuffer.allocate(length);
        out.put(FORMAT).put((byte) (event.code | (byService ? BY_SERVICE : 0))).putLong(millis);
        for (byte[] item : items) {
            out.putInt(item.length).put(item);
        }
        return out.array();
    }

    static StreamRecord decode(byte[] stored) {
        try {
            ByteBuffer in = ByteBuffer.wrap(stored);
            expectFormat(in.get());
            byte event = in.get();
            long millis = in.getLong();
            byte[] keys = item(in);
            return new StreamRecord(
                    Event.ofCode(event & ~BY_SERVICE),
                    (event & BY_SERVICE) != 0,
                    millis,
                    EncodedItem.wrap(keys),
                    image(item(in)),
                    image(item(in)));
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw new StorageException.Corrupt("a stream record is damaged", e);
        }
    }

    /** When the item was changed, without decoding all of it. */
    static long millisOf(byte[] stored) {
        expectFormat(stored[0]);
        return ByteBuffer.wrap(stored).getLong(2);
    }

    private static void expectFormat(byte format) {
        if (format != FORMAT) {
            throw new StorageException.Corrupt(
                    "a stream record has format " + format + ", and this version of Stator reads format " + FORMAT,
                    null);
        }
    }

    private static byte[] bytes(@Nullable EncodedItem item) {
        return item == null ? new byte[0] : item.bytes();
    }

    private static byte[] item(ByteBuffer in) {
        byte[] item = new byte[in.getInt()];
        in.get(item);
        return item;
    }

    private static @Nullable EncodedItem image(byte[] bytes) {
        return bytes.length == 0 ? null : EncodedItem.wrap(bytes);
    }

    /** DynamoDB: the sizes of the items in the record, and nothing for the rest of it. */
    int sizeBytes() {
        return keys.sizeBytes()
                + (newImage == null ? 0 : newImage.sizeBytes())
                + (oldImage == null ? 0 : oldImage.sizeBytes());
    }

    /** Writes the record as GetRecords returns it. */
    void write(StreamDefinition stream, String shardId, long sequence, JsonWriter out) {
        out.beginObject();
        out.field("eventID").string(eventId(stream.arn(), shardId, sequence));
        out.field("eventName").string(event.name());
        out.field("eventVersion").string("1.1");
        out.field("eventSource").string("aws:dynamodb");
        out.field("awsRegion").string(stream.region());
        out.field("dynamodb").beginObject();
        out.field("ApproximateCreationDateTime").number(millis / 1_000);
        out.field("Keys").attributes(keys);
        if (newImage != null) {
            out.field("NewImage").attributes(newImage);
        }
        if (oldImage != null) {
            out.field("OldImage").attributes(oldImage);
        }
        out.field("SequenceNumber").string(SequenceNumber.text(sequence));
        out.field("SizeBytes").number(sizeBytes());
        out.field("StreamViewType").string(stream.viewType().name());
        out.endObject();
        if (byService) {
            // The members' names of the API's model, which SDKs look for; events of AWS Lambda begin them small.
            out.field("userIdentity").beginObject();
            out.field("PrincipalId").string("dynamodb.amazonaws.com");
            out.field("Type").string("Service");
            out.endObject();
        }
        out.endObject();
    }

    /** The same for the same record whenever it is read, and for no other. */
    private static String eventId(String arn, String shardId, long sequence) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5")
                    .digest((arn + '|' + shardId + '|' + sequence).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}

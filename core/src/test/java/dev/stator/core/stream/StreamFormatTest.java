package dev.stator.core.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.stream.StreamCodec.StoredStream;
import dev.stator.storage.StorageException;
import dev.stator.storage.TokenRange;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stored forms that docs/format.md describes. */
class StreamFormatTest {
    private static final Instant CREATED = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final String ARN =
            "arn:aws:dynamodb:eu-west-2:000000000000:table/abc/stream/2023-11-14T22:13:20.123";

    @Test
    void aStreamIsStoredAsJson() {
        StoredStream stream = new StoredStream(
                new StreamDefinition(
                        ARN,
                        "2023-11-14T22:13:20.123",
                        "abc",
                        17,
                        16,
                        ViewType.NEW_IMAGE,
                        "p",
                        "s",
                        CREATED,
                        CREATED.plusMillis(1)),
                1_048_577);
        String json = "{\"format\":1,\"arn\":\"" + ARN + "\",\"label\":\"2023-11-14T22:13:20.123\",\"table\":\"abc\","
                + "\"tree\":17,\"tableTree\":16,\"viewType\":\"NEW_IMAGE\",\"hash\":\"p\",\"range\":\"s\","
                + "\"created\":1700000000123,\"ended\":1700000000124,\"reserved\":1048577}";

        assertThat(new String(StreamCodec.encode(stream), UTF_8)).isEqualTo(json);
        assertThat(StreamCodec.decodeStream(json.getBytes(UTF_8))).isEqualTo(stream);
        assertThat(StreamCodec.decodeStream(
                        json.replace("\"hash\"", "\"later\":{},\"hash\"").getBytes(UTF_8)))
                .isEqualTo(stream);
    }

    @Test
    void aShardIsStoredAsJson() {
        Shard shard = new Shard(
                "shardId-00000001700000000124-80000000",
                "shardId-00000001700000000123-00000000",
                new TokenRange(Long.MIN_VALUE, -1),
                8,
                11L,
                CREATED,
                CREATED.plusMillis(1));
        String json = "{\"format\":1,\"id\":\"shardId-00000001700000000124-80000000\","
                + "\"parent\":\"shardId-00000001700000000123-00000000\",\"firstToken\":-9223372036854775808,"
                + "\"lastToken\":-1,\"start\":8,\"end\":11,\"created\":1700000000123,\"closed\":1700000000124}";

        assertThat(new String(StreamCodec.encode(shard), UTF_8)).isEqualTo(json);
        assertThat(StreamCodec.decodeShard(json.getBytes(UTF_8))).isEqualTo(shard);
    }

    @Test
    void aRecordIsStoredAsItsItems() {
        EncodedItem keys = EncodedItem.of(new Item(Map.of("p", new AttributeValue.S("a"))));
        StreamRecord record =
                new StreamRecord(StreamRecord.Event.REMOVE, true, CREATED.toEpochMilli(), keys, null, keys);
        String item = "01" + "02" + "01" + "0170" + "010161";
        String hex = "01" + "12" + "0000018bcfe5687b" + "00000008" + item + "00000000" + "00000008" + item;

        assertThat(HexFormat.of().formatHex(record.encode())).isEqualTo(hex);
        StreamRecord decoded = StreamRecord.decode(HexFormat.of().parseHex(hex));
        assertThat(decoded.event()).isEqualTo(StreamRecord.Event.REMOVE);
        assertThat(decoded.byService()).isTrue();
        assertThat(decoded.newImage()).isNull();
        assertThat(decoded.encode()).isEqualTo(record.encode());
        assertThat(StreamRecord.millisOf(record.encode())).isEqualTo(CREATED.toEpochMilli());
    }

    @Test
    void whatAnotherVersionWroteIsRefused() {
        assertThatThrownBy(() -> StreamCodec.decodeShard("{\"format\":2}".getBytes(UTF_8)))
                .isInstanceOf(StorageException.Corrupt.class);
        assertThatThrownBy(() -> StreamCodec.decodeShard("{\"format\":1}".getBytes(UTF_8)))
                .isInstanceOf(StorageException.Corrupt.class);
        assertThatThrownBy(() -> StreamRecord.decode(new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 0, 0}))
                .isInstanceOf(StorageException.Corrupt.class);
        assertThatThrownBy(() -> StreamRecord.decode(new byte[] {1, 0, 0}))
                .isInstanceOf(StorageException.Corrupt.class);
    }
}

package dev.stator.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    @Test
    void commasStandBetweenMembersAndElementsOnly() {
        JsonWriter out = new JsonWriter();
        out.beginObject()
                .field("a")
                .beginArray()
                .number(1)
                .string("x")
                .beginObject()
                .endObject();
        out.endArray().field("b").bool(true).field("c").number(0.5).endObject();
        assertThat(text(out)).isEqualTo("{\"a\":[1,\"x\",{}],\"b\":true,\"c\":0.5}");
    }

    @Test
    void everyCharacterComesBackFromAStrictParser() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int codePoint = 0; codePoint < 0x2100; codePoint++) {
            all.appendCodePoint(codePoint);
        }
        all.appendCodePoint(0x1F600);
        byte[] utf8 = all.toString().getBytes(StandardCharsets.UTF_8);
        JsonWriter out = new JsonWriter();
        out.beginArray().string(all.toString()).string(utf8, 0, utf8.length).endArray();
        try (JsonParser parser = new JsonFactory().createParser(out.toByteArray())) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            assertThat(parser.nextTextValue()).isEqualTo(all.toString());
            assertThat(parser.nextTextValue()).isEqualTo(all.toString());
        }
    }

    @Test
    void base64IsWrittenFromAPartOfAnArray() {
        JsonWriter out = new JsonWriter();
        out.base64(new byte[] {9, 1, 2, 3, 9}, 1, 3);
        assertThat(text(out)).isEqualTo("\"AQID\"");
    }

    private static String text(JsonWriter out) {
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }
}

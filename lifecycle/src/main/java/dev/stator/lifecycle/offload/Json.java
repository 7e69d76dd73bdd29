package dev.stator.lifecycle.offload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** JSON objects of one line. */
final class Json {
    private static final JsonFactory JSON = new JsonFactory();

    private Json() {}

    /** Writes members. */
    @FunctionalInterface
    interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    static String line(Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static JsonParser parser(String line) throws IOException {
        return JSON.createParser(line);
    }
}

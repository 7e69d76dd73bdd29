package dev.stator.lifecycle.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The last record of a chain at some time. Kept where nobody can write who can write to the companion table, it shows later
 * whether the chain still has that record, however well it was written anew.
 *
 * @param ledger whose chain it is
 * @param number the number of the record; 0 if there was none
 * @param hash   its hash
 */
public record ChainEnd(String ledger, long number, String hash) {
    private static final JsonFactory JSON = new JsonFactory();

    /** As a line of JSON. */
    public String line() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("ledger", ledger);
            json.writeNumberField("number", number);
            json.writeStringField("hash", hash);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * From such a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ChainEnd of(String line) {
        Map<String, String> members = new HashMap<>();
        try (JsonParser json = JSON.createParser(line)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                members.put(name, json.getText());
            }
            return new ChainEnd(
                    members.getOrDefault("ledger", ""),
                    Long.parseLong(members.getOrDefault("number", "")),
                    members.getOrDefault("hash", ""));
        } catch (IOException | NumberFormatException e) {
            throw new IllegalArgumentException("It is no end of a chain: " + line, e);
        }
    }
}

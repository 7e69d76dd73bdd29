package dev.stator.lifecycle.offload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of a manifest: that a batch is copied, and how the parts stand since.
 *
 * @param run   the run
 * @param batch the number of the batch
 * @param shard the shard of the index that it is from
 * @param items how many items it has
 * @param from  since when the first of them was in its state
 * @param to    since when the last was
 * @param parts the parts that it is in, as they are with it
 */
public record ManifestEntry(
        String run, long batch, String shard, long items, String from, String to, List<PartState> parts) {

    String line() {
        return Json.line(json -> {
            json.writeStringField("run", run);
            json.writeNumberField("batch", batch);
            json.writeStringField("shard", shard);
            json.writeNumberField("items", items);
            json.writeStringField("from", from);
            json.writeStringField("to", to);
            json.writeArrayFieldStart("parts");
            for (PartState part : parts) {
                json.writeStartObject();
                json.writeStringField("file", part.file());
                json.writeNumberField("lines", part.lines());
                json.writeNumberField("bytes", part.bytes());
                json.writeStringField("sha256", part.sha256());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    static ManifestEntry of(String line) throws IOException {
        Map<String, String> members = new HashMap<>();
        List<PartState> parts = new ArrayList<>();
        try (JsonParser json = Json.parser(line)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() != JsonToken.START_ARRAY) {
                    members.put(name, json.getText());
                    continue;
                }
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    parts.add(part(json));
                }
            }
        }
        return new ManifestEntry(
                text(members, "run"),
                Long.parseLong(text(members, "batch")),
                text(members, "shard"),
                Long.parseLong(text(members, "items")),
                text(members, "from"),
                text(members, "to"),
                parts);
    }

    private static PartState part(JsonParser json) throws IOException {
        Map<String, String> members = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            members.put(name, json.getText());
        }
        return new PartState(
                text(members, "file"),
                Long.parseLong(text(members, "lines")),
                Long.parseLong(text(members, "bytes")),
                text(members, "sha256"));
    }

    private static String text(Map<String, String> members, String name) throws IOException {
        String text = members.get(name);
        if (text == null) {
            throw new IOException("A line of the manifest has no " + name + ".");
        }
        return text;
    }
}

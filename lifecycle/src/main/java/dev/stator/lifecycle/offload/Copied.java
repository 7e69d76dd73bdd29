package dev.stator.lifecycle.offload;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stator.lifecycle.audit.AuditEntry;
import dev.stator.lifecycle.audit.AuditRecord;
import dev.stator.lifecycle.item.ItemJson;
import dev.stator.lifecycle.item.LifecycleItem;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an item that is to be purged.
 *
 * @param item    the item
 * @param history its records, with the images that a purge erases
 */
public record Copied(LifecycleItem item, List<AuditRecord> history) {
    /** A line of DynamoDB JSON, as an export to S3 has it. */
    String itemLine() {
        return "{\"Item\":" + ItemJson.write(item.attributes()) + "}";
    }

    List<String> historyLines() {
        return history.stream().map(Copied::line).toList();
    }

    private static String line(AuditRecord record) {
        AuditEntry entry = record.entry();
        return Json.line(json -> {
            json.writeStringField("ledger", record.ledger());
            json.writeNumberField("number", record.number());
            json.writeStringField("kind", entry.kind().name());
            json.writeStringField("from", entry.from());
            json.writeStringField("to", entry.to());
            json.writeStringField("key_before", entry.keyBefore());
            json.writeStringField("key_after", entry.keyAfter());
            json.writeStringField("actor", entry.actor());
            json.writeStringField("principal", entry.principal());
            json.writeStringField("reason", entry.reason());
            json.writeStringField("at", entry.at().toString());
            json.writeStringField("move", entry.move());
            optional(json, "deletion", entry.deletion());
            json.writeStringField("before_hash", record.beforeHash());
            json.writeStringField("previous", record.previous());
            json.writeStringField("hash", record.hash());
            String before = entry.before();
            if (before != null) {
                json.writeFieldName("before");
                json.writeRawValue(before);
            }
        });
    }

    private static void optional(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }
}

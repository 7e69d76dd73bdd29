package dev.stator.junit;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.junit.sdk.SdkItems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What is in a table at the moment of each call. Looking at it costs no units, is no request, and changes nothing that the
 * test counts.
 */
public final class TableContents {
    private final Stator stator;
    private final String name;

    TableContents(Stator stator, String name) {
        this.stator = stator;
        this.name = name;
    }

    public String name() {
        return name;
    }

    /**
     * All items, in the order of a Scan.
     *
     * @throws IllegalArgumentException if there is no such table
     */
    public List<Map<String, AttributeValue>> items() {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        SdkItems.Page page = new SdkItems.Page(List.of(), Map.of());
        do {
            page = SdkItems.page(scan(page.lastKey()));
            items.addAll(page.items());
        } while (!page.lastKey().isEmpty());
        return items;
    }

    /** How many items there are. */
    public int count() {
        return items().size();
    }

    private byte[] scan(Map<String, AttributeValue> startKey) {
        JsonWriter request = new JsonWriter();
        request.beginObject().field("TableName").string(name);
        request.field("ConsistentRead").bool(true);
        if (!startKey.isEmpty()) {
            SdkItems.write(request.field("ExclusiveStartKey"), startKey);
        }
        request.endObject();
        try {
            return stator.execute("Scan", request.toByteArray());
        } catch (ApiException e) {
            throw new IllegalArgumentException("table " + name + ": " + e.getMessage(), e);
        }
    }
}

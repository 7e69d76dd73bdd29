package dev.stator.server.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.wire.Api;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Creates and fills the tables of {@link DemoTable}, as any client would: by CreateTable and BatchWriteItem. A table that
 * exists is left as it is.
 */
public final class Demo {
    private static final int BATCH_ITEMS = 25;
    // So many batches at a time share their syncs to disk; the loading takes a second rather than a minute.
    private static final int BATCHES_AT_A_TIME = 32;
    private static final int ACTIVE_WAIT_MILLIS = 10;
    private static final int ACTIVE_TRIES_MAX = 1_000;
    private static final JsonFactory JSON = new JsonFactory();

    private final Api api;

    private Demo(Api api) {
        this.api = api;
    }

    /**
     * Loads what is missing.
     *
     * @return a line for each table: how many items were put into it, or that it was there already
     */
    public static List<String> load(Api api) {
        Demo demo = new Demo(api);
        List<String> lines = new ArrayList<>();
        for (DemoTable table : DemoTable.all()) {
            lines.add(table.name() + ": " + demo.load(table));
        }
        return lines;
    }

    private String load(DemoTable table) {
        if (exists(table)) {
            return "there already, left as it is";
        }
        execute("CreateTable", table.definition().getBytes(UTF_8));
        awaitActive(table);
        putAll(table);
        return table.items().size() + " items";
    }

    private boolean exists(DemoTable table) {
        try {
            execute("DescribeTable", tableName(table));
            return true;
        } catch (ApiException e) {
            if (e.type() == ErrorType.RESOURCE_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private void awaitActive(DemoTable table) {
        for (int i = 0; i < ACTIVE_TRIES_MAX; i++) {
            if ("ACTIVE".equals(tableStatus(execute("DescribeTable", tableName(table))))) {
                return;
            }
            sleep();
        }
        throw new IllegalStateException("the table " + table.name() + " does not become active");
    }

    private void putAll(DemoTable table) {
        List<DemoItem> items = table.items();
        try (ExecutorService executor = Executors.newFixedThreadPool(
                BATCHES_AT_A_TIME, Thread.ofVirtual().factory())) {
            List<Future<?>> batches = new ArrayList<>();
            for (int from = 0; from < items.size(); from += BATCH_ITEMS) {
                List<DemoItem> batch = items.subList(from, Math.min(items.size(), from + BATCH_ITEMS));
                batches.add(executor.submit(() -> put(table, batch)));
            }
            for (Future<?> batch : batches) {
                batch.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the demo table " + table.name() + " could not be filled", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void put(DemoTable table, List<DemoItem> batch) {
        JsonWriter request = new JsonWriter();
        request.beginObject()
                .field("RequestItems")
                .beginObject()
                .field(table.name())
                .beginArray();
        for (DemoItem item : batch) {
            request.beginObject().field("PutRequest").beginObject();
            request.field("Item").attributes(item.attributes());
            request.endObject().endObject();
        }
        request.endArray().endObject().endObject();
        byte[] answer = execute("BatchWriteItem", request.toByteArray());
        if (!new String(answer, UTF_8).contains("\"UnprocessedItems\":{}")) {
            throw new IllegalStateException("items were left out: " + new String(answer, UTF_8));
        }
    }

    private byte[] execute(String operation, byte[] body) {
        return api.execute(operation, body, Session.ANONYMOUS);
    }

    private static byte[] tableName(DemoTable table) {
        return ("{\"TableName\":\"" + table.name() + "\"}").getBytes(UTF_8);
    }

    private static String tableStatus(byte[] description) {
        try (JsonParser parser = JSON.createParser(description)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && "TableStatus".equals(parser.currentName())) {
                    return parser.nextTextValue();
                }
            }
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(ACTIVE_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

package dev.stator.core.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.wire.Api;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Loads a data file through the operations of the API, so that nothing comes into the database that could not have been
 * written to it; one line at a time, whatever the file's size. All of it is loaded, or nothing.
 */
public final class DataFileReader {
    private static final int BATCH_ITEMS_MAX = 25;
    private static final int BATCH_BYTES_MAX = 4 << 20;
    /** What a table is told once its items are there, and by which operation. */
    private static final Map<String, String> LATER = Map.of(
            "StreamSpecification", "UpdateTable",
            "TimeToLiveSpecification", "UpdateTimeToLive",
            "PointInTimeRecoverySpecification", "UpdateContinuousBackups");

    private final Api api;
    private final Session session;
    private final List<String> created = new ArrayList<>();
    private final List<Line> batch = new ArrayList<>();
    private long batchBytes;
    private @Nullable Line header;
    private String tableName = "";

    private DataFileReader(Api api, Session session) {
        this.api = api;
        this.session = session;
    }

    /**
     * Loads a file into a database without tables.
     *
     * @param api        the database; nobody else writes to it meanwhile
     * @param tableNames the tables that are there
     * @param session    whose tables they become
     * @throws DataFileException if the file, or the database, does not allow it; then the database is as it was
     */
    public static void read(InputStream in, Api api, List<String> tableNames, Session session)
            throws IOException, DataFileException {
        if (!tableNames.isEmpty()) {
            throw new DataFileException(
                    0, "a file is loaded into an empty database, and this one has tables: " + tableNames);
        }
        DataFileReader reader = new DataFileReader(api, session);
        boolean done = false;
        try {
            reader.read(new Line.Reader(in));
            done = true;
        } finally {
            if (!done) {
                reader.created.forEach(reader::delete);
            }
        }
    }

    private void read(Line.Reader lines) throws IOException, DataFileException {
        for (Line line = lines.next(); line != null; line = lines.next()) {
            if (line.member("Table") != null) {
                finishTable();
                beginTable(line);
            } else if (line.member("Item") != null) {
                addItem(line);
            } else {
                throw new DataFileException(
                        line.number(),
                        "neither a Table nor an Item: " + line.members().keySet());
            }
        }
        finishTable();
    }

    private void beginTable(Line line) throws DataFileException {
        checkMembers(line, name -> name.equals("Table") || LATER.containsKey(name));
        byte[] definition = required(line, "Table");
        execute(line, "CreateTable", definition);
        tableName = nameIn(line, definition);
        created.add(tableName);
        header = line;
    }

    /** Does last what would get in the way of the items: their loading is no news for a stream, and none is to expire early. */
    private void finishTable() throws DataFileException {
        writeBatch();
        Line line = header;
        if (line == null) {
            return;
        }
        for (Map.Entry<String, String> later : LATER.entrySet()) {
            byte[] specification = line.member(later.getKey());
            if (specification != null) {
                execute(line, later.getValue(), request(later.getKey(), specification));
            }
        }
        header = null;
    }

    private void addItem(Line line) throws DataFileException {
        if (header == null) {
            throw new DataFileException(line.number(), "an Item before the first Table");
        }
        checkMembers(line, name -> name.equals("Item"));
        batch.add(line);
        batchBytes += required(line, "Item").length;
        if (batch.size() == BATCH_ITEMS_MAX || batchBytes > BATCH_BYTES_MAX) {
            writeBatch();
        }
    }

    private void writeBatch() throws DataFileException {
        if (!batch.isEmpty() && !isWrittenTogether()) {
            // Something is wrong with one of them, two are the same, or some have to wait; alone, it shows which. To
            // put an
            // item once more that was written changes nothing.
            for (Line line : batch) {
                execute(line, "PutItem", request("Item", required(line, "Item")));
            }
        }
        batch.clear();
        batchBytes = 0;
    }

    private boolean isWrittenTogether() throws DataFileException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(bytes("{\"RequestItems\":{" + quoted(tableName) + ":"));
        String separator = "[";
        for (Line line : batch) {
            body.writeBytes(bytes(separator + "{\"PutRequest\":{\"Item\":"));
            body.writeBytes(required(line, "Item"));
            body.writeBytes(bytes("}}"));
            separator = ",";
        }
        body.writeBytes(bytes("]}}"));
        try {
            return hasNothingUnprocessed(api.execute("BatchWriteItem", body.toByteArray(), session));
        } catch (ApiException e) {
            return false;
        }
    }

    /** Whether the answer to a batch says that all of it was written; a success alone does not. */
    private static boolean hasNothingUnprocessed(byte[] answer) {
        RequestReader in = new RequestReader(answer);
        boolean nothing = true;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals("UnprocessedItems") && in.beginMap("Map")) {
                for (String table = in.nextMember(); table != null; table = in.nextMember()) {
                    nothing = false;
                    in.skip();
                }
            } else {
                in.skip();
            }
        }
        return nothing;
    }

    private void execute(Line line, String operation, byte[] body) throws DataFileException {
        try {
            api.execute(operation, body, session);
        } catch (ApiException e) {
            throw new DataFileException(line.number(), e.type().shortName() + ": " + e.getMessage());
        }
    }

    private void delete(String name) {
        api.execute(
                "UpdateTable",
                bytes("{\"TableName\":" + quoted(name) + ",\"DeletionProtectionEnabled\":false}"),
                session);
        api.execute("DeleteTable", bytes("{\"TableName\":" + quoted(name) + "}"), session);
    }

    private byte[] request(String member, byte[] value) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(bytes("{\"TableName\":" + quoted(tableName) + ",\"" + member + "\":"));
        body.writeBytes(value);
        body.writeBytes(bytes("}"));
        return body.toByteArray();
    }

    private static String nameIn(Line line, byte[] definition) throws DataFileException {
        RequestReader in = new RequestReader(definition);
        in.beginBody();
        String name = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals("TableName")) {
                name = in.string();
            } else {
                in.skip();
            }
        }
        if (name == null) {
            throw new DataFileException(line.number(), "a Table without TableName");
        }
        return name;
    }

    private static void checkMembers(Line line, Predicate<String> known) throws DataFileException {
        for (String member : line.members().keySet()) {
            if (!known.test(member)) {
                throw new DataFileException(line.number(), "unknown member " + member);
            }
        }
    }

    private static byte[] required(Line line, String member) throws DataFileException {
        byte[] value = line.member(member);
        if (value == null) {
            throw new DataFileException(line.number(), "without " + member);
        }
        return value;
    }

    private static String quoted(String text) {
        return new String(new JsonWriter().string(text).toByteArray(), UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}

package dev.stator.core.fault;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.RequestReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request is about, as far as rules ask for it: its tables and the items it names by key, its index, and whether it is
 * content with an earlier state.
 *
 * @param parts      a part for each item that is named, in the order of the request, and one for the table of a request that
 *                   names none; empty for requests without a table
 * @param indexName  of a Query or Scan
 * @param consistent whether it asks for a consistent read, of a batch of any of its tables
 */
record Touched(String operation, List<Part> parts, @Nullable String indexName, boolean consistent) {
    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems");
    private static final Set<String> BATCHES = Set.of("BatchGetItem", "BatchWriteItem");

    /**
     * A table, or an item of it.
     *
     * @param table      its name, also where the request has its ARN
     * @param attributes the item's key, or the whole item of a put; empty where the request names no item
     */
    record Part(String table, Map<String, AttributeValue> attributes) {}

    /** Looks through a request. One that the operation will refuse is about what could be read of it. */
    static Touched by(String operation, byte[] body) {
        Reader reader = new Reader(new RequestReader(body));
        try {
            reader.read();
        } catch (ApiException e) {
            // The operation comes to the same error, and tells it.
            return reader.touched(operation);
        }
        return reader.touched(operation);
    }

    boolean isRead() {
        return READS.contains(operation);
    }

    boolean isBatch() {
        return BATCHES.contains(operation);
    }

    /** Whether this reads, and is content with what was there a moment ago. */
    boolean isEventualRead() {
        return isRead() && !consistent && !operation.equals("TransactGetItems");
    }

    /** The table that errors name; null if there is none. */
    @Nullable
    String firstTable() {
        return parts.isEmpty() ? null : parts.getFirst().table();
    }

    /** The name in an ARN, also in one that the operation will refuse. */
    private static String nameOf(String nameOrArn) {
        return nameOrArn.startsWith("arn:") ? nameOrArn.substring(nameOrArn.lastIndexOf('/') + 1) : nameOrArn;
    }

    /** Gathers the parts from the members of any operation. */
    private static final class Reader {
        private final RequestReader in;
        private final List<Part> parts = new ArrayList<>();
        private @Nullable String tableName;
        private @Nullable String indexName;
        private @Nullable InputAttributes item;
        private boolean consistent;

        Reader(RequestReader in) {
            this.in = in;
        }

        Touched touched(String operation) {
            List<Part> all = new ArrayList<>(parts);
            if (tableName != null) {
                all.add(new Part(nameOf(tableName), item == null ? Map.of() : item.values()));
            }
            return new Touched(operation, List.copyOf(all), indexName, consistent);
        }

        void read() {
            in.beginBody();
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "TableName" -> tableName = in.string();
                    case "IndexName" -> indexName = in.string();
                    case "Key", "Item" -> item = AttributeReader.attributes(in);
                    case "ConsistentRead" -> consistent = Boolean.TRUE.equals(in.bool());
                    case "RequestItems" -> readBatch();
                    case "TransactItems" -> in.list(this::readAction);
                    default -> in.skip();
                }
            }
        }

        private void readBatch() {
            if (!in.beginMap("KeysAndAttributes")) {
                return;
            }
            for (String table = in.nextMember(); table != null; table = in.nextMember()) {
                String name = nameOf(table);
                if (!in.isArray()) {
                    readKeys(name);
                } else {
                    in.list(() -> readWrite(name));
                }
            }
        }

        private void readKeys(String table) {
            if (!in.beginElement("KeysAndAttributes")) {
                return;
            }
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "Keys" -> in.list(() -> add(table, AttributeReader.attributes(in)));
                    case "ConsistentRead" -> consistent |= Boolean.TRUE.equals(in.bool());
                    default -> in.skip();
                }
            }
        }

        /** One put or delete of a batch. */
        private @Nullable Part readWrite(String table) {
            if (!in.beginElement("WriteRequest")) {
                return null;
            }
            InputAttributes attributes = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                if (!in.beginStructure("WriteRequest")) {
                    continue;
                }
                for (String inner = in.nextMember(); inner != null; inner = in.nextMember()) {
                    if (inner.equals("Item") || inner.equals("Key")) {
                        attributes = AttributeReader.attributes(in);
                    } else {
                        in.skip();
                    }
                }
            }
            return add(table, attributes);
        }

        /** One action of a transaction. */
        private @Nullable Part readAction() {
            if (!in.beginElement("TransactWriteItem")) {
                return null;
            }
            Part part = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                if (in.beginStructure("TransactWriteItem")) {
                    part = readActionMembers();
                }
            }
            return part;
        }

        private @Nullable Part readActionMembers() {
            String table = null;
            InputAttributes attributes = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "TableName" -> table = in.string();
                    case "Key", "Item" -> attributes = AttributeReader.attributes(in);
                    default -> in.skip();
                }
            }
            return table == null ? null : add(nameOf(table), attributes);
        }

        private Part add(String table, @Nullable InputAttributes attributes) {
            Part part = new Part(table, attributes == null ? Map.of() : attributes.values());
            parts.add(part);
            return part;
        }
    }
}

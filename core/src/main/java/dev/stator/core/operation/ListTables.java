package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the names of all tables in ascending order, a page at a time.
 *
 * <p>Checks: the constraints of both members together.
 */
public final class ListTables implements Operation {
    private static final int LIMIT_MAX = 100;

    private final Tables tables;

    public ListTables(Tables tables) {
        this.tables = tables;
    }

    private record Request(@Nullable String exclusiveStartTableName, int limit) {}

    private record Response(List<String> tableNames, boolean hasMore) {}

    private static Request read(RequestReader in) {
        String start = null;
        Integer limit = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ExclusiveStartTableName" -> start = in.string();
                case "Limit" -> limit = in.integer();
                default -> in.skip();
            }
        }
        in.endBody();
        new Constraints()
                .name("exclusiveStartTableName", start)
                .atLeast("limit", limit, 1)
                .atMost("limit", limit, LIMIT_MAX)
                .check();
        return new Request(start, limit == null ? LIMIT_MAX : limit);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        String start = request.exclusiveStartTableName;
        List<String> rest = tables.names().stream()
                .filter(name -> start == null || name.compareTo(start) > 0)
                .toList();
        boolean hasMore = rest.size() > request.limit;
        write(new Response(hasMore ? rest.subList(0, request.limit) : rest, hasMore), out);
    }

    private static void write(Response response, JsonWriter out) {
        out.beginObject();
        out.field("TableNames").beginArray();
        response.tableNames.forEach(out::string);
        out.endArray();
        if (response.hasMore) {
            out.field("LastEvaluatedTableName").string(response.tableNames.getLast());
        }
        out.endObject();
    }
}

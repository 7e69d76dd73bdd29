package dev.stator.server.workbench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stator.core.Database;
import dev.stator.core.error.ApiException;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.read.Prediction;
import dev.stator.core.table.Index;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.wire.Answer;
import dev.stator.core.wire.AnswerHead.Header;
import dev.stator.core.wire.Request;
import dev.stator.server.origin.Origins;
import dev.stator.storage.Size;
import dev.stator.storage.Tree;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the front end asks that DynamoDB's API has no answer to, since only the engine knows: what a request would read, and
 * how much tables hold at this moment. Changes nothing and counts nowhere. docs/workbench.md describes it.
 */
final class WorkbenchApi {
    private static final Logger LOG = LoggerFactory.getLogger(WorkbenchApi.class);
    private static final String JSON = "application/json";
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Set<String> OPERATIONS = Set.of("Query", "Scan");

    private final Supplier<Database> database;
    private final Origins origins;

    WorkbenchApi(Supplier<Database> database, Origins origins) {
        this.database = database;
        this.origins = origins;
    }

    /** The body of a request for a prediction: an operation, and the JSON of its request as it was sent. */
    private record Question(String operation, byte[] input) {}

    /** Answers what is below {@code /workbench/api/}. */
    Answer answer(Request request, String path) {
        if (!isOwnPage(request)) {
            return refused(
                    403,
                    "Only pages of this server itself may ask this; open it as 127.0.0.1 or localhost, or by"
                            + " the name that --host has.");
        }
        try {
            return switch (path) {
                case "tables" -> tables(request);
                case "predict" -> predict(request);
                default -> refused(404, "There is no " + request.path() + ".");
            };
        } catch (ApiException e) {
            return uncached(Answer.error(e, JSON));
        } catch (RuntimeException e) {
            LOG.error("{} {} failed", request.method(), request.path(), e);
            return refused(500, "An unexpected failure, which the log has.");
        }
    }

    // The guard in front lets only pages in that may; but for a GET to its own origin a browser sends no Origin, and
    // what
    // it takes for the origin may be a foreign name that points here.
    private boolean isOwnPage(Request request) {
        if (request.headers().first("origin") != null) {
            return true;
        }
        String site = request.headers().first("sec-fetch-site");
        return origins.isOwnHost(request.headers().first("host"))
                && (site == null || site.equals("same-origin") || site.equals("none"));
    }

    private Answer tables(Request request) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return wrongMethod("GET, HEAD");
        }
        Database current = database.get();
        JsonWriter out = new JsonWriter().beginObject().field("tables").beginArray();
        for (TableDefinition table : current.tables()) {
            out.beginObject();
            writeSize(out, current, table.name(), table.tree());
            out.field("indexes").beginArray();
            for (Index index : table.indexes()) {
                out.beginObject();
                writeSize(out, current, index.name(), index.tree());
                out.endObject();
            }
            out.endArray().endObject();
        }
        return json(out.endArray().endObject());
    }

    private static void writeSize(JsonWriter out, Database database, String name, Tree tree) {
        Size size = database.size(tree);
        out.field("name").string(name);
        out.field("items").number(size.entries());
        out.field("bytes").number(size.bytes());
    }

    private Answer predict(Request request) {
        if (!request.method().equals("POST")) {
            return wrongMethod("POST");
        }
        Question question = read(request.body());
        if (question == null) {
            return refused(
                    400,
                    "The body must be {\"operation\": \"Query\" or \"Scan\", \"input\": the request as the operation takes it}.");
        }
        Prediction prediction = database.get().predict(question.operation(), question.input());
        JsonWriter out = new JsonWriter().beginObject();
        out.field("access").string(question.operation());
        out.field("items").number(prediction.items());
        out.field("matches").number(prediction.matches());
        out.field("bytes").number(prediction.bytes());
        out.field("units").number(prediction.units());
        out.field("pages").number(prediction.pages());
        out.field("exact").bool(prediction.exact());
        writeKey(out, "first", prediction.first());
        writeKey(out, "last", prediction.last());
        return json(out.endObject());
    }

    private static void writeKey(JsonWriter out, String member, @Nullable Item key) {
        if (key != null) {
            out.field(member).attributes(key);
        }
    }

    /** Null if the body is something else. */
    private static @Nullable Question read(byte[] body) {
        String operation = null;
        byte[] input = null;
        try (JsonParser parser = FACTORY.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String member = parser.nextFieldName(); member != null; member = parser.nextFieldName()) {
                JsonToken value = parser.nextToken();
                if (member.equals("operation") && value == JsonToken.VALUE_STRING) {
                    operation = parser.getText();
                } else if (member.equals("input") && value == JsonToken.START_OBJECT) {
                    int start = (int) parser.currentTokenLocation().getByteOffset();
                    parser.skipChildren();
                    int end = (int) parser.currentLocation().getByteOffset();
                    if (start < 0) {
                        // Not UTF-8, in which alone bytes are counted.
                        return null;
                    }
                    input = Arrays.copyOfRange(body, start, end);
                } else {
                    parser.skipChildren();
                }
            }
            // The end of the object, and of the body.
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                return null;
            }
        } catch (IOException e) {
            return null;
        }
        return operation == null || input == null || !OPERATIONS.contains(operation)
                ? null
                : new Question(operation, input);
    }

    private static Answer wrongMethod(String allowed) {
        return refused(405, "Only " + allowed + " is answered here.").with(Map.of(Header.ALLOW, allowed));
    }

    private static Answer refused(int status, String message) {
        JsonWriter out =
                new JsonWriter().beginObject().field("message").string(message).endObject();
        return uncached(Answer.json(status, JSON, out.toByteArray(), false));
    }

    private static Answer json(JsonWriter out) {
        return uncached(Answer.json(200, JSON, out.toByteArray(), false));
    }

    private static Answer uncached(Answer answer) {
        return answer.with(Map.of(Header.CACHE_CONTROL, "no-store"));
    }
}

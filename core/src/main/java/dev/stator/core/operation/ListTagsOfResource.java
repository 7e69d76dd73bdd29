package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.ResourceArnInput;

/**
 * Lists the tags of a table, in one page: there are at most 50. Checks, in order: ResourceArn is there and one of a table;
 * the table exists.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html">ListTagsOfResource</a>
 */
public final class ListTagsOfResource implements Operation {
    private final Tables tables;

    public ListTagsOfResource(Tables tables) {
        this.tables = tables;
    }

    static String read(RequestReader in) {
        String resourceArn = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals("ResourceArn")) {
                resourceArn = in.string();
            } else {
                in.skip();
            }
        }
        in.endBody();
        return ResourceArnInput.checked(resourceArn);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        TableDefinition table = ResourceArnInput.table(tables, read(in), name());
        out.beginObject().field("Tags").beginArray();
        table.settings().tags().forEach((key, value) -> {
            out.beginObject();
            out.field("Key").string(key);
            out.field("Value").string(value);
            out.endObject();
        });
        out.endArray().endObject();
    }
}

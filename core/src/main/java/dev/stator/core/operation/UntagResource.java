package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.ResourceArnInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Removes tags from a table; to remove one that it does not have succeeds. Checks, in order: ResourceArn is there; TagKeys
 * is there; the ARN is one of a table; there are keys; the table exists.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html">UntagResource</a>
 */
public final class UntagResource implements Operation {
    private final Tables tables;

    public UntagResource(Tables tables) {
        this.tables = tables;
    }

    /** The request, checked. */
    record Request(String resourceArn, List<String> tagKeys) {}

    static Request read(RequestReader in) {
        String resourceArn = null;
        List<String> tagKeys = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                case "TagKeys" -> tagKeys = in.strings();
                default -> in.skip();
            }
        }
        in.endBody();
        return check(resourceArn, tagKeys);
    }

    private static Request check(@Nullable String resourceArn, @Nullable List<String> tagKeys) {
        if (resourceArn != null) {
            new Constraints().notNull("tagKeys", tagKeys).check();
        }
        String arn = ResourceArnInput.checked(resourceArn);
        List<String> keys = Objects.requireNonNull(tagKeys);
        if (keys.isEmpty()) {
            // DynamoDB: the spelling is its own.
            throw ApiException.validation("Atleast one Tag Key needs to be provided as Input.");
        }
        return new Request(arn, keys);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        ResourceArnInput.table(tables, request.resourceArn(), name());
        tables.change(request.resourceArn(), table -> withoutTags(table, request.tagKeys()));
        out.beginObject().endObject();
    }

    private static TableDefinition withoutTags(TableDefinition table, List<String> keys) {
        Map<String, String> tags = new LinkedHashMap<>(table.settings().tags());
        keys.forEach(tags::remove);
        return table.withSettings(table.settings().withTags(tags));
    }
}

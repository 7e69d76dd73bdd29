package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.ResourceArnInput;
import dev.stator.core.table.input.TagsInput;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds tags to a table, or gives those it has another value. Checks, in order: ResourceArn is there; Tags is there; the
 * ARN is one of a table; there are tags, and each is allowed; the table exists; it has at most 50 tags afterwards.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html">TagResource</a>
 */
public final class TagResource implements Operation {
    private final Tables tables;

    public TagResource(Tables tables) {
        this.tables = tables;
    }

    /** The request, checked. */
    record Request(String resourceArn, Map<String, String> tags) {}

    static Request read(RequestReader in) {
        String resourceArn = null;
        TagsInput tags = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                case "Tags" -> tags = TagsInput.read(in);
                default -> in.skip();
            }
        }
        in.endBody();
        return check(resourceArn, tags);
    }

    private static Request check(@Nullable String resourceArn, @Nullable TagsInput tags) {
        if (resourceArn != null) {
            new Constraints().notNull("tags", tags).check();
        }
        String arn = ResourceArnInput.checked(resourceArn);
        Map<String, String> checked = Objects.requireNonNull(tags).checked();
        if (checked.isEmpty()) {
            // DynamoDB: the spelling is its own.
            throw ApiException.validation("Atleast one Tag needs to be provided as Input.");
        }
        return new Request(arn, checked);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        ResourceArnInput.table(tables, request.resourceArn(), name());
        tables.change(request.resourceArn(), table -> withTags(table, request.tags()));
        out.beginObject().endObject();
    }

    private static TableDefinition withTags(TableDefinition table, Map<String, String> added) {
        Map<String, String> tags = new LinkedHashMap<>(table.settings().tags());
        tags.putAll(added);
        TagsInput.checkCount(tags.size());
        return table.withSettings(table.settings().withTags(tags));
    }
}

package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.ResourcePolicy;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.PolicyArnInput;
import dev.stator.core.table.update.PolicyUpdate;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Deletes the resource policy of a table, if there is one. The answer has the revision that was deleted; when there is
 * nothing to delete any more, that of the deletion; when there never was a policy, none.
 *
 * <p>Checks, in this order: constraints of all members together · ResourceArn is a table's · the table exists and is not
 * being deleted · its policy has the expected revision.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteResourcePolicy.html">DeleteResourcePolicy</a>
 */
public final class DeleteResourcePolicy implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public DeleteResourcePolicy(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    /** The request, checked. */
    record Request(String resourceArn, PolicyUpdate update) {}

    static Request read(RequestReader in) {
        String resourceArn = null;
        String expectedRevisionId = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                case "ExpectedRevisionId" -> expectedRevisionId = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        PolicyArnInput.constrain(constraints, resourceArn);
        PolicyUpdate.constrain(constraints, expectedRevisionId);
        constraints.check();
        String arn = Objects.requireNonNull(resourceArn);
        PolicyArnInput.check(arn);
        return new Request(arn, new PolicyUpdate(null, expectedRevisionId));
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        String name = PolicyArnInput.table(tables, request.resourceArn()).name();
        ResourcePolicy before = tables.change(name, table -> request.update().apply(table, clock.instant()))
                .before()
                .settings()
                .attachments()
                .resourcePolicy();
        out.beginObject();
        if (before != null) {
            out.field("RevisionId").string(before.revisionId());
        }
        out.endObject();
    }
}

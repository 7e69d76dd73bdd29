package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.PolicyDocument;
import dev.stator.core.table.ResourcePolicy;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.PolicyArnInput;
import java.util.Objects;

/**
 * Shows the resource policy of a table, in DynamoDB's form of the document. Checks, in order: ResourceArn is there, and a
 * table's; the table exists; it has a policy.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetResourcePolicy.html">GetResourcePolicy</a>
 */
public final class GetResourcePolicy implements Operation {
    private final Tables tables;

    public GetResourcePolicy(Tables tables) {
        this.tables = tables;
    }

    static String read(RequestReader in) {
        String resourceArn = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        PolicyArnInput.constrain(constraints, resourceArn);
        constraints.check();
        String arn = Objects.requireNonNull(resourceArn);
        PolicyArnInput.check(arn);
        return arn;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        String arn = read(in);
        TableDefinition table = PolicyArnInput.table(tables, arn);
        ResourcePolicy policy = table.settings().attachments().resourcePolicy();
        if (policy == null || policy.document() == null) {
            throw ResourcePolicy.notFound(arn);
        }
        out.beginObject();
        out.field("Policy").string(PolicyDocument.shown(policy.document()));
        out.field("RevisionId").string(policy.revisionId());
        out.endObject();
    }
}

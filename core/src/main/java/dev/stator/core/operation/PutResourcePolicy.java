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
import dev.stator.core.table.update.PolicyUpdate;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Gives a table a resource policy, or another one; the same one again changes nothing. Stator stores policies and enforces
 * none.
 *
 * <p>Checks, in this order: constraints of all members together · ResourceArn is a table's · the document is a policy · the
 * table exists and is not being deleted · its policy has the expected revision.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html">PutResourcePolicy</a>
 */
public final class PutResourcePolicy implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public PutResourcePolicy(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    /** The request, checked. */
    record Request(String resourceArn, PolicyUpdate update) {}

    static Request read(RequestReader in) {
        String resourceArn = null;
        String policy = null;
        String expectedRevisionId = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                case "Policy" -> policy = in.string();
                case "ExpectedRevisionId" -> expectedRevisionId = in.string();
                case "ConfirmRemoveSelfResourceAccess" -> in.bool();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        PolicyArnInput.constrain(constraints, resourceArn);
        constraints.notNull("policy", policy);
        PolicyUpdate.constrain(constraints, expectedRevisionId);
        constraints.check();
        String arn = Objects.requireNonNull(resourceArn);
        PolicyArnInput.check(arn);
        String document = PolicyDocument.canonical(Objects.requireNonNull(policy));
        return new Request(arn, new PolicyUpdate(document, expectedRevisionId));
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        String name = PolicyArnInput.table(tables, request.resourceArn()).name();
        TableDefinition changed = tables.change(name, table -> request.update().apply(table, clock.instant()))
                .after();
        ResourcePolicy policy =
                Objects.requireNonNull(changed.settings().attachments().resourcePolicy());
        out.beginObject();
        out.field("RevisionId").string(policy.revisionId());
        out.endObject();
    }
}

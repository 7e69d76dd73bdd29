package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.ContributorInsights;
import dev.stator.core.table.Index;
import dev.stator.core.table.InsightsTarget;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Enables or disables CloudWatch Contributor Insights for a table or global index, or changes their mode. The answer says
 * ENABLING or DISABLING, as DynamoDB's does; it has happened at the next request. What is so already is told as it is.
 *
 * <p>Checks, in this order: constraints of all members together · the table exists · the index does · what is enabled is
 * ACTIVE.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContributorInsights.html">
 *     UpdateContributorInsights</a>
 */
public final class UpdateContributorInsights implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public UpdateContributorInsights(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    private record Request(String tableName, @Nullable String indexName, boolean enable, String mode) {}

    private static Request read(RequestReader in) {
        String tableName = null;
        String indexName = null;
        String action = null;
        String mode = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "IndexName" -> indexName = in.string();
                case "ContributorInsightsAction" -> action = in.string();
                case "ContributorInsightsMode" -> mode = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        new Constraints()
                .tableName("tableName", tableName)
                .name("indexName", indexName)
                .notNull("contributorInsightsAction", action)
                .oneOf("contributorInsightsAction", action, "DISABLE", "ENABLE")
                .oneOf("contributorInsightsMode", mode, ContributorInsights.MODES.toArray(String[]::new))
                .check();
        return new Request(
                Objects.requireNonNull(tableName),
                indexName,
                "ENABLE".equals(action),
                mode == null ? ContributorInsights.MODE_DEFAULT : mode);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Instant now = clock.instant();
        Tables.Changed changed = tables.change(request.tableName, table -> decide(request, table, now));
        InsightsTarget before = InsightsTarget.find(changed.before(), request.indexName);
        InsightsTarget after = InsightsTarget.find(changed.after(), request.indexName);
        String settled = request.enable ? "ENABLED" : "DISABLED";
        String changing = request.enable ? "ENABLING" : "DISABLING";
        out.beginObject();
        after.writeMembers(out, Objects.equals(before.insights(), after.insights()) ? settled : changing);
        out.endObject();
    }

    private static TableDefinition decide(Request request, TableDefinition table, Instant now) {
        InsightsTarget target = InsightsTarget.find(table, request.indexName);
        ContributorInsights current = target.insights();
        if (!request.enable) {
            return current != null && current.enabled()
                    ? target.with(new ContributorInsights(false, current.mode(), now))
                    : table;
        }
        checkActive(target);
        boolean isSo = current != null && current.enabled() && current.mode().equals(request.mode);
        return isSo ? table : target.with(new ContributorInsights(true, request.mode, now));
    }

    private static void checkActive(InsightsTarget target) {
        Index index = target.index();
        if (target.table().status() == Table.Status.DELETING) {
            throw notActive("TableStatus");
        }
        if (index != null && index.status() != Index.Status.ACTIVE) {
            throw notActive("IndexStatus");
        }
    }

    private static ApiException notActive(String status) {
        return ApiException.validation("Table or Index is not in a valid state to update Key Access Insights: " + status
                + " must be ACTIVE to enable ContributorInsights.");
    }
}

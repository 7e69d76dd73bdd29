package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.ContributorInsights;
import dev.stator.core.table.InsightsTarget;
import dev.stator.core.table.Tables;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shows whether CloudWatch Contributor Insights were enabled for a table or global index. The answer names no rules, since
 * there is no CloudWatch that has them. Checks, in order: constraints of all members; the table exists; the index does.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContributorInsights.html">
 *     DescribeContributorInsights</a>
 */
public final class DescribeContributorInsights implements Operation {
    private final Tables tables;

    public DescribeContributorInsights(Tables tables) {
        this.tables = tables;
    }

    /** The request, checked. */
    record Request(String tableName, @Nullable String indexName) {}

    static Request read(RequestReader in) {
        String tableName = null;
        String indexName = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "IndexName" -> indexName = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        new Constraints()
                .tableName("tableName", tableName)
                .name("indexName", indexName)
                .check();
        return new Request(Objects.requireNonNull(tableName), indexName);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        InsightsTarget target = InsightsTarget.find(tables.describe(request.tableName()), request.indexName());
        ContributorInsights insights = target.insights();
        out.beginObject();
        target.writeMembers(out, target.isEnabled() ? "ENABLED" : "DISABLED");
        if (insights != null) {
            out.field("LastUpdateDateTime").number(insights.lastUpdate().toEpochMilli() / 1000.0);
        }
        out.endObject();
    }
}

package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.InsightsTarget;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the tables and global indexes for which Contributor Insights are enabled, each table before its indexes. Checks, in
 * order: constraints of all members; NextToken is one of ours; the table exists.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListContributorInsights.html">
 *     ListContributorInsights</a>
 */
public final class ListContributorInsights implements Operation {
    private static final int RESULTS_MAX = 100;
    /** Stands between the names of table and index; sorts before all that can be in either. */
    private static final String SEPARATOR = " ";

    private final Tables tables;

    public ListContributorInsights(Tables tables) {
        this.tables = tables;
    }

    /**
     * The request, checked.
     *
     * @param last the last entry of the page before; null for the first page
     */
    private record Request(
            @Nullable String tableName,
            int maxResults,
            @Nullable String last) {}

    private static Request read(RequestReader in) {
        String tableName = null;
        Integer maxResults = null;
        String nextToken = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "MaxResults" -> maxResults = in.integer();
                case "NextToken" -> nextToken = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        if (tableName != null) {
            constraints.tableName("tableName", tableName);
        }
        constraints.atLeast("maxResults", maxResults, 1).atMost("maxResults", maxResults, RESULTS_MAX);
        constraints.check();
        return new Request(
                tableName, maxResults == null ? RESULTS_MAX : maxResults, nextToken == null ? null : decode(nextToken));
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        List<InsightsTarget> enabled = enabled(request.tableName);
        int from = 0;
        while (from < enabled.size() && isListed(enabled.get(from), request.last)) {
            from++;
        }
        int to = Math.min(enabled.size(), from + request.maxResults);
        out.beginObject().field("ContributorInsightsSummaries").beginArray();
        for (InsightsTarget target : enabled.subList(from, to)) {
            out.beginObject();
            target.writeMembers(out, "ENABLED");
            out.endObject();
        }
        out.endArray();
        if (to < enabled.size()) {
            out.field("NextToken").string(encode(position(enabled.get(to - 1))));
        }
        out.endObject();
    }

    private List<InsightsTarget> enabled(@Nullable String tableName) {
        List<TableDefinition> definitions =
                tableName == null ? tables.definitions() : List.of(tables.describe(tableName));
        List<InsightsTarget> enabled = new ArrayList<>();
        for (TableDefinition table : definitions) {
            InsightsTarget.all(table).stream().filter(InsightsTarget::isEnabled).forEach(enabled::add);
        }
        enabled.sort(Comparator.comparing(ListContributorInsights::position));
        return enabled;
    }

    private static boolean isListed(InsightsTarget target, @Nullable String last) {
        return last != null && position(target).compareTo(last) <= 0;
    }

    /** Puts a table before its indexes, and those before the next table. */
    private static String position(InsightsTarget target) {
        return target.table().name()
                + SEPARATOR
                + (target.index() == null ? "" : target.index().name());
    }

    private static String encode(String position) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(position.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String nextToken) {
        try {
            String position = new String(Base64.getUrlDecoder().decode(nextToken), StandardCharsets.UTF_8);
            if (position.contains(SEPARATOR)) {
                return position;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw ApiException.invalidParameter("Invalid NextToken");
    }
}

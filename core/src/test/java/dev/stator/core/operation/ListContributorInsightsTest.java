package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListContributorInsightsTest {
    private final DatabaseFixture db = new DatabaseFixture();

    @BeforeEach
    void create() {
        for (String table : List.of("tab", "tab-a", "tab.b")) {
            db.table(
                    table,
                    "p:S",
                    DatabaseFixture.global("gsi", "g:S", "ALL"),
                    DatabaseFixture.global("abc", "g:S", "ALL"));
        }
    }

    @AfterEach
    void close() {
        db.close();
    }

    private void enable(String table, String... indexes) {
        String action = "'TableName':'" + table + "','ContributorInsightsAction':'ENABLE'";
        db.call("UpdateContributorInsights", "{" + action + "}");
        for (String index : indexes) {
            db.call("UpdateContributorInsights", "{" + action + ",'IndexName':'" + index + "'}");
        }
    }

    /** Table and index of each entry, over all pages. */
    private List<String> list(String members) {
        List<String> listed = new ArrayList<>();
        Object token = null;
        do {
            String next = token == null ? "" : ",'NextToken':'" + token + "'";
            Object page = db.call("ListContributorInsights", "{" + members + next + "}");
            if (DatabaseFixture.at(page, "ContributorInsightsSummaries") instanceof List<?> summaries) {
                for (Object summary : summaries) {
                    if (summary instanceof Map<?, ?> entry) {
                        assertThat(entry.get("ContributorInsightsStatus")).isEqualTo("ENABLED");
                        assertThat(entry.get("ContributorInsightsMode")).isEqualTo("ACCESSED_AND_THROTTLED_KEYS");
                        listed.add(entry.get("TableName") + "/" + entry.get("IndexName"));
                    }
                }
            }
            token = DatabaseFixture.at(page, "NextToken");
        } while (token != null);
        return listed;
    }

    @Test
    void onlyWhatIsEnabledIsListed() {
        db.answers("ListContributorInsights", "{}", "{'ContributorInsightsSummaries':[]}");
        enable("tab", "gsi");
        db.call("UpdateContributorInsights", "{'TableName':'tab','ContributorInsightsAction':'DISABLE'}");
        assertThat(list("'MaxResults':100")).containsExactly("tab/gsi");
    }

    @Test
    void pagesGoThroughTablesAndTheirIndexesInOrder() {
        enable("tab.b", "gsi");
        enable("tab", "gsi", "abc");
        enable("tab-a", "abc");
        List<String> all =
                List.of("tab/null", "tab/abc", "tab/gsi", "tab-a/null", "tab-a/abc", "tab.b/null", "tab.b/gsi");

        assertThat(list("'MaxResults':100")).isEqualTo(all);
        assertThat(list("'MaxResults':1")).isEqualTo(all);
        assertThat(list("'MaxResults':3")).isEqualTo(all);
        assertThat(list("'TableName':'tab','MaxResults':2")).isEqualTo(all.subList(0, 3));
    }

    @Test
    void theLastPageHasNoToken() {
        enable("tab", "gsi");
        assertThat(DatabaseFixture.at(db.call("ListContributorInsights", "{'MaxResults':2}"), "NextToken"))
                .isNull();
    }

    @Test
    void whatCannotBeIsRefused() {
        db.refuses(
                "ListContributorInsights",
                "{'TableName':'Other'}",
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Table: Other not found");
        db.refuses(
                "ListContributorInsights",
                "{'MaxResults':101}",
                "1 validation error detected: Value '101' at 'maxResults' failed to satisfy constraint: Member must have"
                        + " value less than or equal to 100");
        for (String token : List.of("x", "!", "YWJj")) {
            db.refuses(
                    "ListContributorInsights",
                    "{'NextToken':'" + token + "'}",
                    "One or more parameter values were invalid: Invalid NextToken");
        }
    }
}

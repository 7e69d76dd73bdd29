package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** All tenants in one table, the tenant in front of every key, and a repository that cannot be made without one. */
@StatorTest
@Table(name = "Documents", partitionKey = "pk", sortKey = "sk")
class MultiTenantTest {
    record Documents(DynamoDbClient dynamo, String tenant) {
        void save(String folder, String name) {
            dynamo.putItem(put -> put.tableName("Documents").item(Map.of("pk", s(partition(folder)), "sk", s(name))));
        }

        List<String> in(String folder) {
            return dynamo
                    .query(query -> query.tableName("Documents")
                            .keyConditionExpression("pk = :pk")
                            .expressionAttributeValues(Map.of(":pk", s(partition(folder)))))
                    .items()
                    .stream()
                    .map(item -> item.get("sk").s())
                    .toList();
        }

        /** With the tenant's length, so that no tenant's name can run into a folder's. */
        private String partition(String folder) {
            return tenant.length() + ":" + tenant + "/" + folder;
        }
    }

    private Documents acme;
    private Documents globex;

    @BeforeEach
    void signIn(DynamoDbClient dynamo) {
        acme = new Documents(dynamo, "acme");
        globex = new Documents(dynamo, "globex");
    }

    @Test
    void tenantsDoNotSeeEachOther() {
        acme.save("plans", "2026");
        globex.save("plans", "2027");

        assertThat(acme.in("plans")).containsExactly("2026");
        assertThat(globex.in("plans")).containsExactly("2027");
    }

    @Test
    @DisplayName("a tenant whose name is the beginning of another's does not either")
    void namesDoNotRunIntoEachOther(DynamoDbClient dynamo) {
        new Documents(dynamo, "a").save("b/c", "secret");

        assertThat(new Documents(dynamo, "a/b").in("c")).isEmpty();
    }

    @Nested
    @DisplayName("with a large neighbour")
    class WithALargeNeighbour {
        @BeforeEach
        void fill() {
            for (int i = 0; i < 300; i++) {
                globex.save("plans", "plan-" + i);
            }
            acme.save("plans", "2026");
        }

        @Test
        void aTenantPaysForHisOwn(Stator stator) {
            assertThat(acme.in("plans")).containsExactly("2026");

            assertThat(stator).scannedNothing().consumed(0.5, 0);
        }
    }
}

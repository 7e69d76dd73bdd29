package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Session;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DescribeEndpointsTest {
    private final TableFixture db = new TableFixture();

    @Test
    void theEndpointIsTheHostThatTheClientUsed() {
        db.asCaller(Session.ANONYMOUS.withHost("127.0.0.1:8000"));
        assertThat(db.call("DescribeEndpoints", "{}"))
                .isEqualTo(Map.of(
                        "Endpoints", List.of(Map.of("Address", "127.0.0.1:8000", "CachePeriodInMinutes", 1_440L))));
    }

    @Test
    void theEndpointIsNeverAnAwsHost() {
        Object address = Json.at(db.call("DescribeEndpoints", "{}"), "Endpoints.0.Address");
        assertThat(address).isEqualTo("localhost");
    }
}

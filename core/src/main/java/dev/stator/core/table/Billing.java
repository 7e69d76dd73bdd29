package dev.stator.core.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A table's billing mode and when it last became on-demand.
 *
 * @param lastUpdateToPayPerRequest null for a table that was never on-demand, which then has no BillingModeSummary
 */
public record Billing(BillingMode mode, @Nullable Instant lastUpdateToPayPerRequest) {
    public boolean isPayPerRequest() {
        return mode == BillingMode.PAY_PER_REQUEST;
    }
}

package dev.stator.core.table;

import org.jspecify.annotations.Nullable;

/**
 * What a table or global index can serve.
 *
 * @param onDemand null where no maximum was ever set
 */
public record Capacity(
        ProvisionedThroughput provisioned, @Nullable OnDemandThroughput onDemand, WarmThroughput warm) {}

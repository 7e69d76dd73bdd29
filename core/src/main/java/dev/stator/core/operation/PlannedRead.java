package dev.stator.core.operation;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.ReadPlan;

/** An operation that reads a stretch of a table or index, {@link Query} or {@link Scan}: what it would read can be asked for. */
public interface PlannedRead extends Operation {
    /**
     * What a request would read, by all the checks that precede the read.
     *
     * @throws ApiException as the operation itself would, but for throttling
     */
    ReadPlan plan(RequestReader in);
}

package dev.stator.core.table;

import java.util.Set;
import java.util.function.IntSupplier;

/** What the {@link Tables} ask of the streams. A stream is named by its ARN, which has the table's and a label. */
public interface TableStreams {
    /** These settings, with a later label if the table, or an earlier one of its name, had a stream of this one. */
    StreamSettings unused(TableDefinition table, StreamSettings wanted);

    /**
     * Begins the stream that the table's definition asks for, if it has not begun. Changes can be recorded afterwards.
     *
     * @param trees gives tree ids that nobody else gets
     */
    void begin(TableDefinition table, IntSupplier trees);

    /** Ends a stream, which can still be read for a while. Requires: no write is under way that records its change there. */
    void end(String arn);

    /** Learns of streams that other processes have begun, ended or removed, where the storage is shared. */
    void refresh();

    /** Ends all streams but these: what was left to do when the process ended. */
    void endAllBut(Set<String> arns);
}

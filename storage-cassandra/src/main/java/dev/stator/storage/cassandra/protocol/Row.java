package dev.stator.storage.cassandra.protocol;

/**
 * One stored row.
 *
 * @param version the number of the commit that wrote it; for markers see {@link RowKey.Kind#MARKER}
 */
public record Row(RowKey key, long version, byte[] value) {}

package dev.stator.core;

import dev.stator.core.stream.StreamLimits;

/**
 * The limits that tests and operators may want lower than DynamoDB's.
 *
 * @param itemCollectionBytesMax largest item collection of a table with local indexes
 * @param pageBytesMax           how many bytes a Query, Scan or GetRecords evaluates at most
 */
public record Limits(long itemCollectionBytesMax, int pageBytesMax, StreamLimits streams) {
    /** DynamoDB's own: 10 GB and 1 MB. */
    public static final Limits DYNAMODB = new Limits(10L << 30, 1 << 20, StreamLimits.DYNAMODB);

    public Limits withItemCollectionBytesMax(long newItemCollectionBytesMax) {
        return new Limits(newItemCollectionBytesMax, pageBytesMax, streams);
    }

    public Limits withPageBytesMax(int newPageBytesMax) {
        return new Limits(itemCollectionBytesMax, newPageBytesMax, streams);
    }

    public Limits withStreams(StreamLimits newStreams) {
        return new Limits(itemCollectionBytesMax, pageBytesMax, newStreams);
    }
}

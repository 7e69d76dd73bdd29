package dev.stator.core.write;

/** On whose behalf an item is written. */
enum Origin {
    /** A client's, which is charged for it. */
    CLIENT,
    /** Nobody's: the item's time to live is over. DynamoDB: that consumes no write units, and the stream record says so. */
    TIME_TO_LIVE
}

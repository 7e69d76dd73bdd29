package dev.stator.storage.cassandra;

/**
 * A server of the keyspace that has been heard lately.
 *
 * @param server  its number, which no other server has had
 * @param address where it is reached, as a URL; empty if it is not to be
 */
public record Peer(long server, String address) {}

package dev.stator.server.cluster;

/**
 * A server that requests may be passed on to.
 *
 * @param number  tells it from all others
 * @param address its URL
 */
public record Server(long number, String address) {}

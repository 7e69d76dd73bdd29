package dev.stator.bench;

/**
 * One request to the API.
 *
 * @param body JSON
 */
record Call(String operation, String body) {}

package dev.stator.core.fault;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A fault that a request met.
 *
 * @param rule  the rule's id
 * @param call  the number of the call among those that the rule matches, from 1 on
 * @param table the first table of the request; null if it has none
 * @param at    by the database's clock
 */
public record Fired(
        int rule, long call, String operation, @Nullable String table, Effect effect, Instant at) {}

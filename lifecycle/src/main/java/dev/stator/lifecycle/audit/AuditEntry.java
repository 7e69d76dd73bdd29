package dev.stator.lifecycle.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a record is to tell, before it has its place in the chain.
 *
 * @param kind      what happened
 * @param from      the state before; empty if there was none
 * @param to        the state after; empty if there is none
 * @param keyBefore the sort key before; empty if there was none
 * @param keyAfter  the sort key after; empty if there is none
 * @param actor     who did it
 * @param principal whose credentials signed the request
 * @param reason    why; may be empty
 * @param at        when, in milliseconds
 * @param move      the id of the move
 * @param deletion  the id of the cascade; null if it was none
 * @param before    the item as it was, as JSON; null if it is not to be kept
 */
public record AuditEntry(
        AuditKind kind,
        String from,
        String to,
        String keyBefore,
        String keyAfter,
        String actor,
        String principal,
        String reason,
        Instant at,
        String move,
        @Nullable String deletion,
        @Nullable String before) {}

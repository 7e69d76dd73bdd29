package dev.stator.lifecycle.cascade;

import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.table.Companion;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The state of a cascade, as it is stored.
 *
 * @param id       the cascade's id
 * @param to       where its items go
 * @param actor    for whom
 * @param reason   why
 * @param undoes   the cascade that it brings back; empty if none
 * @param total    how many items it has
 * @param next     how many of them are done with
 * @param status   whether it goes on
 */
record SagaHead(
        String id,
        String to,
        Actor actor,
        String reason,
        String undoes,
        int total,
        int next,
        CascadeResult.Status status) {

    Map<String, AttributeValue> toItem() {
        Map<String, AttributeValue> item = new LinkedHashMap<>(Companion.key(Companion.saga(id), Companion.HEAD));
        item.put("to", AttributeValue.fromS(to));
        item.put("actor", AttributeValue.fromS(actor.id()));
        if (!actor.roles().isEmpty()) {
            item.put(
                    "roles",
                    AttributeValue.fromSs(actor.roles().stream().sorted().toList()));
        }
        item.put("reason", AttributeValue.fromS(reason));
        item.put("undoes", AttributeValue.fromS(undoes));
        item.put("total", AttributeValue.fromN(Integer.toString(total)));
        item.put("next", AttributeValue.fromN(Integer.toString(next)));
        item.put("status", AttributeValue.fromS(status.name()));
        return item;
    }

    static SagaHead of(String id, Map<String, AttributeValue> item) {
        AttributeValue roles = item.get("roles");
        Set<String> known = roles == null ? Set.of() : new HashSet<>(roles.ss());
        return new SagaHead(
                id,
                Attributes.text(item, "to"),
                new Actor(Attributes.text(item, "actor"), known),
                Attributes.textOrEmpty(item, "reason"),
                Attributes.textOrEmpty(item, "undoes"),
                Math.toIntExact(Attributes.number(item, "total")),
                Math.toIntExact(Attributes.number(item, "next")),
                CascadeResult.Status.valueOf(Attributes.text(item, "status")));
    }

    SagaHead at(int itsNext) {
        CascadeResult.Status now = itsNext == total ? CascadeResult.Status.DONE : CascadeResult.Status.RUNNING;
        return new SagaHead(id, to, actor, reason, undoes, total, itsNext, now);
    }

    boolean isRunning() {
        return status == CascadeResult.Status.RUNNING;
    }

    boolean isRestore() {
        return !undoes.isEmpty();
    }
}

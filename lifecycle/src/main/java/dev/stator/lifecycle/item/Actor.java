package dev.stator.lifecycle.item;

import java.util.Set;

/**
 * Who asks for a transition, as the application knows him.
 *
 * @param id    what audit records call him
 * @param roles what he may do, in the words of the declaration
 */
public record Actor(String id, Set<String> roles) {
    public Actor {
        roles = Set.copyOf(roles);
        if (id.isEmpty()) {
            throw new IllegalArgumentException("An actor has an id, or nobody knows later who it was.");
        }
    }

    /** Somebody with these roles. */
    public static Actor of(String id, String... roles) {
        return new Actor(id, Set.of(roles));
    }

    /** A job, which does what the end of a retention triggers. */
    public static Actor job(String name) {
        return new Actor("job:" + name, Set.of());
    }
}

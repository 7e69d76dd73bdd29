package dev.stator.lifecycle.spec;

import java.time.Duration;
import java.util.List;

/** Two lifecycles to start from; what follows on the builder adds to them. */
public enum Presets {
    /**
     * Posts, files, messages: deleting is quick and often undone, and what is deleted disappears by itself after 30 days. One
     * owner; moderators may do what he may.
     */
    SOCIAL {
        @Override
        void states(SpecBuilder builder) {
            builder.state(StateSpec.of("active", "ACTIVE", StateKind.ACTIVE, StateTime.CREATED))
                    .state(StateSpec.of("archived", "ARCHIVED", StateKind.ARCHIVED, StateTime.ENTERED))
                    .state(StateSpec.of("deleted", "DELETED", StateKind.DELETED, StateTime.ENTERED)
                            .ending(Retention.of(Duration.ofDays(30)), new Ending.TimeToLive()));
        }

        @Override
        void transitions(SpecBuilder builder) {
            builder.transition("archive", List.of("active"), "archived", "owner", "moderator")
                    .transition("delete", List.of("active", "archived"), "deleted", "owner", "moderator")
                    .transition("restore", List.of("archived", "deleted"), "active", "owner", "moderator");
        }

        @Override
        void rest(SpecBuilder builder) {
            builder.audit(true).holds(false);
        }
    },

    /**
     * Records under a duty to keep them: nothing disappears by itself, every version is kept, a hold stops everything. What
     * was deleted seven years ago is archived by one job, and purged ten years later by another, which leaves a proof.
     */
    REGULATED {
        @Override
        void states(SpecBuilder builder) {
            builder.state(StateSpec.of("active", "ACTIVE", StateKind.ACTIVE, StateTime.CREATED))
                    .state(StateSpec.of("deleted", "DELETED", StateKind.DELETED, StateTime.ENTERED)
                            .ending(Retention.of(Duration.ofDays(7 * 365L)), new Ending.MovesTo("archived")))
                    .state(StateSpec.of("archived", "ARCHIVED", StateKind.ARCHIVED, StateTime.ENTERED)
                            .ending(Retention.of(Duration.ofDays(10 * 365L)), new Ending.Purge()));
        }

        @Override
        void transitions(SpecBuilder builder) {
            builder.transition("delete", List.of("active"), "deleted", "clerk", "officer")
                    .transition("restore", List.of("deleted"), "active", "officer")
                    .transition("recall", List.of("archived"), "active", "officer")
                    .atEndOfRetention("archive", "deleted", "archived")
                    .atEndOfRetention("purge", "archived", TransitionRule.PURGED);
        }

        @Override
        void rest(SpecBuilder builder) {
            builder.audit(true).holds(true).due("due", 8).keep(Duration.ofDays(7 * 365L));
        }
    };

    /** Adds the preset's states, transitions and choices to a builder, which needs keys, and may be given more. */
    public SpecBuilder applyTo(SpecBuilder builder) {
        states(builder);
        transitions(builder);
        rest(builder);
        return builder;
    }

    abstract void states(SpecBuilder builder);

    abstract void transitions(SpecBuilder builder);

    abstract void rest(SpecBuilder builder);
}

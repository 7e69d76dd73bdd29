package dev.stator.lifecycle.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each thing that can be wrong about a declaration, alone. */
class SpecCheckTest {
    private static final Retention MONTH = Retention.of(Duration.ofDays(30));

    private static SpecBuilder posts() {
        return Presets.SOCIAL.applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"));
    }

    private static SpecBuilder twoStates(StateSpec second) {
        return LifecycleSpec.builder("posts", "Posts")
                .partitionKey("PK", "USER#{userId}")
                .state(StateSpec.of("active", "ACTIVE", StateKind.ACTIVE, StateTime.CREATED))
                .state(second)
                .transition("delete", List.of("active"), second.name(), "owner");
    }

    private static StateSpec deleted(String prefix) {
        return StateSpec.of("deleted", prefix, StateKind.DELETED, StateTime.ENTERED);
    }

    private static void refused(SpecBuilder builder, String where, String what) {
        assertThatThrownBy(builder::build).isInstanceOfSatisfying(SpecException.class, exception -> {
            assertThat(exception.findings()).extracting(Finding::where).containsOnly(where);
            assertThat(exception).hasMessageContaining(what);
        });
    }

    private static void refused(UnaryOperator<SpecBuilder> change, String where, String what) {
        refused(change.apply(posts()), where, what);
    }

    @Test
    void thePresetsAreSound() {
        Consumer<Presets> check = preset -> assertThat(
                        preset.applyTo(LifecycleSpec.builder("x", "X").partitionKey("PK", "U#{u}"))
                                .build()
                                .warnings())
                .isEmpty();
        check.accept(Presets.SOCIAL);
        check.accept(Presets.REGULATED);
    }

    @Test
    void twoStatesOfOnePrefixCollide() {
        refused(twoStates(deleted("ACTIVE")), "states.deleted", "is also the prefix of active, so their keys collide");
    }

    @Test
    void aPrefixThatBeginsAnotherIsFoundWithIt() {
        refused(twoStates(deleted("ACT")), "states.deleted", "begins_with(SK, \"ACT\") finds both");
        refused(twoStates(deleted("ACTIVE_NOT")), "states.deleted", "begins_with(SK, \"ACTIVE\") finds both");
    }

    @Test
    void aPrefixOfOtherItemsCollides() {
        refused(
                b -> b.neighbours(List.of("PROFILE#", "DELETED#")),
                "states.deleted",
                "is also the prefix of other items");
    }

    @Test
    void aDelimiterInAPrefixIsRefused() {
        refused(twoStates(deleted("DEL#ETED")), "states.deleted", "contains the delimiter '#'");
    }

    @Test
    void anEmptyPrefixIsRefused() {
        refused(twoStates(deleted("")), "states.deleted", "The prefix is empty");
    }

    @Test
    void aStateThatNothingLeadsToIsRefused() {
        refused(
                b -> b.state(StateSpec.of("frozen", "FROZEN", StateKind.ARCHIVED, StateTime.ENTERED)),
                "states.frozen",
                "No transitions lead from active to it");
    }

    @Test
    void theInitialStateDoesNotExpireByTimeToLive() {
        SpecBuilder builder = LifecycleSpec.builder("posts", "Posts")
                .partitionKey("PK", "USER#{userId}")
                .state(StateSpec.of("active", "ACTIVE", StateKind.ACTIVE, StateTime.CREATED)
                        .ending(MONTH, new Ending.TimeToLive()))
                .state(deleted("DELETED"))
                .transition("delete", List.of("active"), "deleted", "owner");
        refused(builder, "states.active", "would delete items that nobody has deleted");
    }

    @Test
    void aTimeToLiveBelowTheDutyToKeepIsRefused() {
        refused(
                b -> b.keep(Duration.ofDays(365)),
                "states.deleted",
                "removed by time to live after 30d, but are to be kept for 1y at least");
    }

    @Test
    void theShortestClassIsWhatIsComparedWithTheDutyToKeep() {
        Retention classes = new Retention("plan", Map.of("free", Duration.ofDays(7)), Duration.ofDays(400));
        refused(
                twoStates(deleted("DELETED").ending(classes, new Ending.TimeToLive()))
                        .keep(Duration.ofDays(365)),
                "states.deleted",
                "after 7d");
    }

    @Test
    void aTimeToLiveInMillisecondsIsNoticed() {
        Retention mistaken = Retention.of(Duration.ofDays(30 * 1000L));
        refused(
                twoStates(deleted("DELETED").ending(mistaken, new Ending.TimeToLive())),
                "states.deleted",
                "a mistake in the unit");
    }

    @Test
    void retentionAndItsEndBelongTogether() {
        refused(
                twoStates(new StateSpec(
                        "deleted", "DELETED", StateKind.DELETED, StateTime.ENTERED, MONTH, new Ending.Stays())),
                "states.deleted",
                "does not say what comes then");
        refused(
                twoStates(new StateSpec(
                        "deleted", "DELETED", StateKind.DELETED, StateTime.ENTERED, null, new Ending.TimeToLive())),
                "states.deleted",
                "has no retention");
        refused(
                twoStates(StateSpec.of("deleted", "DELETED", StateKind.DELETED, StateTime.EXPIRES)),
                "states.deleted",
                "Its timestamp is the end of its retention");
        refused(
                twoStates(deleted("DELETED").ending(Retention.of(Duration.ZERO), new Ending.TimeToLive())),
                "states.deleted",
                "longer than nothing");
    }

    @Test
    void aJobNeedsAnIndexAndATransition() {
        StateSpec purged = deleted("DELETED").ending(MONTH, new Ending.Purge());
        refused(twoStates(purged).atEndOfRetention("purge", "deleted", "purged"), "states.deleted", "declare 'due'");
        refused(twoStates(purged).due("due", 4), "states.deleted", "no transition from deleted to purged");
        refused(
                twoStates(deleted("DELETED").ending(MONTH, new Ending.MovesTo("nowhere")))
                        .due("due", 4),
                "states.deleted",
                "There is no state nowhere");
    }

    @Test
    void aTransitionByRetentionNeedsARetentionThatLeadsThere() {
        refused(
                b -> b.atEndOfRetention("expire", "archived", "deleted"),
                "transitions.expire",
                "give it 'retention' and 'then: deleted'");
        refused(
                b -> b.atEndOfRetention("expire", "archived", "purged"),
                "transitions.expire",
                "give it 'retention' and 'then: purge'");
    }

    @Test
    void transitionsNameStatesAndRoles() {
        refused(b -> b.transition("x", List.of("nowhere"), "active", "owner"), "transitions.x", "no state nowhere");
        refused(b -> b.transition("x", List.of("active"), "nowhere", "owner"), "transitions.x", "no state nowhere");
        refused(b -> b.transition("x", List.of("active"), "active", "owner"), "transitions.x", "to itself");
        refused(b -> b.transition("x", List.of(), "active", "owner"), "transitions.x", "comes from no state");
        refused(b -> b.transition("x", List.of("active"), "deleted"), "transitions.x", "Nobody may do it");
        refused(
                b -> b.transition("delete", List.of("active"), "archived", "owner"),
                "transitions.delete",
                "two transitions of this name");
    }

    @Test
    void aTimestampFormatThatDoesNotSortIsRefused() {
        refused(b -> b.timestamp("dd.MM.yyyy"), "keys.sort", "does not sort by time");
        refused(b -> b.sortKey("SK", "{state}#{timestamp:text}#{id}"), "keys.sort", "needs a format that sorts");
        refused(b -> b.timestamp("yyyy#MM#dd"), "keys.sort", "contains the delimiter '#'");
    }

    @Test
    void theIdAfterTheTimestampAndTheStateBeforeIt() {
        refused(b -> b.sortKey("SK", "{state}#{id}#{timestamp}"), "keys.sort", "there would be no ranges of time");
        refused(b -> b.sortKey("SK", "{id}#{state}"), "keys.sort", "would not be one slice");
        refused(b -> b.sortKey("SK", "{timestamp}#{id}"), "keys.sort", "has no field {state}");
        refused(b -> b.partitionKey("PK", "USER#{state}"), "keys.partition", "would leave its item collection");
    }

    @Test
    void aSingletonWithItsStateAtTheEndIsAllRight() {
        assertThat(posts().sortKey("SK", "Metadata#{state}").build().keys().hasTimestamp())
                .isFalse();
    }

    @Test
    void attributesHaveNamesOfTheirOwn() {
        refused(b -> b.attribute(AttributeNames.Role.TTL, "SK"), "attributes.ttl", "is taken");
        refused(b -> b.attribute(AttributeNames.Role.ACTOR, "lc_from"), "attributes.actor", "is taken");
        refused(b -> b.sortKey("PK", "{state}#{id}"), "keys", "are both PK");
    }

    @Test
    void holdsNeedRecords() {
        refused(b -> b.holds(true).audit(false), "holds", "need 'audit: true'");
    }

    @Test
    void oneStateIsNoLifecycle() {
        refused(LifecycleSpec.builder("x", "X").partitionKey("PK", "U#{u}"), "states", "at least two states");
    }

    @Test
    void manyStatesAreAWarning() {
        SpecBuilder builder = posts();
        for (String name : List.of("a", "b", "c")) {
            builder.state(
                    StateSpec.of(name, name.toUpperCase(Locale.ROOT) + "X", StateKind.ARCHIVED, StateTime.ENTERED));
            builder.transition("to-" + name, List.of("active"), name, "owner");
        }
        // "AX" does not begin "ACTIVE"; that would be an error instead.
        assertThat(builder.build().warnings())
                .extracting(Finding::message)
                .singleElement()
                .asString()
                .startsWith("6 states are many");
    }
}

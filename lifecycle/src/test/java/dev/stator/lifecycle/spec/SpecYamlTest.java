package dev.stator.lifecycle.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecYamlTest {
    private static final String POSTS = """
            lifecycle: posts
            table: Posts
            keys:
              partition: {name: PK, template: "USER#{userId}"}
              sort: {name: SK, template: "{state}#{timestamp}#{id}"}
              timestamp: seconds
            states:
              active:
                prefix: ACTIVE
                timestamp: created
              archived:
                prefix: ARCHIVED
                retention: 30d
                then: deleted
              deleted:
                prefix: DELETED
                retention: {attribute: plan, values: {free: 7d, paid: 90d}, otherwise: 30d}
                then: ttl
            transitions:
              archive: {from: active, to: archived, by: owner}
              delete: {from: [active, archived], to: deleted, by: [owner, moderator]}
              restore: {from: [archived, deleted], to: active, by: "*"}
              expire-archived: {from: archived, to: deleted, trigger: retention}
            attributes: {original: original_sk}
            due: {index: due, shards: 4}
            neighbours: [PROFILE]
            """;

    @Test
    void aDeclarationIsReadAsItIsWritten() {
        LifecycleSpec spec = LifecycleSpec.parse(POSTS);

        assertThat(spec.name()).isEqualTo("posts");
        assertThat(spec.companion()).isEqualTo("Posts-lifecycle");
        assertThat(spec.initial().time()).isEqualTo(StateTime.CREATED);
        assertThat(spec.initial().kind()).isEqualTo(StateKind.ACTIVE);
        assertThat(spec.state("archived"))
                .isEqualTo(new StateSpec(
                        "archived",
                        "ARCHIVED",
                        StateKind.ARCHIVED,
                        StateTime.ENTERED,
                        Retention.of(Duration.ofDays(30)),
                        new Ending.MovesTo("deleted")));
        assertThat(spec.state("deleted").retention())
                .isEqualTo(new Retention(
                        "plan", Map.of("free", Duration.ofDays(7), "paid", Duration.ofDays(90)), Duration.ofDays(30)));
        assertThat(spec.transition("delete").from()).isEqualTo(List.of("active", "archived"));
        assertThat(spec.transition("expire-archived").trigger()).isEqualTo(Trigger.RETENTION);
        assertThat(spec.attributes().of(AttributeNames.Role.ORIGINAL)).isEqualTo("original_sk");
        assertThat(spec.attributes().of(AttributeNames.Role.DUE_AT)).isEqualTo("lc_due_at");
        assertThat(spec.isAudited()).isTrue();
        assertThat(spec.warnings()).isEmpty();
    }

    @Test
    void aPresetNeedsKeysOnlyAndMayBeChanged() {
        LifecycleSpec spec = LifecycleSpec.parse("""
                lifecycle: records
                table: Records
                preset: regulated
                keys:
                  partition: {name: pk, template: "CASE#{number}"}
                  sort: {name: sk, template: "{state}#{timestamp}#{id}"}
                keep: 10y
                """);

        assertThat(spec.hasHolds()).isTrue();
        assertThat(spec.keep()).isEqualTo(Duration.ofDays(3650));
        assertThat(spec.states()).noneMatch(state -> state.ending() instanceof Ending.TimeToLive);
    }

    @Test
    void eachErrorSaysItsLine() {
        refused(
                POSTS.replace("prefix: DELETED", "prefix: ACTIVE"),
                "line 15: states.deleted: The prefix 'ACTIVE' is also");
        refused(
                POSTS.replace("retention: 30d", "retention: soon"),
                "line 13: states.archived.retention: 'soon' is no duration");
        refused(
                POSTS.replace("timestamp: created", "timestamp: birth"),
                "line 10: states.active.timestamp: 'birth' is none of created, entered, expires");
        refused(
                POSTS.replace("timestamp: seconds", "timestamp: dd.MM.yyyy"),
                "line 5: keys.sort: The timestamp format");
        refused(POSTS.replace("trigger: retention", "trigger: chance"), "line 23: transitions.expire-archived.trigger");
        refused(POSTS.replace("    prefix: ARCHIVED\n", ""), "line 12: states.archived: There is no 'prefix'");
        refused(
                POSTS.replace("neighbours", "neighbors"),
                "line 26: neighbors: It is unknown here; there are attributes,");
        refused(POSTS.replace("shards: 4", "shards: 400"), "line 25: due.shards: There are 1 to 100");
        refused(POSTS.replace("shards: 4", "shards: four"), "line 25: due.shards: 'four' is no whole number");
        refused(POSTS + "audit: perhaps\n", "line 27: audit: 'perhaps' is neither true nor false");
        refused(POSTS + "table: Other\n", "line 27: table: It is there twice");
        refused(POSTS + "preset: casual\n", "line 27: preset: 'casual' is none of social, regulated");
        refused(POSTS.replace("[PROFILE]", "[[PROFILE]]"), "line 26: neighbours: Its elements are values");
        refused(
                POSTS.replace("due: {index: due, shards: 4}", "due: soon"),
                "line 25: due: Names and values are wanted");
    }

    @Test
    void severalErrorsAreToldTogether() {
        assertThatThrownBy(() -> LifecycleSpec.parse(
                        POSTS.replace("prefix: DELETED", "prefix: ACTIVE").replace("to: active", "to: nowhere")))
                .hasMessageContaining("line 15")
                .hasMessageContaining("line 22");
    }

    @Test
    void whatIsNoYamlSaysWhere() {
        refused("lifecycle: [a", "line 1: the declaration: It is no YAML");
        refused("a: b\n  c: d\n", "line 2: the declaration: It is no YAML");
        refused("", "There is nothing in it");
        refused("- a", "line 1: the declaration: Names and values are wanted here");
        refused("? [a]\n: b", "line 1: the declaration: A name is wanted here");
    }

    @Test
    void inputIsBounded(@TempDir Path folder) throws Exception {
        refused("x: " + "[".repeat(100_000), "line 1: the declaration: It is nested too deeply");
        refused("a: &x [1]\nb: *x\n", "line 2: the declaration: It has an alias");
        Path large = folder.resolve("large.yaml");
        Files.writeString(large, "#".repeat(300_000));
        assertThatThrownBy(() -> LifecycleSpec.read(large)).hasMessageContaining("more than 262144 bytes");
        assertThatThrownBy(() -> LifecycleSpec.read(folder.resolve("none.yaml")))
                .hasMessageContaining("cannot be read");
        Path good = folder.resolve("posts.yaml");
        Files.writeString(good, POSTS);
        assertThat(LifecycleSpec.read(good).table()).isEqualTo("Posts");
    }

    private static void refused(String yaml, String message) {
        assertThatThrownBy(() -> LifecycleSpec.parse(yaml))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith(message.startsWith("line") ? message : "the declaration: " + message);
    }
}

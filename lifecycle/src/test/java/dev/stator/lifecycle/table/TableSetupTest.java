package dev.stator.lifecycle.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.schema.TableBlueprint;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.Presets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What tables lack is told before something fails for want of it. */
class TableSetupTest {
    private static final LifecycleSpec SOCIAL = Presets.SOCIAL
            .applyTo(LifecycleSpec.builder("posts", "Posts").partitionKey("PK", "USER#{userId}"))
            .due("due", 2)
            .build();

    private final Stator stator = Stator.inMemory();
    private final TableSetup setup =
            Lifecycle.of(SOCIAL, stator.dynamoDbClient()).tables();

    @AfterEach
    void close() {
        stator.close();
    }

    @Test
    void whatItMakesIsWhatIsNeeded() {
        setup.createTable();
        setup.createCompanion();
        assertThat(setup.problems()).isEmpty();

        setup.createTable();
        setup.createCompanion();
        assertThat(setup.problems()).isEmpty();
    }

    @Test
    void missingTablesAreNamed() {
        assertThat(setup.problems())
                .containsExactly(
                        "There is no table Posts.",
                        "There is no table Posts-lifecycle, which has the records: create it with the string keys pk and"
                                + " sk.");
    }

    @Test
    void otherKeysAMissingIndexAndAMissingTimeToLiveAreNamed() {
        setup.createCompanion();
        stator.create(TableBlueprint.table("Posts", "PK").sortKey("name").draw());

        assertThat(setup.problems())
                .containsExactly(
                        "The table Posts has other keys than PK and SK.",
                        "The table Posts has no global index due with the partition key lc_due_shard (S) and the sort key"
                                + " lc_due_at (N); KEYS_ONLY is enough.",
                        "The table Posts has no time to live on ttl, so nothing would ever be removed.");
    }

    @Test
    void anIndexOfThatNameWithOtherKeysIsNotTheOne() {
        setup.createCompanion();
        stator.create(TableBlueprint.table("Posts", "PK")
                .sortKey("SK")
                .globalIndex("due", List.of("day"), List.of(), List.of("KEYS_ONLY"))
                .draw());

        assertThat(setup.problems()).anyMatch(problem -> problem.contains("no global index due"));
    }
}

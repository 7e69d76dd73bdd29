package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the classes of {@link ExtensionCases} as JUnit runs any test, and looks at what became of them. */
@Isolated("its test classes note what they see in one place")
class StatorExtensionTest {
    /** What the cases note: databases by the test that had them. */
    static final Map<String, List<Stator>> SEEN = new ConcurrentHashMap<>();

    static void note(String test, Stator stator) {
        SEEN.computeIfAbsent(test, key -> Collections.synchronizedList(new ArrayList<>()))
                .add(stator);
    }

    @Test
    void eachTestHasADatabaseOfItsOwnWhichIsClosedBehindIt() {
        Outcome outcome = run(ExtensionCases.PerTest.class);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(5);
        assertThat(distinct("PerTest")).isEqualTo(5);
        assertThat(allClosed("PerTest")).isTrue();
    }

    @Test
    void theTestsOfAClassShareOneIfTheyAskForIt() {
        Outcome outcome = run(ExtensionCases.PerClass.class);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(3);
        assertThat(distinct("PerClass")).isEqualTo(1);
        assertThat(distinct("PerClass.Inner")).isEqualTo(1);
        assertThat(SEEN.get("PerClass")).doesNotContainAnyElementsOf(SEEN.get("PerClass.Inner"));

        assertThat(allClosed("PerClass")).isTrue();
    }

    @Test
    void nestedClassesAddTablesToThoseAroundThem() {
        Outcome outcome = run(ExtensionCases.Outer.class);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(2);
    }

    @Test
    void constructorsHaveTheDatabaseOfTheirTest() {
        Outcome outcome = run(ExtensionCases.ByConstructor.class);

        assertThat(outcome.failures()).isEmpty();
        assertThat(distinct("ByConstructor")).isEqualTo(2);
        assertThat(allClosed("ByConstructor")).isTrue();
    }

    @Test
    void everyKindOfTableIsThere() {
        assertThat(run(ExtensionCases.AllTables.class).failures()).isEmpty();
    }

    @Test
    void everyKindOfPartCanBeAParameter() {
        Outcome outcome = run(ExtensionCases.AllParts.class);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(1);
    }

    @Test
    void aPortIsThereForThoseWhoAskForOne() {
        Outcome outcome = run(ExtensionCases.WithPort.class);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(1);
    }

    @Test
    void testsThatRunAtTheSameTimeDoNotMeet() {
        Outcome outcome = run(
                ExtensionCases.InParallel.class,
                Map.of(
                        "junit.jupiter.execution.parallel.enabled", "true",
                        "junit.jupiter.execution.parallel.mode.default", "concurrent",
                        "junit.jupiter.execution.parallel.config.strategy", "fixed",
                        "junit.jupiter.execution.parallel.config.fixed.parallelism", "4"));

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(40);
        assertThat(distinct("InParallel")).isEqualTo(40);
        assertThat(allClosed("InParallel")).isTrue();
    }

    @Test
    void fieldsThatConcurrentTestsWouldShareAreRefused() {
        Outcome outcome = run(
                ExtensionCases.SharedFields.class,
                Map.of(
                        "junit.jupiter.execution.parallel.enabled", "true",
                        "junit.jupiter.execution.parallel.mode.default", "concurrent"));

        assertThat(outcome.failures()).singleElement().asString().contains("Take parameters instead");
    }

    @Test
    void aDatabaseIsClosedAfterATestThatFails() {
        Outcome outcome = run(ExtensionCases.Failing.class);

        assertThat(outcome.failures()).hasSize(2);
        assertThat(allClosed("Failing")).isTrue();
    }

    @Test
    void theSameTestsRunOverHttpByASwitch() {
        Outcome outcome = run(ExtensionCases.PerTest.class, Map.of("stator.overHttp", "true"));

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isEqualTo(5);
    }

    @Test
    void mistakesAreToldInWordsThatHelp() {
        assertThat(run(ExtensionCases.StaticField.class).failures())
                .singleElement()
                .asString()
                .contains("Make it an instance field");
        assertThat(run(ExtensionCases.BeforeAllTooEarly.class).failures())
                .singleElement()
                .asString()
                .contains("share it with @StatorTest(isolation = PER_CLASS)");
        assertThat(run(ExtensionCases.WrongField.class).failures())
                .singleElement()
                .asString()
                .contains("cannot be injected: there are Stator, StatorClock");
        assertThat(run(ExtensionCases.NoPort.class).failures())
                .singleElement()
                .asString()
                .contains("No ParameterResolver registered for parameter [java.net.URI");
        assertThat(run(ExtensionCases.WrongTime.class).failures())
                .singleElement()
                .asString()
                .contains("write it as 2026-03-01T12:00:00Z");
        assertThat(run(ExtensionCases.WrongKey.class).failures())
                .singleElement()
                .asString()
                .contains("a key is written as name, name:N or name:B, not \"id:X\"");
    }

    private static long distinct(String test) {
        return Objects.requireNonNull(SEEN.get(test)).stream().distinct().count();
    }

    private static boolean allClosed(String test) {
        return Objects.requireNonNull(SEEN.get(test)).stream().allMatch(StatorExtensionTest::isClosed);
    }

    private static boolean isClosed(Stator stator) {
        try {
            stator.httpClient();
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** What became of a run: how many tests passed, and what tests and containers failed with. */
    private record Outcome(int passed, List<Throwable> failures) {}

    private static Outcome run(Class<?> testClass) {
        return run(testClass, Map.of());
    }

    private static Outcome run(Class<?> testClass, Map<String, String> configuration) {
        SEEN.clear();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(testClass))
                .configurationParameters(configuration)
                .build();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        Set<String> passed = ConcurrentHashMap.newKeySet();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result.getThrowable().ifPresent(failures::add);
                if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                    passed.add(test.getUniqueId());
                }
            }
        });
        return new Outcome(passed.size(), failures);
    }
}

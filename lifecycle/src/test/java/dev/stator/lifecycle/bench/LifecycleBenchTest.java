package dev.stator.lifecycle.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Units and counts of the benchmark, which are the same on every machine; only its times differ. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleBenchTest {
    private static final int ITEMS = 1000;
    private static final int OF_OWNER = ITEMS / 10;
    private static final List<String> DESIGNS =
            List.of("flag and filter", "index by flag", "sparse index", "state in the key");

    private final Stator stator = Stator.inMemory();
    private Results results;

    @BeforeAll
    void measure() {
        results = LifecycleBench.measure(stator.dynamoDbClient(), ITEMS);
    }

    @AfterAll
    void close() {
        stator.close();
    }

    private Results.Reads at(String design, int percent) {
        return requireNonNull(results.reads().get(design)).stream()
                .filter(one -> one.percent() == percent)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void allDesignsGiveTheSameAnswers() {
        assertThat(results.reads().keySet()).containsExactlyElementsOf(DESIGNS);
        for (int percent : new int[] {10, 30, 50, 70, 90}) {
            for (String design : DESIGNS) {
                Results.Reads one = at(design, percent);
                assertThat(one.active().found()).as(design).isEqualTo(OF_OWNER * (100 - percent) / 100);
                assertThat(one.due().found())
                        .as(design)
                        .isEqualTo(at("flag and filter", percent).due().found())
                        .isPositive();
                if (!design.equals("flag and filter")) {
                    assertThat(one.trash().found()).as(design).isEqualTo(Math.min(20, percent));
                }
            }
            assertThat(at("flag and filter", percent).trash().found()).isEqualTo(percent);
        }
    }

    @Test
    void aFilterReadsWhatItThrowsAwayAndAStateDoesNot() {
        for (int percent : new int[] {10, 30, 50, 70, 90}) {
            Results.Reads flag = at("flag and filter", percent);
            Results.Reads state = at("state in the key", percent);
            assertThat(flag.active().read()).isEqualTo(OF_OWNER);
            assertThat(flag.due().read()).isEqualTo(ITEMS);
            assertThat(state.active().read()).isEqualTo(state.active().found());
            assertThat(state.trash().read()).isEqualTo(state.trash().found());
            assertThat(state.due().read()).isEqualTo(state.due().found());
            assertThat(at("sparse index", percent).active().read()).isEqualTo(OF_OWNER);
        }
        assertThat(units(at("flag and filter", 90))).containsExactly(9, 9, 86.5);
        assertThat(units(at("state in the key", 90))).containsExactly(1, 2.5, 8);
    }

    private static double[] units(Results.Reads reads) {
        return new double[] {
            reads.active().units(), reads.trash().units(), reads.due().units()
        };
    }

    @Test
    void whatIsSavedInReadingIsPaidInWriting() {
        assertThat(results.writes())
                .isEqualTo(Map.of(
                        "flag and filter", new Results.Writes(1, 1),
                        "index by flag", new Results.Writes(3, 3),
                        "sparse index", new Results.Writes(3, 3),
                        "state in the key", new Results.Writes(5, 5),
                        "state in the key, with records", new Results.Writes(11, 13)));
    }

    @Test
    void anIndexOfAllItemsStoresThemTwice() {
        double flag = at("flag and filter", 50).storageBytes();

        assertThat(at("index by flag", 50).storageBytes() / flag).isBetween(1.9, 2.3);
        assertThat(at("state in the key", 50).storageBytes() / flag).isBetween(1.1, 1.4);
    }

    @Test
    void theReportHasAllOfItAndTheChartIsXml() throws Exception {
        assertThat(results.markdown())
                .contains("| flag and filter | 100 / ")
                .contains("| state in the key, with records | 11 | 13 |")
                .contains("| What is due, over all owners | 10 % deleted |");
        String svg = Chart.of(results);

        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)))
                        .getElementsByTagName("polyline")
                        .getLength())
                .isEqualTo(12);
    }

    @Test
    void nothingIsLeftBehind() {
        assertThat(stator.dynamoDbClient().listTables().tableNames()).isEmpty();
    }
}

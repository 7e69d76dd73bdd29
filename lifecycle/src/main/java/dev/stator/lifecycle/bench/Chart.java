package dev.stator.lifecycle.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The read units of the designs over the share of deleted items, as an SVG of three panels. */
final class Chart {
    private static final int PANEL_WIDTH = 250;
    private static final int PANEL_HEIGHT = 190;
    private static final int LEFT = 52;
    private static final int TOP = 40;
    private static final int GAP = 70;
    private static final int WIDTH = LEFT + 3 * PANEL_WIDTH + 2 * GAP + 20;
    private static final int HEIGHT = TOP + PANEL_HEIGHT + 80;
    // Colours that are told apart without red and green, and dashes for those who see none.
    private static final List<String> COLOURS = List.of("#b35806", "#7f7f7f", "#1f78b4", "#5e3c99");
    private static final List<String> DASHES = List.of("none", "8 4", "3 3", "none");

    private final Results results;
    private final StringBuilder svg = new StringBuilder();

    private Chart(Results results) {
        this.results = results;
    }

    static String of(Results results) {
        return new Chart(results).draw();
    }

    private String draw() {
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\" role=\"img\" aria-label=\"Read units by design and share of deleted items\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                WIDTH,
                HEIGHT));
        panel(0, "All active items of an owner", Results.Reads::active);
        panel(1, "The newest in the trash", Results.Reads::trash);
        panel(2, "What is due, all owners", Results.Reads::due);
        legend();
        return svg.append("</svg>\n").toString();
    }

    private void panel(int number, String title, Function<Results.Reads, Cost> cost) {
        double x = LEFT + number * (double) (PANEL_WIDTH + GAP);
        double max = results.reads().values().stream()
                .flatMap(List::stream)
                .mapToDouble(one -> cost.apply(one).units())
                .max()
                .orElse(1);
        text(x + PANEL_WIDTH / 2.0, TOP - 16, "middle", "bold", title);
        for (int i = 0; i <= 4; i++) {
            double y = TOP + PANEL_HEIGHT - i * PANEL_HEIGHT / 4.0;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n",
                    x,
                    y,
                    x + PANEL_WIDTH,
                    y));
            text(x - 6, y + 4, "end", "normal", String.format(Locale.ROOT, max < 10 ? "%.1f" : "%.0f", max * i / 4));
        }
        int index = 0;
        for (Map.Entry<String, List<Results.Reads>> design : results.reads().entrySet()) {
            StringBuilder points = new StringBuilder();
            for (Results.Reads one : design.getValue()) {
                points.append(String.format(
                        Locale.ROOT,
                        "%.1f,%.1f ",
                        x + PANEL_WIDTH * one.percent() / 100.0,
                        TOP + PANEL_HEIGHT - PANEL_HEIGHT * cost.apply(one).units() / max));
            }
            svg.append(String.format(
                    Locale.ROOT,
                    "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\""
                            + " stroke-dasharray=\"%s\"/>%n",
                    points.toString().strip(),
                    COLOURS.get(index % COLOURS.size()),
                    DASHES.get(index % DASHES.size())));
            index++;
        }
        for (Results.Reads one : results.reads().values().iterator().next()) {
            text(
                    x + PANEL_WIDTH * one.percent() / 100.0,
                    TOP + PANEL_HEIGHT + 16,
                    "middle",
                    "normal",
                    one.percent() + " %");
        }
        text(
                x + PANEL_WIDTH / 2.0,
                TOP + PANEL_HEIGHT + 34,
                "middle",
                "normal",
                "of the items are deleted; read units");
    }

    private void legend() {
        double x = LEFT;
        int index = 0;
        for (String design : results.reads().keySet()) {
            double y = HEIGHT - 18;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2.5\""
                            + " stroke-dasharray=\"%s\"/>%n",
                    x,
                    y - 4,
                    x + 34,
                    y - 4,
                    COLOURS.get(index % COLOURS.size()),
                    DASHES.get(index % DASHES.size())));
            text(x + 42, y, "start", "normal", design);
            x += 190;
            index++;
        }
    }

    private void text(double x, double y, String anchor, String weight, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-weight=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                weight,
                text));
    }
}

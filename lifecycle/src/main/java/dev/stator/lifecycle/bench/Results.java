package dev.stator.lifecycle.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** What was measured, as tables for people. */
public final class Results {
    /**
     * A design at a share of deleted items.
     *
     * @param percent      how many of a hundred items are deleted
     * @param active       all that an owner has in use
     * @param trash        what an owner has deleted last
     * @param due          what is due over all owners
     * @param storageBytes what is stored, indexes included
     */
    public record Reads(int percent, Cost active, Cost trash, Cost due, long storageBytes) {}

    /** Write units of a deletion and of its restoration. */
    public record Writes(double delete, double restore) {}

    private final int items;
    private final Map<String, List<Reads>> reads = new LinkedHashMap<>();
    private final Map<String, Writes> writes = new LinkedHashMap<>();

    Results(int items) {
        this.items = items;
    }

    void add(String design, Reads measured) {
        reads.computeIfAbsent(design, name -> new ArrayList<>()).add(measured);
    }

    void add(String design, Writes measured) {
        writes.put(design, measured);
    }

    /** The measurements of each design, by share. */
    public Map<String, List<Reads>> reads() {
        return reads;
    }

    /** The write units of each design. */
    public Map<String, Writes> writes() {
        return writes;
    }

    /** All of it in Markdown. */
    public String markdown() {
        return items + " items of about 700 bytes, 10 owners. A cell: items read / read units / pages.\n\n"
                + table("All active items of an owner", Reads::active)
                + table("The " + Design.TRASH_ITEMS + " newest in the trash of an owner", Reads::trash)
                + table("What is due, over all owners", Reads::due)
                + latency()
                + writeTable();
    }

    private List<Integer> percents() {
        return reads.values().iterator().next().stream().map(Reads::percent).toList();
    }

    private String table(String question, Function<Reads, Cost> cost) {
        StringBuilder text = new StringBuilder("| " + question + " |");
        percents().forEach(percent -> text.append(' ').append(percent).append(" % deleted |"));
        text.append("\n|---|").append("---:|".repeat(percents().size())).append('\n');
        reads.forEach((design, measured) -> {
            text.append("| ").append(design).append(" |");
            for (Reads one : measured) {
                Cost asked = cost.apply(one);
                text.append(' ')
                        .append(asked.read())
                        .append(" / ")
                        .append(number(asked.units()))
                        .append(" / ")
                        .append(asked.pages())
                        .append(" |");
            }
            text.append('\n');
        });
        return text.append('\n').toString();
    }

    private String latency() {
        StringBuilder text = new StringBuilder("""
                | Median milliseconds, half of the items deleted | active | trash | due |
                |---|---:|---:|---:|
                """);
        reads.forEach((design, measured) -> {
            Reads half = measured.get(measured.size() / 2);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.1f |%n",
                    design,
                    half.active().millis(),
                    half.trash().millis(),
                    half.due().millis()));
        });
        return text.append('\n').toString();
    }

    private String writeTable() {
        StringBuilder text = new StringBuilder(
                "| Write units for an item | delete | restore | stored bytes an item at 50 % |\n|---|---:|---:|---:|\n");
        writes.forEach((design, units) -> {
            List<Reads> measured = reads.getOrDefault(design, List.of());
            text.append("| ")
                    .append(design)
                    .append(" | ")
                    .append(number(units.delete()))
                    .append(" | ")
                    .append(number(units.restore()))
                    .append(" | ")
                    .append(
                            measured.isEmpty()
                                    ? ""
                                    : measured.get(measured.size() / 2).storageBytes() / items)
                    .append(" |\n");
        });
        return text.toString();
    }

    static String number(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : String.format(Locale.ROOT, "%.1f", number);
    }
}

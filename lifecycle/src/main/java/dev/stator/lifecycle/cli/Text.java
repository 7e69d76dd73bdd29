package dev.stator.lifecycle.cli;

import java.util.Locale;

/** Numbers as people read them. */
final class Text {
    private Text() {}

    static String units(double units) {
        return units == Math.rint(units)
                ? String.format(Locale.ROOT, "%,d", (long) units)
                : String.format(Locale.ROOT, "%,.1f", units);
    }

    static String duration(double seconds) {
        long whole = (long) Math.ceil(seconds);
        if (whole < 120) {
            return whole + " seconds";
        }
        return whole < 7200 ? whole / 60 + " minutes" : whole / 3600 + " hours";
    }

    static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " bytes";
        }
        return bytes < 1024 * 1024
                ? String.format(Locale.ROOT, "%.1f KB", bytes / 1024.0)
                : String.format(Locale.ROOT, "%,.1f MB", bytes / (1024.0 * 1024));
    }
}

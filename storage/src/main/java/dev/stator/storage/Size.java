package dev.stator.storage;

/** A number of entries and their bytes, in the committer's measure. */
public record Size(long entries, long bytes) {
    public static final Size ZERO = new Size(0, 0);

    public Size plus(long moreEntries, long moreBytes) {
        return new Size(entries + moreEntries, bytes + moreBytes);
    }
}

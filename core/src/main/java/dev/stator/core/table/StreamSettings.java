package dev.stator.core.table;

/**
 * The newest stream of a table; a disabled one is remembered, since its label and ARN are still shown.
 *
 * @param viewType what the records hold: NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES or KEYS_ONLY
 * @param label    when it was enabled, such as {@code 2026-01-02T03:04:05.678}; makes the stream's ARN unique
 */
public record StreamSettings(boolean enabled, String viewType, String label) {
    public StreamSettings disabled() {
        return new StreamSettings(false, viewType, label);
    }
}

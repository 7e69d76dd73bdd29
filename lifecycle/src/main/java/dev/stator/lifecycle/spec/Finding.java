package dev.stator.lifecycle.spec;

/**
 * Something about a declaration that is wrong, or unwise.
 *
 * @param isError whether the declaration cannot be used
 * @param where   the place, such as {@code states.deleted}
 * @param line    the line of the file, or 0 if there is none
 * @param message what is wrong and what to do
 */
public record Finding(boolean isError, String where, int line, String message) {
    static Finding error(String where, String message) {
        return new Finding(true, where, 0, message);
    }

    static Finding warning(String where, String message) {
        return new Finding(false, where, 0, message);
    }

    Finding at(int itsLine) {
        return new Finding(isError, where, itsLine, message);
    }

    @Override
    public String toString() {
        return (line > 0 ? "line " + line + ": " : "") + where + ": " + message;
    }
}

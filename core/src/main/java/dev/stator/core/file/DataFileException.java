package dev.stator.core.file;

/** A file that cannot be loaded; nothing of it is in the database. */
public final class DataFileException extends Exception {
    private static final long serialVersionUID = 1L;

    private final long line;

    /**
     * @param line from 1 on; 0 if it is not a matter of one line
     * @param what what is wrong, for a person
     */
    public DataFileException(long line, String what) {
        super(line == 0 ? what : "line " + line + ": " + what);
        this.line = line;
    }

    /** The line that is wrong, from 1 on; 0 if it is not a matter of one line. */
    public long line() {
        return line;
    }
}

package dev.stator.junit.schema;

/** A template, or another description of a table, that cannot be understood; the text says where and what to do. */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TemplateException(String message) {
        super(message);
    }

    TemplateException(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.stator.core.protocol;

/** placeholder, replaced in the next commit */
final class RequestReader {
    private RequestReader() {}
}

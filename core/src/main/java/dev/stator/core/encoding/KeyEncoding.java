package dev.stator.core.encoding;

/** placeholder, replaced in the next commit */
final class KeyEncoding {
    private KeyEncoding() {}
}

package dev.stator.core.stream;

/** What a stream's records have besides the key, named as on the wire. */
public enum ViewType {
    KEYS_ONLY(false, false),
    NEW_IMAGE(true, false),
    OLD_IMAGE(false, true),
    NEW_AND_OLD_IMAGES(true, true);

    private final boolean hasNew;
    private final boolean hasOld;

    ViewType(boolean hasNew, boolean hasOld) {
        this.hasNew = hasNew;
        this.hasOld = hasOld;
    }

    boolean hasNew() {
        return hasNew;
    }

    boolean hasOld() {
        return hasOld;
    }
}

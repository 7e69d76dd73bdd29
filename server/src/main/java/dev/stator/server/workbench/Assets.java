package dev.stator.server.workbench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of the front end, which lie on the class path. Each is read once and kept. Thread-safe. */
final class Assets {
    /** Where the module {@code workbench} puts what it has built. */
    static final String FOLDER = "dev/stator/workbench/web/";

    private static final String HASHED = "assets/";
    /**
     * No name begins with a dot, so that none leads out of the folder. The last one has an ending: a folder of the class path,
     * which has none, could be opened like a file and would list its names.
     */
    private static final Pattern PATH =
            Pattern.compile("([A-Za-z0-9_-][A-Za-z0-9_.-]*/)*[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+");

    private final ClassLoader loader;
    private final String folder;
    private final Map<String, Asset> loaded = new ConcurrentHashMap<>();

    /** @param folder on the class path, with a slash at its end */
    Assets(ClassLoader loader, String folder) {
        this.loader = loader;
        this.folder = folder;
    }

    /** The file at a path below the folder, or null. */
    @Nullable
    Asset find(String path) {
        Asset known = loaded.get(path);
        if (known != null || !PATH.matcher(path).matches()) {
            return known;
        }
        try (InputStream in = loader.getResourceAsStream(folder + path)) {
            if (in == null) {
                return null;
            }
            Asset asset = new Asset(path, in.readAllBytes(), path.startsWith(HASHED));
            loaded.put(path, asset);
            return asset;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

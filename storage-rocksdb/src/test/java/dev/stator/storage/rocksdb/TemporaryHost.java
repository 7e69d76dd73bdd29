package dev.stator.storage.rocksdb;

import dev.stator.storage.Engine;
import dev.stator.storage.tck.EngineHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder with an engine in it. */
final class TemporaryHost implements EngineHost {
    private final Durability durability;
    private final Path root;

    TemporaryHost(Durability durability) {
        this.durability = durability;
        try {
            root = Files.createTempDirectory("stator-rocksdb");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Memory enough for a test. */
    static RocksDbOptions options(Durability durability) {
        return new RocksDbOptions(durability, 8 << 20, 4 << 20, 100, 100);
    }

    @Override
    public Engine open() {
        return RocksDbEngine.open(folder(), options(durability));
    }

    @Override
    public Engine openCheckpoint(Path folder) {
        return RocksDbEngine.open(folder, options(durability));
    }

    @Override
    public int repetitions() {
        return durability == Durability.FSYNC ? 1 : 5;
    }

    Path folder() {
        return root.resolve("data");
    }

    @Override
    public void close() {
        delete(root);
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

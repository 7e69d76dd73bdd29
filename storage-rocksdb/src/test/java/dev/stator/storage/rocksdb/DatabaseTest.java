package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDBException;

final class DatabaseTest {
    @ParameterizedTest
    @EnumSource
    void durabilityIsHowCommitsAreWritten(Durability durability, @TempDir Path folder) throws RocksDBException {
        try (Database database = Database.open(TemporaryHost.options(durability), folder)) {
            assertThat(database.commitWrites().sync()).isEqualTo(durability == Durability.FSYNC);
            assertThat(database.commitWrites().disableWAL()).isEqualTo(durability == Durability.NONE);
            assertThat(database.durableWrites().sync()).isTrue();
            assertThat(database.durableWrites().disableWAL()).isFalse();
        }
    }
}

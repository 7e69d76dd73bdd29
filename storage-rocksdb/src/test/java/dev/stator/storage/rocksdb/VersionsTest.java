package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

final class VersionsTest {
    static {
        RocksDB.loadLibrary();
    }

    @Test
    void versionsCountUpFromTheBlocksFirst() throws RocksDBException {
        Versions versions = new Versions(3);
        try (WriteBatch batch = new WriteBatch()) {
            assertThat(versions.next(batch)).isEqualTo(0x3_0000_0000L);
            assertThat(versions.next(batch)).isEqualTo(0x3_0000_0001L);
            assertThat(batch.count()).isZero();
        }
    }

    @Test
    void theNextBlockIsRecordedBeforeItsFirstVersionIsUsed() throws RocksDBException {
        Versions versions = Versions.at(0x3_ffff_fffeL);
        try (WriteBatch batch = new WriteBatch()) {
            assertThat(versions.next(batch)).isEqualTo(0x3_ffff_fffeL);
            assertThat(batch.count()).isZero();

            assertThat(versions.next(batch)).isEqualTo(0x3_ffff_ffffL);
            assertThat(batch.count()).as("the record of block 4").isEqualTo(1);

            assertThat(versions.next(batch)).isEqualTo(0x4_0000_0000L);
            assertThat(batch.count()).isEqualTo(1);
        }
    }
}

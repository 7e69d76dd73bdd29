package dev.stator.storage.rocksdb;

import dev.stator.storage.StorageException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Tells apart what RocksDB reports: damaged files, or a disk that does not serve. */
final class Trouble {
    private Trouble() {}

    static StorageException with(String what, RocksDBException cause) {
        Status status = cause.getStatus();
        String message = what + ": " + cause.getMessage();
        return status != null && status.getCode() == Status.Code.Corruption
                ? new StorageException.Corrupt(message, cause)
                : new StorageException.Unavailable(message, cause);
    }
}

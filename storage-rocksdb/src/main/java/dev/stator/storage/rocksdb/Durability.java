package dev.stator.storage.rocksdb;

/** What an acknowledged commit survives. */
public enum Durability {
    /** Loss of power: the write-ahead log is synced to the disk before a commit is acknowledged. */
    FSYNC,
    /** Death of the process: the write-ahead log is handed to the operating system, which writes it out when it likes. */
    OS,
    /**
     * Nothing but a clean close: there is no write-ahead log. After a crash the folder still opens, with some earlier state
     * in which no commit is half there. Trees are created and dropped durably all the same.
     */
    NONE
}

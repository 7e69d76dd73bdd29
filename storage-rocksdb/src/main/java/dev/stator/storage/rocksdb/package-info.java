/** The embedded durable engine, on RocksDB; {@link dev.stator.storage.rocksdb.RocksDbEngine} is the entry class. */
@NullMarked
package dev.stator.storage.rocksdb;

import org.jspecify.annotations.NullMarked;

/** Tests of the RocksDB engine; {@link dev.stator.storage.rocksdb.RocksDbEngineTest}, the contract, is the entry class. */
@NullMarked
package dev.stator.storage.rocksdb;

import org.jspecify.annotations.NullMarked;

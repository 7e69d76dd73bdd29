package dev.stator.core.write;

import dev.stator.storage.EntryKey;

/**
 * One action of a transaction.
 *
 * @param tableName the table as the request names it
 * @param treeId    the id of the table that the key was made for
 * @param decision  gives the item as it shall be; the old one for an action that only checks
 */
public record TransactionAction(String tableName, int treeId, EntryKey key, Decision decision) {}

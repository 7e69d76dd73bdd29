package dev.stator.lifecycle.spec;

import dev.stator.lifecycle.key.WriteShards;

/**
 * The sparse global index in which jobs find what is due: its partition key is {@code lc_due_shard}, its sort key
 * {@code lc_due_at}, and the table's keys are all that it has to project.
 *
 * @param name   the index's name
 * @param shards over how many partition keys each state's items are spread
 */
public record DueIndex(String name, WriteShards shards) {}

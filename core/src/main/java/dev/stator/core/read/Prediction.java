package dev.stator.core.read;

import dev.stator.core.item.Item;
import org.jspecify.annotations.Nullable;

/**
 * What a Query or Scan would evaluate and consume if it was run, page by page to its end. Where it is not exact, the numbers
 * are the least that it comes to.
 *
 * @param items   the sum of ScannedCount
 * @param matches the sum of Count: what the filter keeps
 * @param bytes   of the items that are evaluated, those that a local index has to fetch included
 * @param units   the sum of the consumed units
 * @param pages   how many requests that takes, with the one that finds nothing more
 * @param exact   whether all was counted
 * @param first   the key of the first item in reading order; null where there is none
 * @param last    the key of the last one; null where there is none, or it was not reached
 */
public record Prediction(
        long items,
        long matches,
        long bytes,
        double units,
        long pages,
        boolean exact,
        @Nullable Item first,
        @Nullable Item last) {}

package dev.stator.lifecycle.job;

import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Some neighbours in the index of what is due, read and ready to be moved.
 *
 * @param plan     what is to be moved
 * @param items    the items of the plan that are there, as they were read
 * @param early    what came of those that are not in the plan
 * @param failures why those of them failed that did
 * @param next     where the index goes on; null if it ends
 */
record Batch(
        List<Planned> plan,
        Map<ItemKey, LifecycleItem> items,
        Counts early,
        List<Failure> failures,
        @Nullable Map<String, AttributeValue> next) {}

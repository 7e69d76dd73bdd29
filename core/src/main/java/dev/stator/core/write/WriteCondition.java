package dev.stator.core.write;

import dev.stator.core.error.ConditionalCheckFailedException;
import dev.stator.core.expression.Condition;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.EncodedItem;
import org.jspecify.annotations.Nullable;

/**
 * What the old item must fulfil for a write to happen.
 *
 * @param condition null for none
 * @param tellOld   whether a failure tells the old item: ReturnValuesOnConditionCheckFailure
 */
public record WriteCondition(@Nullable Condition condition, boolean tellOld) {

    /** Throws ConditionalCheckFailedException if the condition does not hold. */
    public void test(@Nullable EncodedItem old) {
        if (condition != null && !condition.matches(old == null ? Attributes.NONE : old)) {
            throw new ConditionalCheckFailedException(tellOld && old != null ? old.decode() : null);
        }
    }
}

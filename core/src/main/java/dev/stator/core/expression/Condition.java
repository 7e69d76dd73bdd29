package dev.stator.core.expression;

import dev.stator.core.item.Attributes;
import java.util.Set;

/** What an item must fulfil to be written or to be returned, however the request says it. */
public sealed interface Condition permits ConditionExpression, LegacyCondition {
    /** Whether it holds for an item; {@link Attributes#NONE} is an item that is not there. */
    boolean matches(Attributes item);

    /** Names of the top-level attributes that it reads. */
    Set<String> attributes();

    /** Those of them below which it reads something. */
    Set<String> nestedAttributes();
}

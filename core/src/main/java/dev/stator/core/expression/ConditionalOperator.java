package dev.stator.core.expression;

/** Whether all of the legacy conditions must hold, or one of them. */
public enum ConditionalOperator {
    AND,
    OR
}

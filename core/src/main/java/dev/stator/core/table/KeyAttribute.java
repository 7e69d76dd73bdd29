package dev.stator.core.table;

import dev.stator.core.item.AttributeValue;

/**
 * An attribute that is part of a key.
 *
 * @param type S, N or B
 */
public record KeyAttribute(String name, AttributeValue.Type type) {}

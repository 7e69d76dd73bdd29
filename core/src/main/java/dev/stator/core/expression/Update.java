package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import java.util.Map;
import java.util.Set;

/** How an item is to change, however the request says it. */
public sealed interface Update permits UpdateExpression, AttributeUpdates {
    /** Names of the top-level attributes that it changes, wholly or in part. */
    Set<String> attributes();

    /** Names of the top-level attributes below which it changes or reads something. */
    Set<String> nestedAttributes();

    /** The types that top-level attributes will have, where that does not depend on the item. */
    Map<String, AttributeValue.Type> assignedTypes();

    /**
     * Whether it makes an item where there is none. DynamoDB: an update that only takes things away does not; an update
     * without any action does.
     */
    boolean createsItem();

    /**
     * The change of an item that exists.
     *
     * @throws ApiException a ValidationException where the item is not of the kind that the update needs
     */
    UpdateResult apply(Item old);

    /**
     * The change where there is no item. Where not {@link #createsItem}, the result has the key only and is not to be
     * stored.
     *
     * @param key the key attributes, which the update may read
     * @throws ApiException as {@link #apply}
     */
    UpdateResult applyToMissing(Item key);
}

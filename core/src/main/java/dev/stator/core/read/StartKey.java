package dev.stator.core.read;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeyChecks;
import dev.stator.storage.EntryKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** ExclusiveStartKey: where a page begins. */
public final class StartKey {
    private static final String INVALID = "The provided starting key is invalid";
    // DynamoDB: these problems of a value are told as they are, all others behind the words above.
    private static final Pattern TOLD_AS_IS =
            Pattern.compile("contains duplicates|number set|numeric value|significant digits|number with magnitude");

    private StartKey() {}

    /** Checks the values themselves. */
    public static void checkValues(@Nullable InputAttributes key) {
        if (key != null && key.problem() != null) {
            boolean asIs = TOLD_AS_IS.matcher(key.problem()).find();
            throw ApiException.validation(asIs ? key.problem() : INVALID + ": " + key.problem());
        }
    }

    /**
     * Where the key lies in the source.
     *
     * @throws ApiException a ValidationException if it is not a key of the source
     */
    public static EntryKey of(ReadSource source, Map<String, AttributeValue> key, boolean scan) {
        if (key.size() != source.startKeyAttributes().size()) {
            throw ApiException.validation(
                    scan && source.index() == null
                            ? INVALID + ": The provided key element does not match the schema"
                            : INVALID);
        }
        if (source.index() != null) {
            for (KeyAttribute attribute : source.keys().attributes()) {
                if (key.get(attribute.name()) == null) {
                    throw ApiException.validation(INVALID);
                }
            }
            KeyChecks.checkKeyParts(source.keys(), key);
        }
        checkTableKey(source, key);
        return source.entryKey(new Item(key));
    }

    private static void checkTableKey(ReadSource source, Map<String, AttributeValue> key) {
        Map<String, AttributeValue> tableKey = new LinkedHashMap<>(key);
        tableKey.keySet().removeIf(name -> !source.table().keys().has(name));
        try {
            KeyChecks.checkKey(source.table().keys(), tableKey);
        } catch (ApiException e) {
            throw ApiException.validation(INVALID + ": " + e.getMessage());
        }
    }
}

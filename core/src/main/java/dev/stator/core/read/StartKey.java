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

/**
 * ExclusiveStartKey: where a page begins. DynamoDB checks it piece by piece between other checks, so that Query and Scan
 * call these methods where each belongs in their order.
 */
public final class StartKey {
    private static final String INVALID = "The provided starting key is invalid";
    // DynamoDB: these problems of a value are told as they are, all others behind the words above.
    private static final Pattern TOLD_AS_IS =
            Pattern.compile("contains duplicates|number set|numeric value|significant digits|number with magnitude");

    private final ReadSource source;
    private final Map<String, AttributeValue> key;

    private StartKey(ReadSource source, Map<String, AttributeValue> key) {
        this.source = source;
        this.key = key;
    }

    /** Checks the values themselves. */
    public static void checkValues(@Nullable InputAttributes key) {
        if (key != null && key.problem() != null) {
            boolean asIs = TOLD_AS_IS.matcher(key.problem()).find();
            throw ApiException.validation(asIs ? key.problem() : INVALID + ": " + key.problem());
        }
    }

    /** The start key of a Query. */
    public static StartKey ofQuery(ReadSource source, Map<String, AttributeValue> key) {
        return of(source, key, INVALID);
    }

    /** The start key of a Scan, those of its attributes checked that order an index. */
    public static StartKey ofScan(ReadSource source, Map<String, AttributeValue> key) {
        if (source.index() == null) {
            return of(source, key, INVALID + ": The provided key element does not match the schema");
        }
        StartKey start = of(source, key, INVALID);
        source.keys().attributes().forEach(start::check);
        return start;
    }

    private static StartKey of(ReadSource source, Map<String, AttributeValue> key, String wrongNumber) {
        if (key.size() != source.startKeyAttributes().size()) {
            throw ApiException.validation(wrongNumber);
        }
        return new StartKey(source, key);
    }

    /** Checks one of the attributes that order the source. */
    void check(KeyAttribute attribute) {
        AttributeValue value = key.get(attribute.name());
        if (value == null) {
            throw ApiException.validation(INVALID);
        }
        KeyChecks.checkKeyPart(attribute, value);
    }

    /**
     * Where the key lies in the source.
     *
     * @throws ApiException a ValidationException if its part that is the table's key is not one
     */
    public EntryKey entryKey() {
        KeyChecks.checkSizes(source.keys(), key);
        checkTableKey();
        return source.entryKey(new Item(key));
    }

    private void checkTableKey() {
        Map<String, AttributeValue> tableKey = new LinkedHashMap<>(key);
        tableKey.keySet().removeIf(name -> !source.table().keys().has(name));
        try {
            KeyChecks.checkKey(source.table().keys(), tableKey);
        } catch (ApiException e) {
            throw ApiException.validation(INVALID + ": " + e.getMessage());
        }
    }
}

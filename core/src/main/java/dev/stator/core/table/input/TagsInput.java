package dev.stator.core.table.input;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.RequestReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tags, each a key and a value. Lengths count characters, not bytes. */
public record TagsInput(List<@Nullable Tag> tags) {
    private static final int TAGS_MAX = 50;
    private static final int KEY_LENGTH_MAX = 128;
    private static final int VALUE_LENGTH_MAX = 256;
    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

    /** One tag, as it was given. */
    record Tag(@Nullable String key, @Nullable String value) {
        static @Nullable Tag read(RequestReader in) {
            if (!in.beginElement("Tag")) {
                return null;
            }
            String key = null;
            String value = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "Key" -> key = in.string();
                    case "Value" -> value = in.string();
                    default -> in.skip();
                }
            }
            return new Tag(key, value);
        }
    }

    public static @Nullable TagsInput read(RequestReader in) {
        List<@Nullable Tag> tags = in.list(() -> Tag.read(in));
        return tags == null ? null : new TagsInput(tags);
    }

    /** The tags by key, in request order; throws if one of them is not allowed, or there are too many. */
    public Map<String, String> checked() {
        Map<String, String> checked = new LinkedHashMap<>();
        for (Tag tag : tags) {
            String key = checkedKey(tag == null ? null : tag.key());
            String value = checkedValue(tag == null ? null : tag.value());
            if (checked.put(key, value) != null) {
                throw ApiException.validation("Duplicate Tag Keys provided as input: Duplicate Tag Key found " + key);
            }
        }
        checkCount(checked.size());
        return checked;
    }

    /** Throws if a table has more tags than it may. */
    public static void checkCount(int tags) {
        if (tags > TAGS_MAX) {
            throw ApiException.validation("Number of Tags exceed the current limit for the provided ResourceArn");
        }
    }

    private static String checkedKey(@Nullable String key) {
        if (key == null || key.isEmpty() || !isAllowed(key, KEY_LENGTH_MAX)) {
            throw ApiException.validation("The Tag Key provided is invalid, Key: " + key);
        }
        if (key.startsWith("aws:")) {
            throw ApiException.validation("Tag Key cannot be prefixed with aws:, Key: " + key);
        }
        return key;
    }

    private static String checkedValue(@Nullable String value) {
        if (value == null || !isAllowed(value, VALUE_LENGTH_MAX)) {
            throw ApiException.validation("The Tag Value provided is invalid, Value: " + value);
        }
        return value;
    }

    private static boolean isAllowed(String text, int lengthMax) {
        return text.codePointCount(0, text.length()) <= lengthMax
                && ALLOWED.matcher(text).matches();
    }
}

package dev.stator.lifecycle.key;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one template: builds them, takes them apart, and says which range has what one is looking for. It needs
 * nothing else of this library.
 *
 * <pre>{@code
 * SortKeys keys = SortKeys.of("{state}#{timestamp:seconds}#{id}");
 * String key = keys.build(Map.of("state", "ACTIVE", "timestamp", now, "id", "8f3a"));
 * KeyRange august = keys.between(Map.of("state", "ACTIVE"), "timestamp", startOfAugust, startOfSeptember);
 * }</pre>
 *
 * <p>A template is segments between delimiters; a segment is text, a field in braces, or text and then a field. Formats of
 * fields: text (none), {@code digits/N} (padded with zeros), {@code reversed/N} (largest first), {@code reversed-time}
 * (newest first), {@code path} (the rest of the key, delimiters included), and those of {@link TimeFormat}. Immutable.
 */
public final class SortKeys {
    /** How long a sort key is at most, by DynamoDB's limits. */
    public static final int SORT_KEY_BYTES_MAX = 1024;
    /** How long a partition key is at most, by DynamoDB's limits. */
    public static final int PARTITION_KEY_BYTES_MAX = 2048;

    private static final char DEFAULT_DELIMITER = '#';

    private final String template;
    private final char delimiter;
    private final List<Segment> segments;
    private final int bytesMax;

    private SortKeys(String template, char delimiter, List<Segment> segments, int bytesMax) {
        this.template = template;
        this.delimiter = delimiter;
        this.segments = segments;
        this.bytesMax = bytesMax;
    }

    /** The keys of a template with the delimiter {@code #}. */
    public static SortKeys of(String template) {
        return of(template, DEFAULT_DELIMITER, Map.of());
    }

    /**
     * The keys of a template.
     *
     * @param delimiter one printable ASCII character that is no letter, digit or brace
     * @param formats   of those fields that name none in the template
     * @throws KeyException if the template is none, with the reason
     */
    public static SortKeys of(String template, char delimiter, Map<String, String> formats) {
        if (delimiter <= ' '
                || delimiter >= 0x7F
                || Character.isLetterOrDigit(delimiter)
                || "{}:'".indexOf(delimiter) >= 0) {
            throw new KeyException("'" + delimiter + "' is no delimiter: take a printable ASCII character that is no"
                    + " letter, digit, brace, colon or quote, such as #.");
        }
        if (template.isEmpty()) {
            throw new KeyException("A template has at least one segment.");
        }
        return new SortKeys(template, delimiter, Segment.parse(template, delimiter, formats), SORT_KEY_BYTES_MAX);
    }

    /** The same, for partition keys, which may be twice as long. */
    public SortKeys ofPartitionKeys() {
        return new SortKeys(template, delimiter, segments, PARTITION_KEY_BYTES_MAX);
    }

    /** The names of the fields, in their order. */
    public List<String> fields() {
        return segments.stream().map(Segment::field).filter(Objects::nonNull).toList();
    }

    /** What stands between segments. */
    public char delimiter() {
        return delimiter;
    }

    /** Whether a field's values are fixed to an order, so that {@link #between} works for it. */
    public boolean isOrdered(String field) {
        return segment(field).format().isOrdered();
    }

    /** Whether a field's strings are in the reverse order of its values. */
    public boolean isReversed(String field) {
        return segment(field).format().isReversed();
    }

    /** The format of a timestamp, if the field is one of {@link TimeFormat}. */
    public Optional<TimeFormat> timeFormat(String field) {
        return segment(field).format() instanceof SegmentFormat.Time time
                ? Optional.of(time.format())
                : Optional.empty();
    }

    /**
     * A key.
     *
     * @param values for each field: String, {@link Instant}, Integer, Long or BigInteger, as its format says
     * @throws KeyException if a value is missing, superfluous, contains the delimiter, or the key becomes too long
     */
    public String build(Map<String, ?> values) {
        checkNames(values.keySet());
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < segments.size(); i++) {
            key.append(i == 0 ? "" : delimiter).append(text(segments.get(i), values));
        }
        return checked(key.toString());
    }

    private String text(Segment segment, Map<String, ?> values) {
        String field = segment.field();
        if (field == null) {
            return segment.literal();
        }
        Object value = values.get(field);
        if (value == null) {
            throw new KeyException("The key " + template + " needs a value of " + field + ".");
        }
        return segment.build(value, delimiter);
    }

    private void checkNames(Set<String> names) {
        for (String name : names) {
            segment(name);
        }
    }

    private Segment segment(String field) {
        return segments.stream()
                .filter(segment -> field.equals(segment.field()))
                .findFirst()
                .orElseThrow(() -> new KeyException("The key " + template + " has no field " + field + "."));
    }

    private String checked(String key) {
        if (Utf8Order.bytes(key) > bytesMax) {
            throw new KeyException("The key has " + Utf8Order.bytes(key) + " bytes of UTF-8, and " + bytesMax
                    + " are allowed: " + key.substring(0, Math.min(key.length(), 60)) + "...");
        }
        return key;
    }

    /**
     * The fields of a key.
     *
     * @throws KeyException if it is none of this template
     */
    public KeyFields parse(String key) {
        Map<String, Object> values = new LinkedHashMap<>();
        int at = 0;
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            boolean isLast = i == segments.size() - 1;
            int end = isLast ? key.length() : key.indexOf(delimiter, at);
            if (end < 0) {
                throw notOfTemplate(key, "it has " + (i + 1) + " segments instead of " + segments.size());
            }
            String text = key.substring(at, end);
            if (isLast && !(segment.format() instanceof SegmentFormat.Path) && text.indexOf(delimiter) >= 0) {
                throw notOfTemplate(key, "it has more than " + segments.size() + " segments");
            }
            parseSegment(key, segment, text, values);
            at = end + 1;
        }
        return new KeyFields(values);
    }

    private void parseSegment(String key, Segment segment, String text, Map<String, Object> values) {
        String field = segment.field();
        if (field == null ? !text.equals(segment.literal()) : !text.startsWith(segment.literal())) {
            throw notOfTemplate(key, "'" + text + "' is not '" + segment.literal() + "'");
        }
        if (field == null) {
            return;
        }
        String value = text.substring(segment.literal().length());
        if (value.isEmpty()) {
            throw notOfTemplate(key, "the field " + field + " is empty");
        }
        values.put(field, segment.format().parse(value));
    }

    private KeyException notOfTemplate(String key, String why) {
        return new KeyException("'" + key + "' is no key of the template " + template + ": " + why + ".");
    }

    /** Whether {@link #parse} would succeed. */
    public boolean matches(String key) {
        try {
            parse(key);
            return true;
        } catch (KeyException e) {
            return false;
        }
    }

    /**
     * The keys whose leading fields have these values. The range's prefix ends in a delimiter, so that {@code ACT} does not
     * find {@code ACTIVE}.
     *
     * @param leading values of the first fields, without a gap
     */
    public KeyRange under(Map<String, ?> leading) {
        Prefix prefix = prefix(leading, null);
        if (prefix.next == null) {
            return new KeyRange.Between(prefix.text, prefix.text);
        }
        String text = prefix.text + prefix.next.literal();
        return text.isEmpty() ? new KeyRange.All() : new KeyRange.Prefix(text);
    }

    /**
     * The keys with these leading values, and then a field between two values. The end is exclusive, and right for every
     * precision: a month ends where the next begins.
     *
     * @param leading values of all fields before the field
     * @param from    the first value, or null
     * @param to      the first value that is no longer meant, or null
     */
    public KeyRange between(Map<String, ?> leading, String field, @Nullable Object from, @Nullable Object to) {
        Segment segment = segment(field);
        if (!segment.format().isOrdered()) {
            throw new KeyException("The field " + field + " is "
                    + segment.format().title() + " and has no ranges; give it a format in the template.");
        }
        Prefix prefix = prefix(leading, segment);
        String smallest = segment.format().first(from);
        String largest = segment.format().last(to);
        if (smallest == null || largest == null) {
            return new KeyRange.Empty();
        }
        boolean isReversed = segment.format().isReversed();
        String start = prefix.text + segment.literal();
        String first = start + (isReversed ? largest : smallest);
        String last = start + (isReversed ? smallest : largest);
        if (Utf8Order.compare(first, last) > 0) {
            return new KeyRange.Empty();
        }
        // What follows the last value in the key begins with a delimiter; the character behind it comes after all of
        // that.
        boolean goesOn = segments.indexOf(segment) < segments.size() - 1;
        return new KeyRange.Between(first, goesOn ? last + (char) (delimiter + 1) : last);
    }

    private record Prefix(String text, @Nullable Segment next) {}

    // The text up to the first field that has no value, or up to the segment.
    private Prefix prefix(Map<String, ?> leading, @Nullable Segment end) {
        checkNames(leading.keySet());
        StringBuilder text = new StringBuilder();
        List<String> used = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            String field = segment.field();
            if (segment.equals(end) || (field != null && !leading.containsKey(field))) {
                if (used.size() < leading.size() || (end != null && !segment.equals(end))) {
                    throw new KeyException("A range of the key " + template + " needs a value of " + field
                            + " before those that come after it.");
                }
                return new Prefix(text.toString(), segment);
            }
            text.append(text(segment, leading)).append(i < segments.size() - 1 ? delimiter : "");
            if (field != null) {
                used.add(field);
            }
        }
        return new Prefix(checked(text.toString()), null);
    }

    @Override
    public String toString() {
        return template;
    }
}

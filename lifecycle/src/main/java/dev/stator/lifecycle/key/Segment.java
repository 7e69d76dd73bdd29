package dev.stator.lifecycle.key;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands between two delimiters of a template: fixed text, then perhaps a field, as in {@code v{number:digits/6}}.
 *
 * @param field null if there is only text
 */
record Segment(String literal, @Nullable String field, SegmentFormat format) {

    /**
     * Reads a template.
     *
     * @param formats of fields that name none themselves
     */
    static List<Segment> parse(String template, char delimiter, Map<String, String> formats) {
        List<Segment> segments = new ArrayList<>();
        Set<String> fields = new HashSet<>();
        for (String text : split(template, delimiter)) {
            Segment segment = one(text, template, formats);
            if (segment.field != null && !fields.add(segment.field)) {
                throw new KeyException("The template '" + template + "' has the field " + segment.field + " twice.");
            }
            segments.add(segment);
        }
        for (int i = 0; i < segments.size() - 1; i++) {
            Segment segment = segments.get(i);
            if (segment.format instanceof SegmentFormat.Path) {
                throw new KeyException("The template '" + template
                        + "' goes on after a path, which is everything to the end of the key.");
            }
            if (segment.field == null && segment.literal.isEmpty()) {
                throw new KeyException("The template '" + template + "' has an empty segment.");
            }
        }
        checkTimes(segments, delimiter);
        return List.copyOf(segments);
    }

    // A delimiter within braces belongs to a format.
    private static List<String> split(String template, char delimiter) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            } else if (c == delimiter && depth == 0) {
                parts.add(template.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(template.substring(start));
        return parts;
    }

    private static Segment one(String text, String template, Map<String, String> formats) {
        int open = text.indexOf('{');
        if (open < 0) {
            if (text.indexOf('}') >= 0) {
                throw new KeyException("The template '" + template + "' closes a brace that is not open.");
            }
            return new Segment(text, null, new SegmentFormat.Text());
        }
        if (text.indexOf('}') != text.length() - 1 || text.indexOf('{', open + 1) >= 0) {
            throw new KeyException("The segment '" + text + "' of the template '" + template
                    + "' is not text, then one field in braces: put a delimiter between fields.");
        }
        String inside = text.substring(open + 1, text.length() - 1);
        int colon = inside.indexOf(':');
        String field = colon < 0 ? inside : inside.substring(0, colon);
        if (field.isEmpty()) {
            throw new KeyException("A field of the template '" + template + "' has no name.");
        }
        String format = colon < 0 ? formats.getOrDefault(field, "") : inside.substring(colon + 1);
        return new Segment(text.substring(0, open), field, SegmentFormat.of(format));
    }

    private static void checkTimes(List<Segment> segments, char delimiter) {
        for (Segment segment : segments) {
            if (segment.format instanceof SegmentFormat.Time time
                    && time.format(Instant.EPOCH).indexOf(delimiter) >= 0) {
                throw new KeyException("The timestamp format of " + segment.field + " contains the delimiter '"
                        + delimiter + "', so its keys could not be taken apart.");
            }
        }
    }

    String build(Object value, char delimiter) {
        String text = format.format(value);
        if (text.isEmpty()) {
            throw new KeyException("The field " + field + " is empty.");
        }
        boolean isPath = format instanceof SegmentFormat.Path;
        if (!isPath && text.indexOf(delimiter) >= 0) {
            throw new KeyException("The value '" + text + "' of " + field + " contains the delimiter '" + delimiter
                    + "': encode it, for example by percent signs, or the key could not be taken apart.");
        }
        checkUnicode(text);
        return literal + text;
    }

    private void checkUnicode(String text) {
        for (int i = 0; i < text.length(); i++) {
            int point = text.codePointAt(i);
            if (Character.isBmpCodePoint(point) && Character.isSurrogate((char) point)) {
                throw new KeyException("The value of " + field + " has half a character, which UTF-8 cannot have.");
            }
            i += Character.charCount(point) - 1;
        }
    }
}

package dev.stator.core.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of a data file.
 *
 * @param number  from 1 on
 * @param members of its object, each with the JSON text of its value
 */
record Line(long number, Map<String, byte[]> members) {
    /** More than any request may have. */
    static final int BYTES_MAX = 16 << 20;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            // The line as a whole is bounded, so its parts are too.
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    byte @Nullable [] member(String name) {
        return members.get(name);
    }

    /** The JSON object of a line, taken apart. */
    static Line parse(long number, byte[] text) throws DataFileException {
        Map<String, byte[]> members = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new DataFileException(number, "a line is a JSON object");
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                // Scalars are read only when they are asked for, and end where they were read to.
                parser.finishToken();
                int end = (int) parser.currentLocation().getByteOffset();
                members.put(name, Arrays.copyOfRange(text, start, end));
            }
            if (parser.nextToken() != null) {
                throw new DataFileException(number, "more follows the JSON object");
            }
        } catch (JsonParseException e) {
            throw new DataFileException(number, "no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new DataFileException(number, "no JSON that can be read: " + e.getMessage());
        }
        return new Line(number, members);
    }

    /** Reads lines as bytes, and holds one at a time. */
    static final class Reader {
        private final InputStream in;
        private final byte[] buffer = new byte[1 << 16];
        private int position;
        private int limit;
        private long number;

        Reader(InputStream in) {
            this.in = in;
        }

        /** The next line that is not blank; null at the end. */
        @Nullable
        Line next() throws IOException, DataFileException {
            while (fill()) {
                number++;
                byte[] text = readLine();
                if (!isBlank(text)) {
                    return parse(number, text);
                }
            }
            return null;
        }

        /** The number of the line that was read last. */
        long number() {
            return number;
        }

        private boolean fill() throws IOException {
            if (position == limit) {
                position = 0;
                limit = Math.max(0, in.read(buffer));
            }
            return position < limit;
        }

        private byte[] readLine() throws IOException, DataFileException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            while (fill()) {
                int end = position;
                while (end < limit && buffer[end] != '\n') {
                    end++;
                }
                line.write(buffer, position, end - position);
                if (line.size() > BYTES_MAX) {
                    throw new DataFileException(number, "longer than " + BYTES_MAX + " bytes");
                }
                position = end;
                if (end < limit) {
                    position++;
                    break;
                }
            }
            return line.toByteArray();
        }

        private static boolean isBlank(byte[] text) {
            for (byte each : text) {
                if (each != ' ' && each != '\t' && each != '\r') {
                    return false;
                }
            }
            return true;
        }
    }
}

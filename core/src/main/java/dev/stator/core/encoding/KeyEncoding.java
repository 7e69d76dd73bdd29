package dev.stator.core.encoding;

import dev.stator.core.item.AttributeValue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Key values as bytes whose unsigned order is DynamoDB's: S by UTF-8, B by bytes, N by value. Part of the on-disk format,
 * which docs/format.md describes.
 *
 * <p>A value that stands alone is encoded as it is ({@link #alone}); one that others follow is encoded so that it ends
 * itself ({@link #appendTo}), and no encoded value is the beginning of another one.
 */
public final class KeyEncoding {
    private static final int ESCAPED = 0x00;
    private static final int ESCAPE_ZERO = 0xff;
    private static final int ESCAPE_END = 0x01;

    private KeyEncoding() {}

    /** The only component of a collection or position. */
    public static byte[] alone(AttributeValue value) {
        return switch (value) {
            case AttributeValue.S s -> s.value().getBytes(StandardCharsets.UTF_8);
            case AttributeValue.B b -> b.value();
            case AttributeValue.N n -> NumberEncoding.encode(n.value());
            default -> throw notAKey(value);
        };
    }

    /** One component of several: zero bytes are escaped and an end mark follows; numbers end themselves. */
    public static void appendTo(ByteArrayOutputStream out, AttributeValue value) {
        if (value instanceof AttributeValue.N) {
            out.writeBytes(alone(value));
        } else {
            appendEscaped(out, alone(value));
            out.write(ESCAPED);
            out.write(ESCAPE_END);
        }
    }

    /** What all components begin with whose S or B value begins with this one. */
    public static void appendPrefixTo(ByteArrayOutputStream out, AttributeValue value) {
        appendEscaped(out, alone(value));
    }

    private static void appendEscaped(ByteArrayOutputStream out, byte[] bytes) {
        for (byte b : bytes) {
            out.write(b);
            if (b == ESCAPED) {
                out.write(ESCAPE_ZERO);
            }
        }
    }

    private static IllegalArgumentException notAKey(AttributeValue value) {
        return new IllegalArgumentException("a key cannot be of type " + value.typeName());
    }
}

package dev.stator.core.write;

import dev.stator.core.item.AttributeValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says whether two requests ask for the same: a SHA-256 of what they mean, in which the order of map members and set members
 * plays no part, since clients may send them in any. The parts are added in an order that the operation defines.
 */
public final class PayloadDigest {
    private static final int ABSENT = -1;

    private static final int BUFFER_BYTES = 512;

    private final MessageDigest digest = sha256();
    /** Parts are mostly of a few bytes, too few to be worth a call each. */
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    /** The digest of a request with a token, of whose parts there may be much; nothing where there is no token to compare it for. */
    public static byte[] of(@Nullable String token, Consumer<PayloadDigest> parts) {
        if (token == null) {
            return new byte[0];
        }
        PayloadDigest digest = new PayloadDigest();
        parts.accept(digest);
        return digest.toByteArray();
    }

    public PayloadDigest text(@Nullable String text) {
        bytes(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public PayloadDigest names(@Nullable Map<String, String> names) {
        count(names == null ? ABSENT : names.size());
        if (names != null) {
            new TreeMap<>(names).forEach((name, attribute) -> text(name).text(attribute));
        }
        return this;
    }

    public PayloadDigest attributes(@Nullable Map<String, AttributeValue> attributes) {
        count(attributes == null ? ABSENT : attributes.size());
        if (attributes != null) {
            new TreeMap<>(attributes).forEach((name, value) -> text(name).value(value));
        }
        return this;
    }

    public PayloadDigest value(AttributeValue value) {
        text(value.typeName());
        switch (value) {
            case AttributeValue.S s -> text(s.value());
            case AttributeValue.N n -> text(n.value().text());
            case AttributeValue.B b -> bytes(b.value());
            case AttributeValue.Bool bool -> text(Boolean.toString(bool.value()));
            case AttributeValue.Null ignored -> {}
            case AttributeValue.M map -> attributes(map.value());
            case AttributeValue.L list -> {
                count(list.value().size());
                list.value().forEach(this::value);
            }
            case AttributeValue.SetValue set -> members(set.members());
        }
        return this;
    }

    /** The digest of everything that was added. To be called once. */
    public byte[] toByteArray() {
        flush();
        return digest.digest();
    }

    private void members(Collection<? extends AttributeValue> members) {
        List<String> texts =
                members.stream().map(PayloadDigest::memberText).sorted().toList();
        count(texts.size());
        texts.forEach(this::text);
    }

    private static String memberText(AttributeValue member) {
        return switch (member) {
            case AttributeValue.S s -> s.value();
            case AttributeValue.N n -> n.value().text();
            case AttributeValue.B b -> HexFormat.of().formatHex(b.value());
            default -> throw new IllegalStateException("a set has no members of type " + member.typeName());
        };
    }

    // Lengths go in front, so that no two sequences of parts are the same bytes.
    private void bytes(byte @Nullable [] bytes) {
        count(bytes == null ? ABSENT : bytes.length);
        if (bytes == null) {
            return;
        }
        if (bytes.length > buffer.remaining()) {
            flush();
        }
        if (bytes.length > BUFFER_BYTES) {
            digest.update(bytes);
        } else {
            buffer.put(bytes);
        }
    }

    private void count(int count) {
        if (buffer.remaining() < Integer.BYTES) {
            flush();
        }
        buffer.putInt(count);
    }

    private void flush() {
        digest.update(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

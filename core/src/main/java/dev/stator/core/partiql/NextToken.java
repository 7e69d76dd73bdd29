package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.table.Table;
import dev.stator.core.write.PayloadDigest;
import dev.stator.storage.EntryKey;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the next page of a SELECT statement begins, as clients hand it back: a version, a digest, and the {@link
 * SelectReader.Place}. The digest is of the place, the table, the statement and its parameters, so a token that was changed, or
 * that belongs to another statement, is refused. It hides nothing and needs no key: whoever makes a token of his own begins
 * his own page elsewhere, and that is all.
 */
public final class NextToken {
    private static final byte VERSION = 1;
    private static final int DIGEST_BYTES = 16;

    private final Table table;
    private final String statement;
    private final List<AttributeValue> parameters;

    /** The tokens of one statement. */
    public NextToken(Table table, String statement, List<AttributeValue> parameters) {
        this.table = table;
        this.statement = statement;
        this.parameters = parameters;
    }

    /** The token for a place. */
    public String encode(SelectReader.Place place) {
        byte[] bytes = placeBytes(place);
        ByteBuffer token = ByteBuffer.allocate(1 + DIGEST_BYTES + bytes.length);
        token.put(VERSION).put(digest(bytes)).put(bytes);
        return Base64.getEncoder().encodeToString(token.array());
    }

    /**
     * The place that a token was made for.
     *
     * @throws ApiException a ValidationException if this statement has no such token
     */
    public SelectReader.Place decode(String token, SelectPlan plan) {
        try {
            ByteBuffer in = ByteBuffer.wrap(Base64.getDecoder().decode(token));
            byte version = in.get();
            byte[] digest = new byte[DIGEST_BYTES];
            in.get(digest);
            byte[] bytes = new byte[in.remaining()];
            in.get(bytes);
            if (version != VERSION || !MessageDigest.isEqual(digest, digest(bytes))) {
                throw invalid();
            }
            SelectReader.Place place = place(ByteBuffer.wrap(bytes));
            check(place, plan);
            return place;
        } catch (IllegalArgumentException | BufferUnderflowException | NegativeArraySizeException e) {
            throw invalid();
        }
    }

    /** A digest can be computed by anybody, so what it covers is checked as if it were not there. */
    private static void check(SelectReader.Place place, SelectPlan plan) {
        List<SelectPlan.Slice> slices = plan.slices();
        if (place.slice() < 0 || place.slice() >= (slices == null ? 1 : slices.size())) {
            throw invalid();
        }
        EntryKey after = place.after();
        if (slices != null && after != null) {
            SelectPlan.Slice slice = slices.get(place.slice());
            if (!Arrays.equals(slice.collection(), after.collection())
                    || !slice.positions().contains(after.position())) {
                throw invalid();
            }
        }
    }

    private byte[] digest(byte[] placeBytes) {
        PayloadDigest digest = new PayloadDigest()
                .text(table.definition().tableId())
                .text(statement)
                .value(new AttributeValue.L(parameters))
                .value(new AttributeValue.B(placeBytes));
        return Arrays.copyOf(digest.toByteArray(), DIGEST_BYTES);
    }

    private static byte[] placeBytes(SelectReader.Place place) {
        EntryKey after = place.after();
        if (after == null) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(0, place.slice()).array();
        }
        byte[] collection = after.collection();
        byte[] position = after.position();
        return ByteBuffer.allocate(2 * Integer.BYTES + collection.length + position.length)
                .putInt(place.slice())
                .putInt(collection.length)
                .put(collection)
                .put(position)
                .array();
    }

    private static SelectReader.Place place(ByteBuffer in) {
        int slice = in.getInt();
        return new SelectReader.Place(slice, in.hasRemaining() ? key(in) : null);
    }

    private static @Nullable EntryKey key(ByteBuffer in) {
        int length = in.getInt();
        if (length > in.remaining()) {
            throw invalid();
        }
        byte[] collection = new byte[length];
        in.get(collection);
        byte[] position = new byte[in.remaining()];
        in.get(position);
        return new EntryKey(collection, position);
    }

    private static ApiException invalid() {
        return ApiException.validation("The provided NextToken does not belong to this statement");
    }
}

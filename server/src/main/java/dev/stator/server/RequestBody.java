package dev.stator.server;

import dev.stator.core.wire.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Gathers the body of one request as it arrives, within the limit of one body and the budget of all. Not thread-safe. */
final class RequestBody {
    private static final byte[] NONE = new byte[0];
    // A client may announce 16 MB and send nothing, so more than this is not believed before it is there.
    private static final int TRUSTED_BYTES_MAX = 64 * 1024;

    private final int bytesMax;
    private final ByteBudget budget;
    private byte[] bytes = NONE;
    private int length;

    /** What became of a part. */
    enum Outcome {
        KEPT,
        BODY_TOO_LARGE,
        OUT_OF_BUDGET
    }

    RequestBody(int bytesMax, ByteBudget budget) {
        this.bytesMax = bytesMax;
        this.budget = budget;
    }

    /**
     * Appends the next part; reads it without releasing it.
     *
     * @param announced the length of the whole body as the client gave it, or -1
     */
    Outcome append(ByteBuf part, long announced) {
        int count = part.readableBytes();
        if (count == 0) {
            return Outcome.KEPT;
        }
        if (length + count > bytesMax) {
            return Outcome.BODY_TOO_LARGE;
        }
        if (length + count > bytes.length && !grow(length + count, announced)) {
            return Outcome.OUT_OF_BUDGET;
        }
        part.readBytes(bytes, length, count);
        length += count;
        return Outcome.KEPT;
    }

    /** The whole body. */
    byte[] toByteArray() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Gives the budget back, once the body is of no more use. */
    void release() {
        budget.release(bytes.length);
        bytes = NONE;
        length = 0;
    }

    private boolean grow(int needed, long announced) {
        int trusted = (int) Math.min(announced, TRUSTED_BYTES_MAX);
        int capacity = Math.min(bytesMax, Math.max(needed, Math.max(trusted, bytes.length * 2)));
        if (!budget.reserve(capacity - bytes.length)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, capacity);
        return true;
    }
}

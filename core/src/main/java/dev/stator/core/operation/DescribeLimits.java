package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;

/**
 * Tells the quotas of provisioned throughput: those that AWS gives a new account, since clients compute with them.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas</a>
 */
public final class DescribeLimits implements Operation {
    private static final int ACCOUNT_MAX = 80_000;
    private static final int TABLE_MAX = 40_000;

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        in.beginBody();
        in.skip();
        in.endBody();
        out.beginObject();
        out.field("AccountMaxReadCapacityUnits").number(ACCOUNT_MAX);
        out.field("AccountMaxWriteCapacityUnits").number(ACCOUNT_MAX);
        out.field("TableMaxReadCapacityUnits").number(TABLE_MAX);
        out.field("TableMaxWriteCapacityUnits").number(TABLE_MAX);
        out.endObject();
    }
}

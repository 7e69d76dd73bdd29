package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;

/**
 * Tells a client that discovers endpoints where to go: here. AWS answers its regional host; that answer would send the
 * client's further requests, and its data, to AWS.
 */
public final class DescribeEndpoints implements Operation {
    private static final int CACHE_PERIOD_MINUTES = 1_440;

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        in.beginBody();
        in.skip();
        in.endBody();
        out.beginObject().field("Endpoints").beginArray().beginObject();
        out.field("Address").string(session.host());
        out.field("CachePeriodInMinutes").number(CACHE_PERIOD_MINUTES);
        out.endObject().endArray().endObject();
    }
}

package dev.stator.storage.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Prepared statements by their text, with the consistency levels of docs/adr/0014. {@code $.} stands for the keyspace. */
final class Statements {
    static final ConsistencyLevel SERIAL = ConsistencyLevel.LOCAL_SERIAL;
    static final ConsistencyLevel COMMIT = ConsistencyLevel.LOCAL_QUORUM;
    static final ConsistencyLevel PLAIN = ConsistencyLevel.LOCAL_QUORUM;
    static final ConsistencyLevel EVENTUAL = ConsistencyLevel.LOCAL_ONE;

    private final CqlSession session;
    private final String keyspace;
    private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

    Statements(CqlSession session, String keyspace) {
        this.session = session;
        this.keyspace = keyspace;
    }

    /** A conditional statement. The driver must not send it twice: the protocol decides about that. */
    BoundStatement conditional(String text, @Nullable Object... values) {
        return statement(text, values)
                .setConsistencyLevel(COMMIT)
                .setSerialConsistencyLevel(SERIAL)
                .setIdempotent(false);
    }

    BoundStatement read(String text, ConsistencyLevel level, @Nullable Object... values) {
        return statement(text, values).setConsistencyLevel(level).setIdempotent(true);
    }

    /** A statement on a table that no conditional one touches. */
    BoundStatement plain(String text, @Nullable Object... values) {
        return statement(text, values).setConsistencyLevel(PLAIN).setIdempotent(true);
    }

    PreparedStatement prepare(String text) {
        PreparedStatement known = prepared.get(text);
        if (known == null) {
            // Fully named, since a node that restarts prepares again without the keyspace in use.
            known = session.prepare(text.replace("$.", keyspace + "."));
            prepared.put(text, known);
        }
        return known;
    }

    private BoundStatement statement(String text, @Nullable Object... values) {
        return prepare(text).bind(values);
    }
}

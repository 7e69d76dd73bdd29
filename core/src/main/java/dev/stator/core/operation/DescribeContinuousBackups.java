package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.BackupsDescription;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Shows whether point-in-time recovery was asked for, and to which times it would reach. Checks, in order: constraints of
 * TableName; the table exists.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html">
 *     DescribeContinuousBackups</a>
 */
public final class DescribeContinuousBackups implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public DescribeContinuousBackups(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    static String read(RequestReader in) {
        String tableName = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        new Constraints().tableName("tableName", tableName).check();
        return Objects.requireNonNull(tableName);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        String name = read(in);
        TableDefinition table = BackupsDescription.find(name, () -> tables.describe(name));
        new BackupsDescription(table, clock.instant()).write(out);
    }
}

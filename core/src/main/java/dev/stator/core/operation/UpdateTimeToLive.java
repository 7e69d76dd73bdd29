package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import dev.stator.core.table.TimeToLive;
import dev.stator.core.table.input.TableNameInput;
import dev.stator.core.table.update.InUse;
import dev.stator.storage.Tree;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Enables or disables the expiry of a table's items. Any attribute may say when they expire, one of the key included.
 *
 * <p>Checks, in this order: TableName is there · constraints · the table exists · it is not being deleted · it expires by no
 * other attribute · it is not what it shall be already · no earlier change is under way.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html">UpdateTimeToLive</a>
 */
public final class UpdateTimeToLive implements Operation {
    private static final int ATTRIBUTE_NAME_MAX = 255;

    private final Tables tables;
    private final Runnable enabled;

    /** @param enabled told when the items of a table begin to expire */
    public UpdateTimeToLive(Tables tables, Runnable enabled) {
        this.tables = tables;
        this.enabled = enabled;
    }

    /** The request, checked. */
    private record Request(String tableName, Specification specification) {}

    /** The TimeToLiveSpecification, checked. */
    private record Specification(boolean enabled, String attributeName) {}

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Specification specification = request.specification;
        tables.changeTimeToLive(request.tableName, table -> decide(table, specification));
        if (specification.enabled) {
            enabled.run();
        }
        out.beginObject().field("TimeToLiveSpecification").beginObject();
        out.field("Enabled").bool(specification.enabled);
        out.field("AttributeName").string(specification.attributeName);
        out.endObject().endObject();
    }

    private TableDefinition decide(TableDefinition table, Specification wanted) {
        InUse.checkNotDeleting(table);
        TimeToLive current = table.timeToLive();
        if (current == null) {
            if (!wanted.enabled) {
                throw ApiException.validation("TimeToLive is already disabled");
            }
            return table.withTimeToLive(new TimeToLive(
                    wanted.attributeName, new Tree(tables.reserveTree(), 0), TimeToLive.Status.ENABLING));
        }
        if (!current.attribute().equals(wanted.attributeName)) {
            throw ApiException.validation("TimeToLive is active on a different AttributeName: current AttributeName is "
                    + current.attribute());
        }
        if (wanted.enabled && current.status() != TimeToLive.Status.DISABLING) {
            throw ApiException.validation("TimeToLive is already enabled");
        }
        if (current.status() != TimeToLive.Status.ENABLED) {
            throw ApiException.validation("Time to live has been modified multiple times within a fixed interval");
        }
        return table.withTimeToLive(current.disabling());
    }

    private static Request read(RequestReader in) {
        String tableName = null;
        Members specification = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "TimeToLiveSpecification" -> specification = Members.read(in);
                default -> in.skip();
            }
        }
        in.endBody();
        String name = TableNameInput.required(tableName);
        Constraints constraints =
                new Constraints().tableName("tableName", name).notNull("timeToLiveSpecification", specification);
        if (specification != null) {
            specification.constrain(constraints);
        }
        constraints.check();
        return new Request(name, Objects.requireNonNull(specification).checked());
    }

    /** The members of the TimeToLiveSpecification, as far as they are there. */
    private record Members(
            @Nullable Boolean enabled, @Nullable String attributeName) {
        static @Nullable Members read(RequestReader in) {
            if (!in.beginStructure("TimeToLiveSpecification")) {
                return null;
            }
            Boolean enabled = null;
            String attributeName = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "Enabled" -> enabled = in.bool();
                    case "AttributeName" -> attributeName = in.string();
                    default -> in.skip();
                }
            }
            return new Members(enabled, attributeName);
        }

        void constrain(Constraints constraints) {
            constraints
                    .notNull("timeToLiveSpecification.attributeName", attributeName)
                    .length("timeToLiveSpecification.attributeName", attributeName, 1, ATTRIBUTE_NAME_MAX)
                    .notNull("timeToLiveSpecification.enabled", enabled);
        }

        Specification checked() {
            return new Specification(Objects.requireNonNull(enabled), Objects.requireNonNull(attributeName));
        }
    }
}

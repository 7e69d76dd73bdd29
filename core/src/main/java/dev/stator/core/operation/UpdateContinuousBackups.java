package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Attachments;
import dev.stator.core.table.BackupsDescription;
import dev.stator.core.table.PointInTimeRecovery;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Enables or disables point-in-time recovery, at once. Stator describes it, and keeps no backups. To enable it again while
 * it is enabled changes the period alone; to disable it forgets since when it was enabled.
 *
 * <p>Checks, in this order: constraints of all members together · no period where it is disabled · the table exists.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContinuousBackups.html">
 *     UpdateContinuousBackups</a>
 */
public final class UpdateContinuousBackups implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public UpdateContinuousBackups(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    private record Request(String tableName, Specification specification) {}

    /** PointInTimeRecoverySpecification, as it was given. */
    private record Specification(
            @Nullable Boolean enabled, @Nullable Integer periodDays) {
        static @Nullable Specification read(RequestReader in) {
            if (!in.beginStructure("PointInTimeRecoverySpecification")) {
                return null;
            }
            Boolean enabled = null;
            Integer periodDays = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "PointInTimeRecoveryEnabled" -> enabled = in.bool();
                    case "RecoveryPeriodInDays" -> periodDays = in.integer();
                    default -> in.skip();
                }
            }
            return new Specification(enabled, periodDays);
        }

        void constrain(Constraints constraints) {
            String path = "pointInTimeRecoverySpecification.";
            constraints
                    .notNull(path + "pointInTimeRecoveryEnabled", enabled)
                    .atLeast(path + "recoveryPeriodInDays", periodDays, 1)
                    .atMost(path + "recoveryPeriodInDays", periodDays, PointInTimeRecovery.PERIOD_DAYS_MAX);
        }

        boolean isEnabled() {
            return Boolean.TRUE.equals(enabled);
        }

        @Nullable
        PointInTimeRecovery apply(@Nullable PointInTimeRecovery current, Instant now) {
            if (!isEnabled()) {
                return null;
            }
            return new PointInTimeRecovery(
                    current == null ? now : current.since(),
                    periodDays == null ? PointInTimeRecovery.PERIOD_DAYS_MAX : periodDays);
        }
    }

    private static Request read(RequestReader in) {
        String tableName = null;
        Specification specification = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "PointInTimeRecoverySpecification" -> specification = Specification.read(in);
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        constraints.tableName("tableName", tableName).notNull("pointInTimeRecoverySpecification", specification);
        if (specification != null) {
            specification.constrain(constraints);
        }
        constraints.check();
        Request request = new Request(Objects.requireNonNull(tableName), Objects.requireNonNull(specification));
        if (!request.specification.isEnabled() && request.specification.periodDays != null) {
            throw ApiException.validation(
                    "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.");
        }
        return request;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Instant now = clock.instant();
        TableDefinition changed = BackupsDescription.find(
                request.tableName,
                () -> tables.change(request.tableName, table -> decide(request, table, now))
                        .after());
        new BackupsDescription(changed, now).write(out);
    }

    private static TableDefinition decide(Request request, TableDefinition table, Instant now) {
        BackupsDescription.checkThere(table);
        Attachments attachments = table.settings().attachments();
        PointInTimeRecovery recovery = request.specification.apply(attachments.pointInTimeRecovery(), now);
        return table.withSettings(table.settings().withAttachments(attachments.withPointInTimeRecovery(recovery)));
    }
}

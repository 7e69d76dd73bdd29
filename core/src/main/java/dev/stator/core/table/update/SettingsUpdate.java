package dev.stator.core.table.update;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.table.StreamSettings;
import dev.stator.core.table.TableClass;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableSettings;
import dev.stator.core.table.input.EncryptionInput;
import dev.stator.core.table.input.StreamInput;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A change of what a table was told besides keys, indexes and throughput; null for what stays. */
public record SettingsUpdate(
        @Nullable StreamInput stream,
        @Nullable EncryptionInput encryption,
        @Nullable String tableClass,
        @Nullable Boolean deletionProtected) {
    /** The table with this change made; throws if it changes nothing where DynamoDB wants a change. */
    public TableDefinition apply(TableDefinition table, Session session, Instant now) {
        TableSettings settings = table.settings();
        if (deletionProtected != null) {
            settings = settings.withDeletionProtected(deletionProtected);
        }
        if (tableClass != null) {
            settings = settings.withTableClass(tableClass(settings.tableClass(), tableClass, now));
        }
        if (encryption != null) {
            settings = settings.withKmsKeyArn(kmsKeyArn(settings.kmsKeyArn(), encryption, session));
        }
        if (stream != null) {
            InUse.checkNoIndexIsChanging(table, "stream status");
            settings = settings.withStream(stream(table, stream, now));
        }
        return table.withSettings(settings);
    }

    private static @Nullable TableClass tableClass(@Nullable TableClass current, String wanted, Instant now) {
        boolean isCurrent = wanted.equals(current == null ? TableClass.STANDARD : current.name());
        return isCurrent ? current : new TableClass(wanted, now);
    }

    private static @Nullable String kmsKeyArn(@Nullable String current, EncryptionInput encryption, Session session) {
        String wanted = encryption.kmsKeyArn(session);
        if (wanted == null && current == null) {
            throw ApiException.invalidParameter("Table is already encrypted by default");
        }
        if (current != null && current.equals(encryption.kmsMasterKeyId())) {
            throw ApiException.invalidParameter(
                    "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId"
                            + " parameter if you want to change Master Key");
        }
        return wanted;
    }

    private static StreamSettings stream(TableDefinition table, StreamInput wanted, Instant now) {
        StreamSettings current = table.settings().stream();
        boolean enabled = current != null && current.enabled();
        if (wanted.isEnabled()) {
            if (enabled) {
                throw ApiException.validation("Table already has an enabled stream: TableName: " + table.name());
            }
            return wanted.begin(now);
        }
        if (current == null || !enabled) {
            throw ApiException.validation("Table has no stream to disable: TableName: " + table.name());
        }
        return current.disabled();
    }
}

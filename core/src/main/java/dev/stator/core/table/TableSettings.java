package dev.stator.core.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a table was told that neither reads nor writes of items depend on.
 *
 * @param stream     null if there never was one
 * @param tableClass null if none was ever named
 * @param kmsKeyArn  the key of server-side encryption by KMS, else null; it is shown, and not used
 * @param tags       by key, in the order in which they were given
 */
public record TableSettings(
        Billing billing,
        Capacity capacity,
        boolean deletionProtected,
        @Nullable StreamSettings stream,
        @Nullable TableClass tableClass,
        @Nullable String kmsKeyArn,
        Attachments attachments,
        Map<String, String> tags) {
    public TableSettings {
        tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
    }

    public TableSettings withBilling(Billing newBilling) {
        return new TableSettings(
                newBilling, capacity, deletionProtected, stream, tableClass, kmsKeyArn, attachments, tags);
    }

    public TableSettings withCapacity(Capacity newCapacity) {
        return new TableSettings(
                billing, newCapacity, deletionProtected, stream, tableClass, kmsKeyArn, attachments, tags);
    }

    public TableSettings withDeletionProtected(boolean newDeletionProtected) {
        return new TableSettings(
                billing, capacity, newDeletionProtected, stream, tableClass, kmsKeyArn, attachments, tags);
    }

    public TableSettings withStream(StreamSettings newStream) {
        return new TableSettings(
                billing, capacity, deletionProtected, newStream, tableClass, kmsKeyArn, attachments, tags);
    }

    public TableSettings withTableClass(@Nullable TableClass newTableClass) {
        return new TableSettings(
                billing, capacity, deletionProtected, stream, newTableClass, kmsKeyArn, attachments, tags);
    }

    public TableSettings withKmsKeyArn(@Nullable String newKmsKeyArn) {
        return new TableSettings(
                billing, capacity, deletionProtected, stream, tableClass, newKmsKeyArn, attachments, tags);
    }

    public TableSettings withAttachments(Attachments newAttachments) {
        return new TableSettings(
                billing, capacity, deletionProtected, stream, tableClass, kmsKeyArn, newAttachments, tags);
    }

    public TableSettings withTags(Map<String, String> newTags) {
        return new TableSettings(
                billing, capacity, deletionProtected, stream, tableClass, kmsKeyArn, attachments, newTags);
    }
}

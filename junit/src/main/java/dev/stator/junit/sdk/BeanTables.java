package dev.stator.junit.sdk;

import dev.stator.junit.schema.TableBlueprint;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Tables as the beans of the enhanced client want them. */
public final class BeanTables {
    private BeanTables() {}

    /**
     * The table of a bean. As in the enhanced client, an index that the bean gives no partition key of its own is local; all
     * indexes have all attributes.
     *
     * @param bean a class with {@code @DynamoDbBean} or {@code @DynamoDbImmutable}
     */
    public static TableBlueprint.Draft draft(Class<?> bean, String tableName) {
        TableMetadata metadata = TableSchema.fromClass(bean).tableMetadata();
        TableBlueprint.Draft draft = TableBlueprint.table(tableName, key(metadata, metadata.primaryPartitionKey()));
        metadata.primarySortKey().ifPresent(sortKey -> draft.sortKey(key(metadata, sortKey)));
        for (IndexMetadata index : metadata.indices()) {
            if (index.name().equals(TableMetadata.primaryIndexName())) {
                continue;
            }
            List<String> sortKeys = keys(metadata, index.sortKeys());
            if (index.partitionKeys().isEmpty()) {
                draft.localIndex(index.name(), sortKeys.getFirst(), List.of());
            } else {
                draft.globalIndex(index.name(), keys(metadata, index.partitionKeys()), sortKeys, List.of());
            }
        }
        return draft;
    }

    private static List<String> keys(TableMetadata metadata, List<KeyAttributeMetadata> attributes) {
        List<String> keys = new ArrayList<>();
        attributes.forEach(attribute -> keys.add(key(metadata, attribute.name())));
        return keys;
    }

    private static String key(TableMetadata metadata, String attribute) {
        return attribute + ":" + metadata.scalarAttributeType(attribute).orElseThrow();
    }
}

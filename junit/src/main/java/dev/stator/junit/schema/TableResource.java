package dev.stator.junit.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a CreateTable request of the properties of an {@code AWS::DynamoDB::Table} or {@code AWS::DynamoDB::GlobalTable}.
 *
 * @see <a href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html">
 *     AWS::DynamoDB::Table</a>
 */
final class TableResource {
    private static final Set<String> TYPES = Set.of("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable");

    /** They are in CreateTable as they are in a template. */
    private static final Set<String> SAME = Set.of(
            "AttributeDefinitions",
            "BillingMode",
            "DeletionProtectionEnabled",
            "KeySchema",
            "OnDemandThroughput",
            "ProvisionedThroughput",
            "TableClass",
            "Tags",
            "WarmThroughput");

    private static final Set<String> INDEXES = Set.of("GlobalSecondaryIndexes", "LocalSecondaryIndexes");

    /** They change nothing that a test of one database could see. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "ContributorInsightsSpecification",
            "GlobalTableSettingsReplicationMode",
            "GlobalTableWitnesses",
            "ImportSourceSpecification",
            "KinesisStreamSpecification",
            "MultiRegionConsistency",
            "PointInTimeRecoverySpecification",
            "ReadOnDemandThroughputSettings",
            "ReadProvisionedThroughputSettings",
            "Replicas",
            "ResourcePolicy",
            "SSESpecification",
            "WriteOnDemandThroughputSettings",
            "WriteProvisionedThroughputSettings");

    /** Members of an index that are not CreateTable's. */
    private static final Set<String> INDEX_WITHOUT_EFFECT = Set.of(
            "ContributorInsightsSpecification",
            "ReadOnDemandThroughputSettings",
            "ReadProvisionedThroughputSettings",
            "WriteOnDemandThroughputSettings",
            "WriteProvisionedThroughputSettings");

    /** Members that are numbers, which templates often have as strings. */
    private static final Set<String> NUMBERS = Set.of(
            "MaxReadRequestUnits",
            "MaxWriteRequestUnits",
            "ReadCapacityUnits",
            "ReadUnitsPerSecond",
            "WriteCapacityUnits",
            "WriteUnitsPerSecond");

    private final Intrinsics intrinsics;
    private final Map<String, Object> request = new LinkedHashMap<>();
    private @Nullable String timeToLive;

    TableResource(Intrinsics intrinsics) {
        this.intrinsics = intrinsics;
    }

    static boolean isTable(Map<?, ?> resource) {
        return resource.get("Type") instanceof String type && TYPES.contains(type);
    }

    /** The table; what the template names it goes before {@code defaultName}. */
    TableBlueprint blueprint(String defaultName, @Nullable Object properties) {
        if (!(properties instanceof Map<?, ?> members)) {
            throw new TemplateException("it has no Properties");
        }
        request.put("TableName", defaultName);
        members.forEach((name, value) -> {
            Object resolved = intrinsics.resolve(String.valueOf(name), value);
            if (resolved != null) {
                add(String.valueOf(name), resolved);
            }
        });
        // A global table's capacity is that of its replicas, which scale; here it is what does not throttle.
        if (members.containsKey("Replicas") || members.containsKey("WriteProvisionedThroughputSettings")) {
            request.put("BillingMode", "PAY_PER_REQUEST");
        }
        return new TableBlueprint(String.valueOf(request.get("TableName")), request, timeToLive);
    }

    private void add(String name, Object value) {
        if (name.equals("TableName") || SAME.contains(name)) {
            request.put(name, convert(value));
        } else if (INDEXES.contains(name)) {
            request.put(name, indexes(name, value));
        } else if (name.equals("StreamSpecification")) {
            Map<String, Object> stream = new LinkedHashMap<>();
            stream.put("StreamEnabled", true);
            stream.put("StreamViewType", member(name, value, "StreamViewType", "NEW_AND_OLD_IMAGES"));
            request.put(name, stream);
        } else if (name.equals("TimeToLiveSpecification")) {
            boolean enabled = Boolean.parseBoolean(String.valueOf(member(name, value, "Enabled", "true")));
            timeToLive = enabled ? String.valueOf(member(name, value, "AttributeName", "")) : null;
        } else if (!WITHOUT_EFFECT.contains(name)) {
            throw new TemplateException("the property " + name + " is unknown");
        }
    }

    private static List<Object> indexes(String name, Object value) {
        List<Object> indexes = new ArrayList<>();
        if (!(value instanceof List<?> elements)) {
            throw new TemplateException(name + " is no list");
        }
        for (Object element : elements) {
            if (!(element instanceof Map<?, ?> members)) {
                throw new TemplateException(name + " has " + element + " where an index belongs");
            }
            Map<String, Object> index = new LinkedHashMap<>();
            members.forEach((member, memberValue) -> {
                if (!INDEX_WITHOUT_EFFECT.contains(String.valueOf(member))) {
                    index.put(String.valueOf(member), convert(memberValue));
                }
            });
            indexes.add(index);
        }
        return indexes;
    }

    private static Object member(String name, Object value, String member, String absent) {
        if (!(value instanceof Map<?, ?> members)) {
            throw new TemplateException(name + " is no object");
        }
        Object found = members.get(member);
        return found == null ? absent : found;
    }

    /** Numbers and booleans that are strings become what CreateTable wants. */
    private static Object convert(Object value) {
        if (value instanceof List<?> elements) {
            List<Object> converted = new ArrayList<>();
            elements.forEach(element -> converted.add(convert(element)));
            return converted;
        }
        if (!(value instanceof Map<?, ?> members)) {
            return value.equals("true") || value.equals("false") ? Boolean.valueOf(value.toString()) : value;
        }
        Map<String, Object> converted = new LinkedHashMap<>();
        members.forEach((name, member) -> converted.put(
                String.valueOf(name),
                NUMBERS.contains(String.valueOf(name)) ? number(String.valueOf(name), member) : convert(member)));
        return converted;
    }

    private static Object number(String name, Object value) {
        try {
            return value instanceof Long ? value : Long.valueOf(value.toString());
        } catch (NumberFormatException e) {
            throw new TemplateException(name + " is " + value + ", which is no whole number", e);
        }
    }
}

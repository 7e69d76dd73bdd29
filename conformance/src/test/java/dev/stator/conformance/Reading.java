package dev.stator.conformance;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A bean as applications write them for the enhanced client, which asks for accessors with get and set. */
@DynamoDbBean
public final class Reading {
    private @Nullable String device;
    private @Nullable String time;
    private @Nullable String kind;
    private @Nullable Double celsius;
    private @Nullable List<String> tags;
    private @Nullable Set<Integer> codes;
    private @Nullable Map<String, String> labels;
    private @Nullable Long version;

    /** For the enhanced client. */
    public Reading() {}

    Reading(String device, String time, String kind, double celsius) {
        this.device = device;
        this.time = time;
        this.kind = kind;
        this.celsius = celsius;
    }

    @DynamoDbPartitionKey
    public @Nullable String getDevice() {
        return device;
    }

    public void setDevice(@Nullable String device) {
        this.device = device;
    }

    @DynamoDbSortKey
    public @Nullable String getTime() {
        return time;
    }

    public void setTime(@Nullable String time) {
        this.time = time;
    }

    @DynamoDbSecondaryPartitionKey(indexNames = "by-kind")
    public @Nullable String getKind() {
        return kind;
    }

    public void setKind(@Nullable String kind) {
        this.kind = kind;
    }

    public @Nullable Double getCelsius() {
        return celsius;
    }

    public void setCelsius(@Nullable Double celsius) {
        this.celsius = celsius;
    }

    public @Nullable List<String> getTags() {
        return tags;
    }

    public void setTags(@Nullable List<String> tags) {
        this.tags = tags;
    }

    public @Nullable Set<Integer> getCodes() {
        return codes;
    }

    public void setCodes(@Nullable Set<Integer> codes) {
        this.codes = codes;
    }

    public @Nullable Map<String, String> getLabels() {
        return labels;
    }

    public void setLabels(@Nullable Map<String, String> labels) {
        this.labels = labels;
    }

    @DynamoDbVersionAttribute
    public @Nullable Long getVersion() {
        return version;
    }

    public void setVersion(@Nullable Long version) {
        this.version = version;
    }
}

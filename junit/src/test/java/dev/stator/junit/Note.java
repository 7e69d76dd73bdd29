package dev.stator.junit;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A bean with an index of each kind. */
@DynamoDbBean
public class Note {
    private String author = "";
    private int number;
    private @Nullable String topic;
    private @Nullable Long changed;

    @DynamoDbPartitionKey
    public String getAuthor() {
        return author;
    }

    public void setAuthor(String author) {
        this.author = author;
    }

    @DynamoDbSortKey
    public int getNumber() {
        return number;
    }

    public void setNumber(int number) {
        this.number = number;
    }

    @DynamoDbSecondaryPartitionKey(indexNames = "by-topic")
    public @Nullable String getTopic() {
        return topic;
    }

    public void setTopic(@Nullable String topic) {
        this.topic = topic;
    }

    @DynamoDbSecondarySortKey(indexNames = "by-change")
    public @Nullable Long getChanged() {
        return changed;
    }

    public void setChanged(@Nullable Long changed) {
        this.changed = changed;
    }
}

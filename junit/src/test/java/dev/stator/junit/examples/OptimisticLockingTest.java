package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.BeanTable;
import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** A wiki: who saves over a version that he has not seen is told so, and an edit that merges is tried again. */
@StatorTest
@BeanTable(OptimisticLockingTest.Page.class)
class OptimisticLockingTest {
    @DynamoDbBean
    public static class Page {
        private String title;
        private String text;
        private Integer version;

        @DynamoDbPartitionKey
        public String getTitle() {
            return title;
        }

        public void setTitle(String title) {
            this.title = title;
        }

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }

        @DynamoDbVersionAttribute
        public Integer getVersion() {
            return version;
        }

        public void setVersion(Integer version) {
            this.version = version;
        }
    }

    /** Edits by a function, again on the newer text as long as somebody else was faster. */
    record Wiki(DynamoDbTable<Page> pages) {
        Page read(String title) {
            return pages.getItem(Key.builder().partitionValue(title).build());
        }

        Page edit(String title, UnaryOperator<String> change) {
            while (true) {
                Page page = read(title);
                page.setText(change.apply(page.getText()));
                try {
                    return pages.updateItem(page);
                } catch (ConditionalCheckFailedException e) {
                    // Somebody else was faster; his text is read now.
                }
            }
        }
    }

    @Injected
    private Stator stator;

    @Injected
    private DynamoDbTable<Page> pages;

    private Wiki wiki;

    @BeforeEach
    void write() {
        wiki = new Wiki(pages);
        Page page = new Page();
        page.setTitle("Dynamo");
        page.setText("A machine.");
        pages.putItem(page);
    }

    @Test
    void ofTwoWhoReadTheSameVersionOneIsRefused() {
        Page first = wiki.read("Dynamo");
        Page second = wiki.read("Dynamo");
        first.setText("A generator.");
        second.setText("An engine.");

        pages.updateItem(first);

        assertThatThrownBy(() -> pages.updateItem(second)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(wiki.read("Dynamo").getText()).isEqualTo("A generator.");
    }

    @Test
    void anEditIsTriedAgainOnTheNewerText() {
        boolean[] interrupted = {false};
        wiki.edit("Dynamo", text -> {
            if (!interrupted[0]) {
                interrupted[0] = true;
                wiki.edit("Dynamo", other -> other + " It turns.");
            }
            return text + " It hums.";
        });

        assertThat(wiki.read("Dynamo").getText()).isEqualTo("A machine. It turns. It hums.");
        assertThat(wiki.read("Dynamo").getVersion()).isEqualTo(3);
        assertThat(stator.requests().of("UpdateItem"))
                .extracting(request -> request.error())
                .containsExactly(null, "ConditionalCheckFailedException", null);
    }
}

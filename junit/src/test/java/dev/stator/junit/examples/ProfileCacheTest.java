package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.BeanTable;
import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** An asynchronous cache in front of a table: however many ask at once, the table is asked once. */
@StatorTest
@BeanTable(ProfileCacheTest.Profile.class)
class ProfileCacheTest {
    @DynamoDbBean
    public static class Profile {
        private String user;
        private String motto;

        @DynamoDbPartitionKey
        public String getUser() {
            return user;
        }

        public void setUser(String user) {
            this.user = user;
        }

        public String getMotto() {
            return motto;
        }

        public void setMotto(String motto) {
            this.motto = motto;
        }
    }

    static final class ProfileCache {
        private final DynamoDbAsyncTable<Profile> table;
        private final Map<String, CompletableFuture<Profile>> cached = new ConcurrentHashMap<>();

        ProfileCache(DynamoDbAsyncTable<Profile> table) {
            this.table = table;
        }

        CompletableFuture<Profile> get(String user) {
            return cached.computeIfAbsent(
                    user, key -> table.getItem(Key.builder().partitionValue(key).build()));
        }

        CompletableFuture<Void> save(Profile profile) {
            return table.putItem(profile).thenRun(() -> cached.remove(profile.getUser()));
        }
    }

    @Injected
    private Stator stator;

    private ProfileCache cache;

    @BeforeEach
    void save(DynamoDbAsyncTable<Profile> table) {
        cache = new ProfileCache(table);
        cache.save(profile("ann", "festina lente")).join();
    }

    @Test
    void theTableIsAskedOnce() {
        CompletableFuture.allOf(
                        IntStream.range(0, 50).mapToObj(i -> cache.get("ann")).toArray(CompletableFuture[]::new))
                .join();

        assertThat(cache.get("ann").join().getMotto()).isEqualTo("festina lente");
        assertThat(stator).requested("GetItem", 1).consumedAtMost(0.5, 0);
    }

    @Test
    void aSavedProfileIsReadAnew() {
        cache.get("ann").join();
        cache.save(profile("ann", "carpe diem")).join();

        assertThat(cache.get("ann").join().getMotto()).isEqualTo("carpe diem");
        assertThat(stator).requested("GetItem", 2);
    }

    private static Profile profile(String user, String motto) {
        Profile profile = new Profile();
        profile.setUser(user);
        profile.setMotto(motto);
        return profile;
    }
}

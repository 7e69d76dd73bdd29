package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kit without what only some of its users have: each with class paths from which that is missing. */
class OptionalDependenciesTest {
    @Test
    void withoutTheServerAPortIsRefusedWithWhatToAdd() throws Throwable {
        try (URLClassLoader without = without("stator-server", "/server/target/", "netty-", "rocksdb");
                AutoCloseable stator = inMemory(without)) {
            assertThat(call(stator, "dynamoDbClient")).isNotNull();
            assertThatThrownBy(() -> call(stator, "endpoint"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("add dev.stator:stator-server to the test dependencies");
        }
    }

    @Test
    void withoutTheEnhancedClientAssertJAndJUnitAllElseWorks() throws Throwable {
        try (URLClassLoader without = without("dynamodb-enhanced", "assertj-", "junit-jupiter", "junit-platform");
                AutoCloseable stator = inMemory(without)) {
            assertThat(call(stator, "dynamoDbClient")).isNotNull();
            assertThat(call(stator, "dynamoDbAsyncClient")).isNotNull();
            assertThatThrownBy(() -> without.loadClass("org.assertj.core.api.Assertions"))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void withoutTheSdkTheDatabaseStillHasAPort() throws Throwable {
        try (URLClassLoader without = without("awssdk");
                AutoCloseable stator = inMemory(without)) {
            assertThat(call(stator, "endpoint").toString()).startsWith("http://127.0.0.1:");
        }
    }

    private static AutoCloseable inMemory(ClassLoader loader) throws Throwable {
        Class<?> stator = loader.loadClass(Stator.class.getName());
        return (AutoCloseable) MethodHandles.publicLookup()
                .findStatic(stator, "inMemory", MethodType.methodType(stator))
                .invoke();
    }

    /** Calls a method by its handle: reflection would load the types of all methods. */
    private static Object call(Object stator, String method) throws Throwable {
        return MethodHandles.publicLookup()
                .findVirtual(stator.getClass(), method, type(stator, method))
                .invoke(stator);
    }

    private static MethodType type(Object stator, String method) throws ClassNotFoundException {
        String result = switch (method) {
            case "endpoint" -> "java.net.URI";

            case "dynamoDbAsyncClient" -> "software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient";
            default -> "software.amazon.awssdk.services.dynamodb.DynamoDbClient";
        };
        return MethodType.methodType(
                Class.forName(result, false, stator.getClass().getClassLoader()));
    }

    /** This test's class path without the entries that have one of these words in their path, and nothing shared but Java. */
    private static URLClassLoader without(String... words) throws IOException {
        List<String> entries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .toList();
        URL[] kept = entries.stream()
                .filter(entry -> Arrays.stream(words).noneMatch(entry::contains))
                .map(OptionalDependenciesTest::url)
                .toArray(URL[]::new);
        assertThat(kept.length).as("entries left out").isLessThan(entries.size());
        return new URLClassLoader(kept, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }
}

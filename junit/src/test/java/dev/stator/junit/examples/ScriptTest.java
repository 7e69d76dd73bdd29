package dev.stator.junit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorServer;
import dev.stator.junit.Table;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A program that is not Java finds the database by its environment. */
@StatorServer
@Table(name = "Orders", partitionKey = "id")
class ScriptTest {
    @Test
    void aScriptFindsTheDatabase(Stator stator, URI endpoint) throws Exception {
        ProcessBuilder script = new ProcessBuilder("sh", "-c", "printf %s \"$AWS_ENDPOINT_URL_DYNAMODB\"");
        script.environment().putAll(stator.environment());

        Process running = script.start();
        String printed = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(running.waitFor()).isZero();
        assertThat(printed).isEqualTo(endpoint.toString());
    }
}

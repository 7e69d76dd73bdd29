package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.SpecException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The declaration that a command is about, and where its tables are. */
final class Connection {
    @Parameters(paramLabel = "SPEC", description = "The declaration, a YAML file.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private Path file;

    @Option(
            names = "--endpoint-url",
            paramLabel = "URL",
            description = "The DynamoDB endpoint; that of AWS if it is not given.")
    private @Nullable String endpoint;

    @Option(
            names = "--region",
            paramLabel = "REGION",
            description = "The region; that of the environment or profile if it is not given.")
    private @Nullable String region;

    /** Reads the declaration; errors name file and line. */
    LifecycleSpec spec() {
        return read(file);
    }

    static LifecycleSpec read(Path file) {
        try {
            return LifecycleSpec.read(file);
        } catch (SpecException e) {
            throw new IllegalArgumentException(e.findings().stream()
                    .map(finding -> file + (finding.line() > 0 ? ":" + finding.line() : "") + ": error: "
                            + finding.where() + ": " + finding.message())
                    .collect(Collectors.joining("\n")));
        }
    }

    /** Opens the client. The caller closes it. */
    DynamoDbClient client() {
        return Clients.open(endpoint, region);
    }
}

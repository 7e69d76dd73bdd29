package dev.stator.lifecycle.bench;

import dev.stator.lifecycle.cli.Clients;
import dev.stator.lifecycle.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code ./stator bench lifecycle}: four designs of soft deletion, asked the same questions over the same items. */
@Command(
        name = "stator bench lifecycle",
        description =
                "Measure what soft deletion costs: flag and filter, index by flag, sparse index, state in the key."
                        + " It makes tables, fills them, and deletes them.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class LifecycleBench implements Callable<Integer> {
    private static final List<Integer> PERCENTS = List.of(10, 30, 50, 70, 90);
    private static final int ITEMS_MIN = 1000;

    @Option(
            names = "--items",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many items a table has, 1000 at least; ${DEFAULT-VALUE} if not given.")
    private int items;

    @Option(
            names = "--endpoint-url",
            paramLabel = "URL",
            description = "The DynamoDB endpoint; a Stator in memory if it is not given. AWS charges for it.")
    private @Nullable String endpoint;

    @Option(names = "--region", paramLabel = "REGION", description = "The region.")
    private @Nullable String region;

    @Option(names = "--chart", paramLabel = "FILE", description = "Also draw the read units, as SVG.")
    private @Nullable Path chart;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    private LifecycleBench() {}

    /** Runs it, and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(
                Main.withClearFailures(new CommandLine(new LifecycleBench())).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (items < ITEMS_MIN) {
            throw new ParameterException(
                    command.commandLine(), "With less than " + ITEMS_MIN + " items there is little to see.");
        }
        String url = endpoint;
        if (url != null) {
            try (DynamoDbClient client = Clients.open(url, region)) {
                return report(measure(client, items));
            }
        }
        String server = System.getProperty("stator.server");
        if (server == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "Say --endpoint-url; only './stator bench lifecycle' brings a server along.");
        }
        try (LocalServer local = LocalServer.start(server);
                DynamoDbClient client = Clients.open(local.endpoint().toString(), region)) {
            return report(measure(client, items));
        }
    }

    private int report(Results results) throws IOException {
        command.commandLine().getOut().println(results.markdown());
        Path file = chart;
        if (file != null) {
            Files.writeString(file, Chart.of(results), StandardCharsets.UTF_8);
            command.commandLine().getOut().println("The chart is in " + file + ".");
        }
        return 0;
    }

    /** Measures all designs on an endpoint. */
    static Results measure(DynamoDbClient client, int items) {
        Results results = new Results(items);
        List<BiFunction<DynamoDbClient, String, Design>> designs = List.of(
                FlagAndFilter::new,
                FlagIndex::new,
                SparseIndex::new,
                (asked, table) -> new StatePrefix(asked, table, false));
        for (int percent : PERCENTS) {
            List<Post> posts = Post.all(items, percent);
            int number = 0;
            for (BiFunction<DynamoDbClient, String, Design> design : designs) {
                reads(
                        results,
                        design.apply(client, "StatorLifecycleBench-" + percent + "-" + number++),
                        posts,
                        percent);
            }
        }
        int number = 0;
        for (BiFunction<DynamoDbClient, String, Design> design : designs) {
            writes(results, design.apply(client, "StatorLifecycleBench-writes-" + number++));
        }
        writes(results, new StatePrefix(client, "StatorLifecycleBench-writes-" + number, true));
        return results;
    }

    private static void reads(Results results, Design design, List<Post> posts, int percent) {
        design.create();
        try {
            design.load(posts);
            String owner = posts.getFirst().owner();
            results.add(
                    design.title(),
                    new Results.Reads(
                            percent,
                            Probe.timed(() -> design.active(owner)),
                            Probe.timed(() -> design.trash(owner)),
                            Probe.timed(design::due),
                            design.storageBytes(posts)));
        } finally {
            design.drop();
        }
    }

    private static void writes(Results results, Design design) {
        Post post = Post.all(1, 0).getFirst();
        design.create();
        try {
            design.load(List.of(post));
            results.add(design.title(), new Results.Writes(design.delete(post), design.restore(post)));
        } finally {
            design.drop();
        }
    }
}

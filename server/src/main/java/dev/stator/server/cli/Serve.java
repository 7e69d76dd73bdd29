package dev.stator.server.cli;

import dev.stator.core.Database;
import dev.stator.core.Options;
import dev.stator.core.fault.Sleeper;
import dev.stator.core.sandbox.Sandbox;
import dev.stator.core.sandbox.SettableClock;
import dev.stator.core.wire.Endpoint;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.server.cluster.Passage;
import dev.stator.server.cluster.Router;
import dev.stator.server.cluster.Server;
import dev.stator.server.control.ControlEndpoint;
import dev.stator.server.demo.Demo;
import dev.stator.server.origin.OriginGuard;
import dev.stator.server.origin.Origins;
import dev.stator.server.workbench.WorkbenchEndpoint;
import dev.stator.storage.Engine;
import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.CassandraEngine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import dev.stator.storage.rocksdb.UnusableFolderException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code stator serve}: takes the port, opens the data, answers, and on SIGTERM finishes what has begun. In this order, so
 * that nothing is changed on disk when the port is taken.
 */
@Command(
        name = "serve",
        description = "Serve the DynamoDB API over HTTP until stopped by Ctrl-C or SIGTERM.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.Provider.class,
        usageHelpAutoWidth = true,
        sortOptions = false,
        descriptionHeading = "%n",
        optionListHeading = "%n",
        footerHeading = "%nExit codes: ",
        footer = "0 stopped as asked, 1 unexpected failure, 2 wrong option, 3 address not usable, 4 data folder or"
                + " cluster not usable.")
final class Serve implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);
    private static final int PORT_MAX = 65535;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8000",
            description = "Port to listen on; 0 takes any free one, and the ready line says which. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "H",
            defaultValue = "127.0.0.1",
            description = "Address to listen on. Default: ${DEFAULT-VALUE}, which only this machine reaches.")
    private String host = "";

    @ArgGroup(exclusive = true)
    private @Nullable Storage storage;

    /** The open engine, if it is that of a cluster. */
    private @Nullable CassandraEngine clusterEngine;

    @Option(
            names = "--durability",
            paramLabel = "fsync|os|none",
            description = "When a write is acknowledged: once it is on disk (fsync), once the operating system has it"
                    + " (os; a power cut may lose the last moments), or without a log (none; a crash may lose more)."
                    + " Default: fsync.")
    private @Nullable String durability;

    @Option(
            names = "--ttl-delay",
            paramLabel = "D",
            defaultValue = "0s",
            converter = DurationConverter.class,
            description = "How long an item stays after its time to live is over, such as 30s or 48h; up to a second"
                    + " more may pass. DynamoDB takes up to a few days. Default: ${DEFAULT-VALUE}.")
    private Duration ttlDelay = Duration.ZERO;

    @Option(
            names = "--enforce-throughput",
            description =
                    "Refuse requests that exceed the throughput of their tables, as AWS does. Without it, units are"
                            + " counted and nothing is refused.")
    private boolean enforceThroughput;

    @Option(names = "--demo", description = "Create and fill five tables to try things on, unless they exist.")
    private boolean demo;

    @Option(
            names = "--ready-file",
            paramLabel = "FILE",
            description =
                    "Write the server's URL to this file once it answers, for scripts; with --control, its URL on a"
                            + " second line.")
    private @Nullable Path readyFile;

    @Option(names = "--no-workbench", description = "Leave out the web front end at /workbench/.")
    private boolean noWorkbench;

    @Option(
            names = "--cors",
            paramLabel = "ORIGIN",
            split = ",",
            description =
                    "Let web pages of this origin, such as https://app.example, use the server; * lets all. May be"
                            + " given several times. Default: only the workbench's own.")
    private List<String> cors = List.of();

    @Option(
            names = "--control",
            description =
                    "Open a second port on 127.0.0.1 where tests set the clock, bring about faults, take snapshots,"
                            + " save and load, as docs/control.md describes. Whoever reaches it can change everything.")
    private boolean control;

    @Option(
            names = "--control-port",
            paramLabel = "N",
            description =
                    "Port of --control. Default: any free one, which the second line printed, and the second line of"
                            + " --ready-file, say.")
    private @Nullable Integer controlPort;

    /** Where items are kept: one of these. */
    private static final class Storage {
        @ArgGroup(exclusive = false)
        private @Nullable ClusterOptions cluster;

        @Option(names = "--memory", required = true, description = "Keep everything in memory; nothing is written.")
        private boolean memory;

        @Option(
                names = "--data",
                paramLabel = "DIR",
                required = true,
                description = "Folder to keep everything in; created if missing. Default: ./stator-data.")
        private @Nullable Path data;
    }

    @Override
    public Integer call() throws StartupException, InterruptedException {
        checkOptions();
        InetSocketAddress wanted = new InetSocketAddress(host, port);
        HttpServer http = bind(wanted, "--port");
        Served served;
        try {
            Options options = Options.DEFAULTS.withTimeToLiveDelay(ttlDelay).withEnforceThroughput(enforceThroughput);
            served = control
                    ? openControlled(options)
                    : Served.of(Database.open(openEngine(http.address()), InstantSource.system(), options));
        } catch (StartupException | RuntimeException e) {
            http.close();
            throw e;
        }
        Thread hook = new Thread(() -> stop(http, served), "stator-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            List<String> loaded = demo ? Demo.load(served.database().get()) : List.of();
            UnaryOperator<Endpoint> router = router(served);
            http.start(served.api(), endpoint -> front(served, wanted, router.apply(endpoint)));
            announce(http.address(), served.controlAddress(), loaded);
        } catch (StartupException | RuntimeException e) {
            if (isWithdrawn(hook)) {
                http.close();
                served.close();
                throw e;
            }
        }
        // The hook ends the process.
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }

    /** What sees a request before DynamoDB's API: the guard, and the workbench. */
    private Endpoint front(Served served, InetSocketAddress bound, Endpoint api) {
        Origins origins = new Origins(cors, bound);
        return new OriginGuard(origins, noWorkbench ? api : new WorkbenchEndpoint(served.database(), origins, api));
    }

    /** What passes writes on to other servers of a cluster, where there are some. */
    private UnaryOperator<Endpoint> router(Served served) throws StartupException {
        ClusterOptions cluster = cluster();
        CassandraEngine engine = clusterEngine;
        Passage passage = cluster == null ? null : cluster.passage();
        if (engine == null || passage == null) {
            return api -> api;
        }
        return api -> new Router(api, served.database(), () -> servers(engine), engine.server(), passage);
    }

    private static List<Server> servers(CassandraEngine engine) {
        return engine.peers().stream()
                .filter(peer -> !peer.address().isEmpty())
                .map(peer -> new Server(peer.server(), peer.address()))
                .toList();
    }

    private Served openControlled(Options options) throws StartupException {
        int wanted = controlPort == null ? 0 : controlPort;
        HttpServer controlHttp =
                bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), "--control-port");
        try {
            SettableClock clock = new SettableClock(InstantSource.system());
            Sandbox sandbox = Sandbox.open(openEngine(controlHttp.address()), clock, options, Sleeper.REAL);
            controlHttp.start(new ControlEndpoint(sandbox, clock));
            return Served.of(sandbox, controlHttp);
        } catch (StartupException | RuntimeException e) {
            controlHttp.close();
            throw e;
        }
    }

    /** Whether the hook will not run. If it does already, a stop while starting is why the start failed. */
    private static boolean isWithdrawn(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private void checkOptions() {
        if (port < 0 || port > PORT_MAX) {
            throw new ParameterException(
                    spec.commandLine(), "--port " + port + " is no port: choose 1 to " + PORT_MAX + ", or 0 for any.");
        }
        if (controlPort != null && !control) {
            throw new ParameterException(
                    spec.commandLine(), "--control-port is the port of --control. Add that, or drop it.");
        }
        if (controlPort != null && (controlPort < 0 || controlPort > PORT_MAX)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--control-port " + controlPort + " is no port: choose 1 to " + PORT_MAX + ", or 0 for any.");
        }
        for (String origin : cors) {
            if (!Origins.isOrigin(origin)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--cors " + origin + " is no origin: write it as browsers do, in lower case and without a path,"
                                + " such as https://app.example or http://localhost:5173, or * for all.");
            }
        }
        durability();
        if (cluster() != null && durability != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--durability says how to write to this disk; Cassandra's own is its commitlog_sync. Drop one.");
        }
        if (cluster() != null && control) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--control winds a server back, which one among several cannot be. Drop it, or --engine.");
        }
        if (isMemory() && durability != null) {
            throw new ParameterException(
                    spec.commandLine(), "--durability says how to write to disk, and --memory never does. Drop one.");
        }
    }

    private boolean isMemory() {
        return storage != null && storage.memory;
    }

    private @Nullable ClusterOptions cluster() {
        return storage == null ? null : storage.cluster;
    }

    private static HttpServer bind(InetSocketAddress address, String option) throws StartupException {
        if (address.isUnresolved()) {
            throw new StartupException(
                    ExitCode.ADDRESS,
                    "Cannot listen on " + address.getHostString()
                            + ": no such host is known here. Choose an address of this machine with" + " --host.");
        }
        try {
            return HttpServer.bind(
                    address, HttpLimits.forHeap(Runtime.getRuntime().maxMemory()), InstantSource.system());
        } catch (IOException e) {
            throw new StartupException(ExitCode.ADDRESS, whyNotBound(address, option, e));
        }
    }

    private static String whyNotBound(InetSocketAddress address, String option, IOException failure) {
        String at = hostText(address) + ":" + address.getPort();
        String reason = String.valueOf(failure.getMessage());
        if (failure.getCause() instanceof BindException && reason.contains("in use")) {
            return "Cannot listen on " + at + ": another program does already. Stop it, or choose another port with "
                    + option + " (0 takes any free one).";
        }
        if (reason.contains("Permission denied")) {
            return "Cannot listen on " + at + ": ports below 1024 need privileges. Choose a higher one with " + option
                    + ".";
        }
        return "Cannot listen on " + at + ": " + reason + ". Choose an address of this machine with --host.";
    }

    private Engine openEngine(InetSocketAddress bound) throws StartupException {
        if (isMemory()) {
            return new MemoryEngine();
        }
        ClusterOptions cluster = cluster();
        if (cluster != null) {
            clusterEngine = cluster.open(bound, urlOf(bound));
            return clusterEngine;
        }
        try {
            return RocksDbEngine.open(dataFolder(), RocksDbOptions.DEFAULTS.withDurability(durability()));
        } catch (UnusableFolderException e) {
            throw new StartupException(ExitCode.DATA, String.valueOf(e.getMessage()));
        } catch (StorageException e) {
            throw new StartupException(
                    ExitCode.DATA,
                    "Cannot open the data in " + dataFolder() + ": " + e.getMessage()
                            + ". Nothing was changed. If the disk is well, restore the folder from a backup.");
        }
    }

    private Path dataFolder() {
        Path folder = storage == null || storage.data == null ? Path.of("stator-data") : storage.data;
        return folder.toAbsolutePath().normalize();
    }

    private Durability durability() {
        if (durability == null) {
            return Durability.FSYNC;
        }
        return switch (durability) {
            case "fsync" -> Durability.FSYNC;
            case "os" -> Durability.OS;
            case "none" -> Durability.NONE;
            default ->
                throw new ParameterException(
                        spec.commandLine(), "--durability " + durability + " is unknown: choose fsync, os or none.");
        };
    }

    private void announce(InetSocketAddress address, @Nullable InetSocketAddress controlAddress, List<String> loaded)
            throws StartupException {
        String url = urlOf(address);
        if (!address.getAddress().isLoopbackAddress()) {
            spec.commandLine()
                    .getErr()
                    .println("Warning: signatures are not verified, so everybody who reaches " + url
                            + " can read and change all data.");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("Stator is ready on " + url + " (" + storageText() + ")");
        String ready = url + "\n";
        if (controlAddress != null) {
            out.println("Control on " + urlOf(controlAddress));
            ready += urlOf(controlAddress) + "\n";
        }
        if (!noWorkbench) {
            out.println("Workbench on " + urlForBrowsers(address) + WorkbenchEndpoint.HOME);
        }
        if (!loaded.isEmpty()) {
            printDemo(out, url, loaded);
        }
        out.flush();
        if (readyFile != null) {
            writeReadyFile(readyFile, ready);
        }
    }

    private static void printDemo(PrintWriter out, String url, List<String> loaded) {
        out.println();
        out.println("Demo tables");
        loaded.forEach(line -> out.println("  " + line));
        out.println();
        out.println("Try");
        out.println("  export AWS_ACCESS_KEY_ID=demo AWS_SECRET_ACCESS_KEY=demo AWS_DEFAULT_REGION=eu-west-2");
        out.println("  aws dynamodb query --endpoint-url " + url + " --table-name AuditLog --max-items 3 \\");
        out.println("    --key-condition-expression 'pk = :tenant AND begins_with(sk, :month)' \\");
        out.println("    --expression-attribute-values"
                + " '{\":tenant\":{\"S\":\"TENANT#acme\"},\":month\":{\"S\":\"EVENT#2026-06\"}}'");
        out.println("  curl " + url + "/health");
    }

    private String storageText() {
        ClusterOptions cluster = cluster();
        if (cluster != null) {
            return cluster.toString();
        }
        return isMemory()
                ? "in memory, nothing is kept"
                : "data in " + dataFolder() + ", durability "
                        + durability().name().toLowerCase(Locale.ROOT);
    }

    /** In one step, so that a script that waits for the file never reads half of it. */
    private static void writeReadyFile(Path file, String text) throws StartupException {
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StartupException(
                    ExitCode.USAGE,
                    "Cannot write the ready file " + file + ": " + e
                            + ". Name a file in a folder that exists with --ready-file.");
        }
    }

    /** Where a browser of this machine reaches the server: every address is not one that it could go to. */
    private static String urlForBrowsers(InetSocketAddress address) {
        return address.getAddress().isAnyLocalAddress() ? "http://localhost:" + address.getPort() : urlOf(address);
    }

    private static String urlOf(InetSocketAddress address) {
        return "http://" + hostText(address) + ":" + address.getPort();
    }

    private static String hostText(InetSocketAddress address) {
        String text = address.getAddress().getHostAddress();
        return address.getAddress() instanceof Inet6Address ? "[" + text + "]" : text;
    }

    /** Runs when the process is told to end. Halts, since an exit by a signal would not be 0 otherwise. */
    private static void stop(HttpServer http, Served served) {
        int exitCode = ExitCode.OK;
        try {
            if (!http.stop(STOP_PATIENCE)) {
                LOG.warn("some requests did not finish within {} s and were cut off", STOP_PATIENCE.toSeconds());
            }
            served.close();
        } catch (RuntimeException e) {
            LOG.error("the stop failed", e);
            exitCode = ExitCode.FAILURE;
        }
        Runtime.getRuntime().halt(exitCode);
    }
}

package dev.stator.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.server.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a person sees who types {@code stator}. */
class ServeTest {
    private static final String SIGNED_HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: AWS4-HMAC-SHA256 "
            + "Credential=AKID/20260501/eu-west-2/dynamodb/aws4_request, SignedHeaders=host, Signature=0\r\n"
            + "X-Amz-Date: 20260501T000000Z\r\nContent-Type: application/x-amz-json-1.0\r\n";

    @TempDir
    private Path folder;

    /** A command that ends by itself, run in this process. */
    private record Ended(int exitCode, String output, String errors) {}

    private static Ended run(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine command = Main.commandLine().setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));
        int exitCode = command.execute(arguments);
        return new Ended(exitCode, output.toString(), errors.toString());
    }

    @Test
    void theReadyLineIsTrueAsSoonAsItIsPrinted() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder)) {
            assertThat(server.readyLine())
                    .startsWith("Stator is ready on http://127.0.0.1:")
                    .endsWith("(data in " + folder.toRealPath().resolve("stator-data") + ", durability fsync)");
            assertThat(get(server, "/health")).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void memoryLeavesNothingOnDisk() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "--memory")) {
            assertThat(server.readyLine()).endsWith("(in memory, nothing is kept)");
            server.terminate();
            assertThat(server.exitCode()).isZero();
        }
        assertThat(contents(folder)).isEmpty();
    }

    @Test
    void theReadyFileHasTheUrl() throws Exception {
        Path file = folder.resolve("ready");
        try (ServerProcess server = ServerProcess.start(folder, "--memory", "--ready-file", file.toString())) {
            server.terminate();
            assertThat(server.exitCode()).isZero();
            assertThat(file).hasContent("http://127.0.0.1:" + server.address().getPort());
        }
    }

    @Test
    void theWorkbenchIsServedAtTheAddressThatIsPrinted() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "--memory")) {
            assertThat(get(server, "/workbench/")).contains("Content-Security-Policy: ");
            server.terminate();
            assertThat(server.furtherOutput())
                    .containsExactly(
                            "Workbench on http://127.0.0.1:" + server.address().getPort() + "/workbench/");
        }
    }

    @Test
    void theWorkbenchCanBeLeftOut() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "--memory", "--no-workbench")) {
            assertThat(get(server, "/workbench/")).startsWith("HTTP/1.1 404 ");
            server.terminate();
            assertThat(server.furtherOutput()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"app.example", "https://app.example/", "HTTPS://app.example", "https://app.example/path"})
    void anOriginThatIsNoneIsTold(String origin) {
        Ended ended = run("serve", "--memory", "--port", "0", "--cors", "https://good.example," + origin);
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.errors())
                .contains("--cors " + origin + " is no origin")
                .contains("https://app.example");
    }

    @Test
    void aReadyFileThatCannotBeWrittenEndsTheServer() {
        Path file = folder.resolve("absent").resolve("ready");
        Ended ended = run("serve", "--memory", "--port", "0", "--ready-file", file.toString());
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.errors()).startsWith("Cannot write the ready file " + file);
    }

    @Test
    void sigtermLetsTheRequestFinishThatHasBegunAndExitsWithZero() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "--memory");
                Socket socket = connect(server)) {
            String body = "{\"TableName\":\"Absent\",\"Key\":{}}";
            socket.getOutputStream()
                    .write((SIGNED_HEAD + "X-Amz-Target: DynamoDB_20120810.DescribeTable\r\n"
                                    + "Expect: 100-continue\r\nContent-Length: " + body.length() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            // This much tells that the request has begun.
            String expected = "HTTP/1.1 100 Continue\r\n\r\n";
            assertThat(new String(socket.getInputStream().readNBytes(expected.length()), StandardCharsets.US_ASCII))
                    .isEqualTo(expected);
            server.terminate();
            awaitRefusal(server);
            socket.getOutputStream().write(body.getBytes(StandardCharsets.US_ASCII));
            String answer = readAll(socket.getInputStream());
            assertThat(answer).startsWith("HTTP/1.1 400 ").contains("ResourceNotFoundException", "Connection: close");
            assertThat(server.exitCode()).isZero();
            assertThat(server.errorText()).isEmpty();
        }
    }

    @Test
    void aPortInUseIsToldAndNothingIsChanged() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path data = folder.resolve("data");
            Ended ended = run("serve", "--port", "" + taken.getLocalPort(), "--data", data.toString());
            assertThat(ended.exitCode()).isEqualTo(3);
            assertThat(ended.errors())
                    .isEqualToIgnoringNewLines("Cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + ": another program does already. Stop it, or choose another port with --port"
                            + " (0 takes any free one).");
            assertThat(ended.output()).isEmpty();
            assertThat(data).doesNotExist();
        }
    }

    @Test
    void anAddressOfAnotherMachineIsTold() {
        Ended ended = run("serve", "--memory", "--port", "0", "--host", "192.0.2.1");
        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(ended.errors()).contains("192.0.2.1", "Choose an address of this machine with --host.");
    }

    @Test
    void aDelayThatIsNoDurationIsTold() {
        Ended ended = run("serve", "--memory", "--port", "0", "--ttl-delay", "soon");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.errors())
                .contains("--ttl-delay", "'soon' is no duration; write a number and ms, s, m, h or d, such as 30s");
    }

    // Below a file nobody can write, whereas root may write in a folder without permissions.
    @Test
    void aFolderThatCannotBeMadeIsTold() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "x");
        Ended ended = run("serve", "--port", "0", "--data", file.resolve("data").toString());
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors())
                .contains("Cannot use the folder " + file.resolve("data"), "choose another folder.")
                .doesNotContain("\tat ");
        assertThat(contents(folder)).containsExactly("file");
    }

    @Test
    void aFolderOfANewerFormatIsToldAndLeftAsItIs() throws Exception {
        Files.writeString(folder.resolve("FORMAT"), "stator rocksdb 999999\n");
        Ended ended = run("serve", "--port", "0", "--data", folder.toString());
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors()).contains("a newer version of Stator wrote it", "Start that version");
        assertThat(contents(folder)).containsExactly("FORMAT");
        assertThat(folder.resolve("FORMAT")).hasContent("stator rocksdb 999999");
    }

    @Test
    void aFolderOfSomethingElseIsToldAndLeftAsItIs() throws Exception {
        Files.writeString(folder.resolve("thesis.tex"), "years of work");
        Ended ended = run("serve", "--port", "0", "--data", folder.toString());
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors()).contains("thesis.tex");
        assertThat(contents(folder)).containsExactly("thesis.tex");
    }

    @Test
    void aFolderInUseIsTold() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "--data", "data")) {
            assertThat(get(server, "/")).startsWith("HTTP/1.1 200 OK\r\n");
            Ended ended =
                    run("serve", "--port", "0", "--data", folder.resolve("data").toString());
            assertThat(ended.exitCode()).isEqualTo(4);
            assertThat(ended.errors()).contains("it is open in another process");
        }
    }

    @Test
    void aClusterThatDoesNotAnswerIsTold() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Ended ended = run(
                "serve",
                "--port",
                "0",
                "--engine",
                "cassandra",
                "--contact-points",
                "127.0.0.1:" + port,
                "--local-dc",
                "dc1");
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.errors()).contains("No node of a Cassandra cluster answered at 127.0.0.1:" + port);
        assertThat(ended.output()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--engine oracle --contact-points 127.0.0.1 --local-dc dc1|--engine oracle is unknown",
                "--engine cassandra --contact-points 127.0.0.1:http --local-dc dc1|127.0.0.1:http is no address",
                "--engine cassandra --contact-points 127.0.0.1:0 --local-dc dc1|127.0.0.1:0 is no address",
                "--engine cassandra --contact-points 127.0.0.1 --local-dc dc1 --keyspace A|Choose another with --keyspace",
                "--engine cassandra --contact-points 127.0.0.1 --local-dc dc1 --replication 3|such as dc1:3",
                "--engine cassandra --contact-points 127.0.0.1 --local-dc dc1 --user u|give both, or neither"
            })
    void aWrongClusterOptionIsTold(String options, String expected) {
        Ended ended = run(("serve --port 0 " + options).split(" ", -1));
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.errors()).contains(expected);
        assertThat(ended.output()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serve --port x|'x' is not an int",
                "serve --port 65536|--port 65536 is no port",
                "serve --port -1|--port -1 is no port",
                "serve --memory --data d|mutually exclusive",
                "serve --memory --durability os|--memory never does",
                "serve --engine cassandra --local-dc dc1|--contact-points",
                "serve --engine cassandra --contact-points h --local-dc dc1 --durability os|commitlog_sync",
                "serve --durability always|choose fsync, os or none",
                "serve --nonsense|--nonsense",
                "nonsense|nonsense",
                "''|Say what to do"
            })
    void aWrongCommandLineIsToldInTwoLines(String line, String expected) {
        Ended ended = run(line.isEmpty() ? new String[0] : line.split(" ", -1));
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.errors()).contains(expected).contains("--help' for what it understands.");
        assertThat(ended.errors().lines()).hasSizeLessThanOrEqualTo(3);
        assertThat(ended.output()).isEmpty();
    }

    @Test
    void helpNamesEveryOptionAndExitCode() {
        Ended ended = run("serve", "--help");
        assertThat(ended.exitCode()).isZero();
        // Where a line breaks depends on the longest option.
        assertThat(ended.output().replaceAll("\\s+", " "))
                .contains(
                        "--port",
                        "--host",
                        "--memory",
                        "--data",
                        "--durability",
                        "--engine",
                        "--contact-points",
                        "--local-dc",
                        "--keyspace",
                        "--replication",
                        "--password-file",
                        "--demo",
                        "--ready-file",
                        "--ttl-delay",
                        "--enforce-throughput",
                        "--no-workbench",
                        "--cors")
                .contains("Default: 8000.", "Default: 127.0.0.1", "Default: ./stator-data.", "Default: fsync.")
                .contains("3 address not usable");
        assertThat(run("--help").output()).contains("serve", "version", "stator serve --demo");
    }

    @Test
    void versionNamesStatorAndJava() {
        assertThat(run("version").output()).matches("Stator \\d+\\.\\d+\\.\\d+\\S* \\(Java \\d+.*\\)\\R");
        assertThat(run("--version").output()).isEqualTo(run("version").output());
    }

    private static Socket connect(ServerProcess server) throws IOException {
        return new Socket(server.address().getAddress(), server.address().getPort());
    }

    private static String get(ServerProcess server, String path) throws IOException {
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return readAll(socket.getInputStream());
        }
    }

    /** Waits until no new connection is taken, which is how a stop begins. */
    private static void awaitRefusal(ServerProcess server) throws InterruptedException {
        for (int i = 0; i < 2_000; i++) {
            try {
                connect(server).close();
            } catch (IOException e) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the server still takes connections");
    }

    private static String readAll(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<String> contents(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}

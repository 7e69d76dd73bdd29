package dev.stator.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server under measurement, in a process of its own so that its CPU time can be told from the load generator's. */
final class Target implements AutoCloseable {
    private static final Pattern RSS = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final String name;
    private final Process process;
    private final InetSocketAddress address;

    Target(String name, Process process, int port) {
        this.name = name;
        this.process = process;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    String name() {
        return name;
    }

    InetSocketAddress address() {
        return address;
    }

    /** User and system time so far, in seconds, over all its threads. */
    double cpuSeconds() {
        return process.toHandle()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }

    /** Resident memory in MB; 0 where the system has no {@code /proc}. */
    long residentMegabytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        Matcher matcher = RSS.matcher(Files.readString(status));
        return matcher.find() ? Long.parseLong(matcher.group(1)) / 1024 : 0;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

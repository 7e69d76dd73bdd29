package dev.stator.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stator version}: which version this is, and on which Java it runs. */
@Command(name = "version", description = "Print the version of Stator and of the Java it runs on.")
final class Version implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /** The same for {@code --version}. */
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {text()};
        }
    }

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(text());
        return ExitCode.OK;
    }

    private static String text() {
        return "Stator " + number() + " (Java " + Runtime.version() + ", " + System.getProperty("java.vendor") + ")";
    }

    private static String number() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing from the jar");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}

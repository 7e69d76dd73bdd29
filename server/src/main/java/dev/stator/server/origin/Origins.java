package dev.stator.server.origin;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The web pages that may use this server: its own, which come from a host that is this machine's, and those of the origins
 * that were allowed. An attacker's page may have a name of its own point to this machine (DNS rebinding); then the browser
 * takes the page for this server's, and only the name that it sends tells the two apart.
 */
public final class Origins {
    /** In the list of allowed origins: every page, as AWS has it. */
    public static final String ANY = "*";

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "[::1]");
    private static final Pattern LOOPBACK_ADDRESS = Pattern.compile("127(\\.\\d{1,3}){3}");
    /** An address cannot be made to point elsewhere, so a page that comes from one comes from the server there. */
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+]");

    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final List<String> allowed;
    private final String boundName;
    private final boolean isWildcard;

    /**
     * @param allowed origins as browsers send them, such as {@code https://app.example}, or {@link #ANY}
     * @param bound   where the server listens, with the name that it was given
     */
    public Origins(List<String> allowed, InetSocketAddress bound) {
        this.allowed = List.copyOf(allowed);
        this.boundName = bound.getHostString().toLowerCase(Locale.ROOT);
        this.isWildcard = !bound.isUnresolved() && bound.getAddress().isAnyLocalAddress();
    }

    /** Whether this is how browsers name an origin, or {@link #ANY}. */
    public static boolean isOrigin(String text) {
        if (text.equals(ANY)) {
            return true;
        }
        try {
            URI uri = new URI(text);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && text.equals(uri.getScheme() + "://" + uri.getRawAuthority())
                    && uri.getRawUserInfo() == null
                    && text.equals(text.toLowerCase(Locale.ROOT));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Whether every page may use the server. */
    boolean allowsAll() {
        return allowed.contains(ANY);
    }

    /** Whether this origin was allowed by name. */
    boolean isAllowed(String origin) {
        return allowed.contains(ANY) || allowed.contains(origin);
    }

    /** Whether this origin is the server itself, as the client reached it. */
    boolean isOwn(String origin, @Nullable String host) {
        return host != null
                && (origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host))
                && isOwnHost(host);
    }

    /** Whether the value of a Host header names this machine in a way that nobody else can. */
    public boolean isOwnHost(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        return LOOPBACK_NAMES.contains(name)
                || LOOPBACK_ADDRESS.matcher(name).matches()
                || name.equals(boundName)
                || name.equals("[" + boundName + "]")
                || (isWildcard && ADDRESS.matcher(name).matches());
    }
}

package dev.stator.core.wire;

import org.jspecify.annotations.Nullable;

/**
 * One complete request.
 *
 * @param path    of the target, without scheme, host and query
 * @param query   what follows the question mark, or null
 * @param body    without transfer encoding; still compressed where the headers say so
 */
public record Request(String method, String path, @Nullable String query, Headers headers, byte[] body) {

    /** Takes a target apart. One in absolute form, as proxies get it, means its path. */
    public static Request of(String method, String target, Headers headers, byte[] body) {
        int pathStart = pathStart(target);
        int question = target.indexOf('?', pathStart);
        int pathEnd = question < 0 ? target.length() : question;
        String path = pathEnd == pathStart ? "/" : target.substring(pathStart, pathEnd);
        String query = question < 0 ? null : target.substring(question + 1);
        return new Request(method, path, query, headers, body);
    }

    /** Whether this asks for the server's health rather than for an operation. */
    public boolean isHealthCheck() {
        return (method.equals("GET") || method.equals("HEAD")) && (path.equals("/") || path.equals("/health"));
    }

    private static int pathStart(String target) {
        if (target.startsWith("/")) {
            return 0;
        }
        int scheme = target.indexOf("://");
        if (scheme < 0) {
            return 0;
        }
        for (int i = scheme + 3; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c == '/' || c == '?') {
                return i;
            }
        }
        return target.length();
    }
}

package dev.stator.server;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * One complete HTTP request.
 *
 * @param path    of the target, without scheme, host and query
 * @param query   what follows the question mark, or null
 * @param body    without transfer encoding; still compressed where the headers say so
 */
record Request(HttpMethod method, String path, @Nullable String query, HttpHeaders headers, byte[] body) {

    /** Takes a request apart. A target in absolute form, as proxies get it, means its path. */
    static Request of(HttpRequest head, byte[] body) {
        String target = head.uri();
        int pathStart = pathStart(target);
        int question = target.indexOf('?', pathStart);
        int pathEnd = question < 0 ? target.length() : question;
        String path = pathEnd == pathStart ? "/" : target.substring(pathStart, pathEnd);
        String query = question < 0 ? null : target.substring(question + 1);
        return new Request(head.method(), path, query, head.headers(), body);
    }

    /** Whether this asks for the server's health rather than for an operation. */
    boolean isHealthCheck() {
        return (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
                && (path.equals("/") || path.equals("/health"));
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

package dev.stator.server.workbench;

import dev.stator.core.Database;
import dev.stator.core.wire.Answer;
import dev.stator.core.wire.AnswerHead.Header;
import dev.stator.core.wire.Endpoint;
import dev.stator.core.wire.Request;
import dev.stator.server.origin.Origins;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Serves the web front end under {@code /workbench/} and {@link WorkbenchApi} below it; every other request goes on to
 * DynamoDB's API. Paths that are no file are places within the front end, and get its page.
 */
public final class WorkbenchEndpoint implements Endpoint {
    /** Where the front end begins. */
    public static final String HOME = "/workbench/";

    private static final String PLACE = "/workbench";
    private static final String API = "api/";
    private static final String PAGE = "index.html";
    private static final String HASHED = "assets/";

    /** No code, style, frame or connection that is not this server's own. */
    private static final Map<Header, String> PROTECTION = Map.of(
            Header.CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                    + " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'",
            Header.CONTENT_TYPE_OPTIONS,
            "nosniff",
            Header.FRAME_OPTIONS,
            "DENY",
            Header.REFERRER_POLICY,
            "no-referrer",
            Header.RESOURCE_POLICY,
            "same-origin",
            Header.OPENER_POLICY,
            "same-origin");

    private static final String NOT_BUILT = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Stator</title>
            <h1>The workbench is not built</h1>
            <p>Stator runs, but its web front end was left out when it was built, since there was no npm.</p>
            <p>Install Node.js 20 or newer with npm, for example with <code>apt-get install nodejs npm</code> or
            <code>brew install node</code>, then stop the server and start it again with <code>./stator serve</code>,
            which builds what is missing.</p>
            """;

    private final Assets assets;
    private final WorkbenchApi api;
    private final Endpoint next;

    /**
     * @param database what is served at the moment of a request
     * @param origins  which hosts are this machine
     * @param next     gets every other request
     */
    public WorkbenchEndpoint(Supplier<Database> database, Origins origins, Endpoint next) {
        this(
                new Assets(WorkbenchEndpoint.class.getClassLoader(), Assets.FOLDER),
                new WorkbenchApi(database, origins),
                next);
    }

    WorkbenchEndpoint(Assets assets, WorkbenchApi api, Endpoint next) {
        this.assets = assets;
        this.api = api;
        this.next = next;
    }

    /** DynamoDB's {@code GET /} is for load balancers, which do not ask for HTML; a person with a browser comes here. */
    @Override
    public boolean answersHealthCheck(Request request) {
        String accepted = request.headers().first("accept");
        return request.path().equals("/") && accepted != null && accepted.contains("text/html");
    }

    @Override
    public boolean isPrompt(Request request) {
        return request.path().equals("/") && next.isPrompt(request);
    }

    @Override
    public Answer answer(Request request) {
        String path = request.path();
        if (path.startsWith(HOME)) {
            String rest = path.substring(HOME.length());
            Answer answer =
                    rest.startsWith(API) ? api.answer(request, rest.substring(API.length())) : file(request, rest);
            return answer.with(PROTECTION);
        }
        if (path.equals(PLACE) || request.isHealthCheck()) {
            String query = request.query() == null ? "" : "?" + request.query();
            return Answer.plain(302, null, "").with(Map.of(Header.LOCATION, HOME + query));
        }
        return next.answer(request);
    }

    private Answer file(Request request, String path) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return Answer.plain(405, "text/plain", "Only GET and HEAD are answered here.\n")
                    .with(Map.of(Header.ALLOW, "GET, HEAD"));
        }
        Asset asset = assets.find(path);
        if (asset == null && !path.startsWith(HASHED)) {
            asset = assets.find(PAGE);
            if (asset == null) {
                return Answer.plain(503, "text/html; charset=utf-8", NOT_BUILT);
            }
        }
        return asset == null
                ? Answer.plain(404, "text/plain", "There is no " + request.path() + ".\n")
                : asset.answer(request);
    }
}
